/**
 * How this program was called, for commands that a person is told to copy: in a checkout there is no `hench` on the
 * path, and npm says in the environment which of its commands and scripts runs.
 */
export function called(env: NodeJS.ProcessEnv = process.env): string {
  const script = env.npm_lifecycle_event;
  if (script === undefined || script === '') return 'hench';
  return env.npm_package_name === 'hench' && (script === 'start' || script === 'hench')
    ? 'npm run -s hench --'
    : 'npx hench';
}
