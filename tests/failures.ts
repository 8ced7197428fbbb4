import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Environment variable with the path of the list of failed tests. Reporters write nothing while it is unset. */
export const LIST = 'VENTANILLA_FAILURES'

/** Environment variable with the path of the list of files and their times, like `LIST`. */
export const TIMES = 'VENTANILLA_TIMES'

/** Maximum characters of a failure's output, from its beginning, which says more than the end. */
const MAX_SAID = 4_000

export interface Failure {
  /** File and titles of the test. */
  name: string
  /** Command that runs it alone, from the project's folder. */
  command: string
  said: string
}

/** Appends to the list set by the run, one line each. */
export function noteFailure(failure: Failure): void {
  const list = process.env[LIST]
  if (list === undefined) return
  const said = stripVTControlCharacters(failure.said).slice(0, MAX_SAID)
  appendFileSync(list, `${JSON.stringify({ ...failure, said })}\n`)
}

/** Failures of a list, in the order of their ends; empty without a list. */
export function readFailures(path: string): Failure[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Failure)
}

/** Time of a test file: of its tests together, which may overlap in a browser suite. */
export interface FileTime {
  project: string
  file: string
  seconds: number
}

/** Appends to the list of times, one line for each file. */
export function noteTime(time: FileTime): void {
  const list = process.env[TIMES]
  if (list !== undefined) appendFileSync(list, `${JSON.stringify(time)}\n`)
}

/** The slowest files of a list of times, the slowest first; empty without a list. */
export function readSlowest(path: string, count: number): FileTime[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileTime)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}

/** Quotes a word for a shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
