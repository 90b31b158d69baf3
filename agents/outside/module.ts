import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { InputError, Result } from '../../src/core/result.js';
import { refused } from '../entry.js';
import { type ChannelEvents, HostChannel } from './channel.js';
import type { OutsideOptions } from './faults.js';
import { type OutsideAgent, startOutside, type Wire } from './outside-agent.js';
import type { SentView, Terms } from './terms.js';

/** A path names a folder or ends like a module; ids never do. */
export function looksLikePath(head: string): boolean {
  return head.startsWith('.') || isAbsolute(head) || /[\\/]/.test(head) || /\.[cm]?[jt]s$/.test(head);
}

/** The compiled host; run from TypeScript sources (tests), the one in dist. */
function hostUrl(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../../dist/agents/outside/module-host.js', import.meta.url)
    : new URL('./module-host.js', import.meta.url);
}

/**
 * Loads a user's own module into a process of its own, so that an endless loop can be stopped and nothing it breaks
 * touches this one. It gets the views and lists that agents of this package get, and randomness from the same place: it
 * plays as it would in this process. `how` says what else there is.
 */
export async function startModule<View extends SentView>(
  path: string,
  terms: Terms<View>,
  how: string,
  options: OutsideOptions = {},
): Promise<Result<OutsideAgent<View>, InputError>> {
  const file = resolve(path);
  if (!existsSync(file)) return refused('agent/missing', path, 'there is no such file.', how);
  const begin = (events: ChannelEvents): HostChannel => new HostChannel(hostUrl(), events);
  return startOutside({ name: path, terms, wire: wordWire(), hello: { file, path }, begin }, options);
}

/** Views as their words, actions as their codes. */
function wordWire<View extends SentView>(): Wire<View> {
  return {
    open: (_config, _seat, rng) => ({ rng: rng.state() }),
    act: (view, legal) => ({ words: view.words.slice(), legal: legal.codes.slice(0, legal.length) }),
    notice: (_config, event) => event,
    read: ({ code }) => (typeof code === 'number' ? code : String(code)),
  };
}
