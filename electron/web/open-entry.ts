import { terminalTexts as text } from '#shared/text/hosts.ts'
import type { BrowserWindow, Opened } from './open-browser.ts'

/** One-time entry of a browser. */
export interface OwnEntry {
  /** Empty if it could not be written. */
  file: string
  /** Known to the instance that made it. */
  url?: string
  /** Ends once it is used or too old. */
  gone?: Promise<void>
}

export interface OpenEntryDeps {
  open: boolean
  browser: BrowserWindow
  say(line: string): void
  openBrowser(file: string, wanted: BrowserWindow): Promise<Opened | null>
  /** Address of a page that says that the disk is full. */
  noRoomUrl?: () => string
  patienceMs?: number
}

/** Longer than a browser takes to start on a slow PC. */
const PATIENCE_MS = 20_000

/**
 * Opens the entry and says where, or how to open it by hand: at once if nothing opens it, later if the
 * browser that took it has not come (it may not read the file). Without room for a file the browser shows the reason.
 * @returns true if a browser took the entry
 */
export async function openEntry(
  { file, url, gone }: OwnEntry,
  { open, browser, say, openBrowser, noRoomUrl, patienceMs = PATIENCE_MS }: OpenEntryDeps,
): Promise<boolean> {
  const byHand = () => {
    if (file !== '') say(text.enterBy(file))
    if (url !== undefined) say(text.enterAt(url))
  }
  const opened = open && file !== '' ? await openBrowser(file, browser) : null
  if (!opened) {
    if (open && file === '' && noRoomUrl) await openBrowser(noRoomUrl(), browser)
    byHand()
    return false
  }
  say(opened.where === 'app' ? text.inWindow(opened.browser) : text.inTab)
  if (!gone) return true
  const timer = setTimeout(byHand, patienceMs)
  timer.unref()
  void gone.then(() => clearTimeout(timer))
  return true
}
