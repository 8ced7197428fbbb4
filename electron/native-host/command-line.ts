/** Facts that the launcher and the browser pass on the command line. */
export interface CommandLine {
  /** Data directory from the launcher. It is `null` for the usual one. */
  dataDir: string | null
  /** Name that the browser uses for the extension: `chrome-extension://<id>/`, or the id in Firefox. */
  origin: string
}

const DATA_DIR = '--data-dir='
const CHROMIUM_ORIGIN = /^chrome-extension:\/\/[a-p]{32}\/$/
const FIREFOX_ID = /^[\w.{}@-]{1,80}$/

/**
 * Reads the command line. Chromium passes the extension's origin, and on Windows a window too. Firefox passes the
 * path of its manifest and the extension's id. The launcher's own option comes first.
 */
export function readCommandLine(args: readonly string[]): CommandLine | null {
  const [first] = args
  const isOurs = first?.startsWith(DATA_DIR) === true
  const dataDir = isOurs ? first.slice(DATA_DIR.length) : ''
  const [one, two] = isOurs ? args.slice(1) : args
  const origin = one !== undefined && CHROMIUM_ORIGIN.test(one) ? one : two
  if (origin === undefined) return null
  if (origin !== one && !FIREFOX_ID.test(origin)) return null
  return { dataDir: dataDir === '' ? null : dataDir, origin }
}
