import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Command-line error: one line on stderr, exit code 2. */
export class UsageError extends Error {}

/** `parseArgs` of Node, whose errors become a `UsageError` of one line. */
export function parseCommandLine<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replaceAll('\n', ' ') : 'bad options')
  }
}

/** Whole number from 0 to `max`; any other text is a `UsageError` that names the option. */
export function wholeNumber(name: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text)
  throw new UsageError(`--${name} must be a whole number from 0 to ${max}`)
}
