import { readFile, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { writeDurably } from '../../keychain/file-secrets.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Where the calendar file of an account is, as whole paths. */
export interface CalendarPlace {
  /** `null` while it is off. */
  path: string | null
  /** Files in folders of before that are still to be removed: their drive was unplugged. */
  leaving: readonly string[]
}

const PLACE = 'calendar.json'

/** The place kept in an account's folder; one that is not there, or not understood, is off. */
export async function readPlace(directory: string): Promise<CalendarPlace> {
  const text = await readFile(join(directory, PLACE), 'utf8').catch(() => '{}')
  const { path, leaving } = recordIn(text)
  return {
    path: isFile(path) ? path : null,
    leaving: [leaving].flat().filter(isFile),
  }
}

export const writePlace = (directory: string, { path, leaving }: CalendarPlace): Promise<void> =>
  path === null && leaving.length === 0
    ? rm(join(directory, PLACE), { force: true })
    : writeDurably(join(directory, PLACE), JSON.stringify({ path, ...(leaving.length > 0 && { leaving }) }))

const isFile = (path: unknown): path is string =>
  typeof path === 'string' && isAbsolute(path) && path.endsWith('.ics')
