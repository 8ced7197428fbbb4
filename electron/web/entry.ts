import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { terminalTexts as text } from '#shared/text/hosts.ts'
import type { Destination } from '../core/instance/hand-over-wire.ts'
import type { Log } from '../core/runtime/log.ts'
import { isDiskFull } from '../core/store/store-error.ts'
import type { BrowserWindow, Opened } from './open-browser.ts'
import type { Sessions } from './sessions.ts'

const OWN = 'entry'
const SPARE_PREFIX = 'ventanilla-entry-'

/** Directories to use if the disk of the data is full. On Linux, the first is the session's directory in memory. */
const spareDirectories = (env: NodeJS.ProcessEnv = process.env): string[] =>
  [env['XDG_RUNTIME_DIR'] ?? '', tmpdir()].filter((path) => isAbsolute(path))

/**
 * Writes the entry: an owner-only page that redirects the browser to the address (Jupyter does the same). A token on
 * a command line could be read by every user of the PC.
 * @param spare directories to try if the disk is full
 */
export async function writeEntryFile(
  dataDir: string,
  url: string,
  fallbackDirectories: readonly string[] = spareDirectories(),
): Promise<string> {
  const own = join(dataDir, OWN)
  try {
    await mkdir(own, { recursive: true, mode: 0o700 })
    return await writeIn(own, url)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    for (const base of fallbackDirectories) {
      const path = await writeApart(base, url).catch(() => null)
      if (path !== null) return path
    }
    throw error
  }
}

async function writeIn(directory: string, url: string): Promise<string> {
  const path = join(directory, `ventanilla-${randomBytes(6).toString('hex')}.html`)
  const page = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Ventanilla</title>
<meta http-equiv="refresh" content="0;url=${url}"><p>Abriendo Ventanilla…</p></html>\n`
  try {
    await writeFile(path, page, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return path
}

/** Writes the entry in a new directory that only this user may enter. */
async function writeApart(base: string, url: string): Promise<string> {
  const directory = await mkdtemp(join(base, SPARE_PREFIX))
  try {
    return await writeIn(directory, url)
  } catch (error) {
    await rmdir(directory)
    throw error
  }
}

export async function removeEntryFile(path: string): Promise<void> {
  await rm(path, { force: true })
  if (dirname(path).includes(SPARE_PREFIX)) await rmdir(dirname(path))
}

/** Removes the files of a killed instance. Their tokens are no longer valid. */
export async function removeOldEntryFiles(dataDir: string): Promise<void> {
  const directory = join(dataDir, OWN)
  const names = await readdir(directory).catch(() => [])
  await Promise.all(names.map((name) => rm(join(directory, name), { force: true })))
}

export interface EntryMakerDeps {
  dataDir: string
  sessions: Pick<Sessions, 'createEntry'>
  /** Address that signs in with a token. */
  enterUrl: (token: string) => string
  log: Log
}

/**
 * Creates the one-time entries of this instance. The file of an entry is removed once the entry is used or too old.
 */
export type MakeEntry = (destination: Destination) => Promise<Required<OwnEntry>>

export function createEntryMaker({ dataDir, sessions, enterUrl, log }: EntryMakerDeps): MakeEntry {
  /**
   * Removes a file whose token is spent. A file that a scanner holds cannot be deleted, but opens nothing. The next
   * start removes it.
   */
  function remove(file: string): void {
    removeEntryFile(file).catch((error: unknown) =>
      log.error('web host: an entry file could not be removed', error),
    )
  }

  return async (destination) => {
    let file = ''
    const gone = Promise.withResolvers<void>()
    const { token } = sessions.createEntry(destination, gone.resolve)
    const url = enterUrl(token)
    try {
      const written = await writeEntryFile(dataDir, url)
      // The entry may be used or too old before its file is written.
      void gone.promise.then(() => remove(written))
      file = written
    } catch (error) {
      // With a full disk the address is the only entry, for the reader of this terminal. A window shows the reason.
      if (!isDiskFull(error)) throw error
      log.error('web host: no room for an entry file', error)
    }
    return { file, url, gone: gone.promise }
  }
}

/** One-time entry of a browser. */
export interface OwnEntry {
  /** Path of the entry file. Empty if the file could not be written. */
  file: string
  /** Address of the entry. Only the instance that made it knows it. */
  url?: string
  /** Resolves once the entry is used or too old. */
  gone?: Promise<void>
}

export interface OpenEntryDeps {
  open: boolean
  browser: BrowserWindow
  printLine(line: string): void
  openBrowser(file: string, browserWindow: BrowserWindow): Promise<Opened | null>
  /** Address of a page that tells that the disk is full. */
  noRoomUrl?: () => string
  patienceMs?: number
}

/** Milliseconds to wait for the browser: longer than its start on a slow PC. */
const PATIENCE_MS = 20_000

/**
 * Opens the entry and prints where it opened, or how to open it by hand. The instructions appear at once if nothing
 * opened it. They appear later if the browser has not arrived, because it may not be able to read the file. Without
 * room for a file, the browser shows the reason.
 * @returns true if a browser opened the entry
 */
export async function openEntry(
  { file, url, gone }: OwnEntry,
  { open, browser, printLine, openBrowser, noRoomUrl, patienceMs = PATIENCE_MS }: OpenEntryDeps,
): Promise<boolean> {
  const byHand = () => {
    if (file !== '') printLine(text.enterBy(file))
    if (url !== undefined) printLine(text.enterAt(url))
  }
  const opened = open && file !== '' ? await openBrowser(file, browser) : null
  if (!opened) {
    if (open && file === '' && noRoomUrl) await openBrowser(noRoomUrl(), browser)
    byHand()
    return false
  }
  printLine(opened.where === 'app' ? text.inWindow(opened.browser) : text.inTab)
  if (!gone) return true
  const timer = setTimeout(byHand, patienceMs)
  timer.unref()
  void gone.then(() => clearTimeout(timer))
  return true
}
