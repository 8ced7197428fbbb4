import { parseArgs, type ParseArgsConfig } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { type OptionError, readOptionError } from '../option-error.ts'

/** Command-line error: one line on stderr, exit code 2. */
export class UsageError extends Error {}

/** `parseArgs` of Node, whose errors become a `UsageError` of one line. */
export function parseCommandLine<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    const wrong = readOptionError(error)
    if (wrong !== null) throw new UsageError(SENTENCES[wrong.kind](wrong.word))
    throw new UsageError(error instanceof Error ? error.message.replaceAll('\n', ' ') : 'bad options')
  }
}

const SENTENCES: Record<OptionError['kind'], (word: string) => string> = {
  unknown: (word) => `there is no option ${word}: --help lists them`,
  'needs-value': (word) => `${word} needs a value: ${word}=VALUE`,
  'takes-no-value': (word) => `${word} takes no value`,
  'not-an-option': (word) => `${word} is not an option: --help lists them`,
}

/** Text that `--help` or `--version` asks for; `null` if neither is there. `name` is the program's. */
export function requestedText(args: readonly string[], name: string, usage: string): string | null {
  if (args.includes('--help') || args.includes('-h')) return usage
  return args.includes('--version') ? `${name} ${manifest.version}\n` : null
}

/** Parses a whole number from 0 to `max`. Any other text is a `UsageError` that names the option. */
export function parseWholeOption(name: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text)
  throw new UsageError(`--${name} must be a whole number from 0 to ${max}`)
}
