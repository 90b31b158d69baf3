/** Options of this process for its worker threads: a thread runs a file, and one for code given as text is refused there. */
export const threadArguments = (): string[] => process.execArgv.filter((option) => !option.startsWith('--input-type'));
