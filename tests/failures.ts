import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Environment variable with the path of the list of failed tests. Reporters write nothing while it is unset. */
export const LIST = 'VENTANILLA_FAILURES'

/** Characters of what was said of a failure: the end of a long page says less than its beginning. */
const MAX_SAID = 4_000

export interface Failure {
  /** The file and the titles of the test. */
  name: string
  /** Runs it alone, from the project's folder. */
  command: string
  said: string
}

/** Adds to the list that the run asked for, one line each. */
export function noteFailure(failure: Failure): void {
  const list = process.env[LIST]
  if (list === undefined) return
  const said = stripVTControlCharacters(failure.said).slice(0, MAX_SAID)
  appendFileSync(list, `${JSON.stringify({ ...failure, said })}\n`)
}

/** What was noted in a list, in the order of their ends; nothing where there is none. */
export function readFailures(path: string): Failure[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Failure)
}

/** A word for a shell as it stands. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
