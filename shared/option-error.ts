/** Mistake on a command line: the wrong word, and the reason. */
export interface OptionError {
  kind: 'unknown' | 'needs-value' | 'takes-no-value' | 'not-an-option'
  word: string
}

/** Reads an error of Node's `parseArgs`, whose messages exist only in English. Any other error gives `null`. */
export function readOptionError(error: unknown): OptionError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const word = /'(-?[^' ]+)/.exec(error.message.replace(/^Option '-\w, /, "Option '"))?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return { kind: 'unknown', word }
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return { kind: 'not-an-option', word }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return null
  return { kind: error.message.includes('does not take') ? 'takes-no-value' : 'needs-value', word }
}
