import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { getProxyForUrl } from 'proxy-from-env'
import { parseDeepLink } from '#shared/bridge/deep-link.ts'
import { terminalTexts as text } from '#shared/text/web-pages.ts'
import { systemClock } from './core/runtime/clock.ts'
import { createCore } from './core/core.ts'
import { readManagedSettings } from './core/features/managed-settings/managed-settings.ts'
import { checkAdminFile } from './check-admin-file.ts'
import { isDiskFull } from './core/store/store-error.ts'
import { forkKeytarChild, loadKeytarFrom } from './core/keychain/keytar-process.ts'
import type { Destination } from './core/instance/destination.ts'
import { handOver, tryHandOver } from './core/instance/hand-over.ts'
import { lockDirectory, type DirectoryLock } from './core/instance/lock.ts'
import type { Log } from './core/runtime/log/log.ts'
import { openProcessLog, type ProcessLog } from './core/runtime/log/process-log.ts'
import { catchUnexpected } from './core/runtime/last-resort.ts'
import { createHostManifests } from './native-host/manifests/manifests.ts'
import { processEntries } from './process-entries.ts'
import { createForkSidecars } from './sidecar/fork-sidecar.ts'
import { explainStart } from './start-failure.ts'
import { listenAtAddress } from './web/address.ts'
import { removeOldEntryFiles, writeEntryFile } from './web/entry-file.ts'
import { managedSources } from './managed-sources.ts'
import { thisInstallation } from './this-installation.ts'
import { VERSION } from './version.ts'
import { openBrowser } from './web/open-browser.ts'
import { openEntry } from './web/open-entry.ts'
import { readOptions, type WebOptions } from './web/options.ts'
import { createWebServer } from './web/server.ts'
import { createSessions } from './web/sessions.ts'

/**
 * Composition root of the web host. One JSON line on stdout has its address; user-facing messages go to
 * stderr.
 */
const say = (line: string) => void process.stderr.write(`${line}\n`)
const STOP_MS = 5_000

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (!options.ok) {
    say(text.badOption(options.error))
    process.exit(2)
  }
  if (options.value.checkAdminFile !== undefined) {
    const print = (line: string) => void process.stdout.write(`${line}\n`)
    process.exitCode = await checkAdminFile(options.value.checkAdminFile, print)
    return
  }
  const dataDir = resolve(options.value.dataDir)
  let log: ProcessLog | null = null
  try {
    const lock = lockDirectory(dataDir)
    if (!lock) return await joinRunning(dataDir, options.value)
    log = openProcessLog(dataDir, say)
    await start(options.value, dataDir, lock, log)
  } catch (error) {
    say(text.cannotStart(explainStart(error, dataDir, log)))
    process.exit(1)
  }
}

async function start(
  options: WebOptions,
  dataDir: string,
  lock: DirectoryLock,
  log: ProcessLog,
): Promise<void> {
  const stop = createStopper(log)
  let noteUnexpected = () => {}
  catchUnexpected({
    process,
    log,
    onUnexpected: () => noteUnexpected(),
    onHopeless() {
      say(text.hopeless(log.file.path))
      stop.now()
    },
  })
  log.info(
    `web host: ${VERSION} starts, Node ${process.versions.node} on ${process.platform} ${process.arch}`,
  )
  const entries = processEntries(import.meta.url)
  const managed = await readManagedSettings({ dataDir, log, ...managedSources(import.meta.url) })
  const sessions = createSessions()
  /** A browser was told to open a window, which has not come yet. */
  let isOpening = false
  const core = createCore({
    dataDir,
    dbWorker: entries.dbWorker,
    clock: systemClock,
    log,
    logFile: log.file,
    loadKeytar: loadKeytarFrom(
      () => forkKeytarChild(entries.keytar, process.env, log.error),
      (how) => log.warn(`keychain: its process ended (${how})`),
    ),
    version: VERSION,
    serviceArgs: options.serviceArgs,
    sampleOffice: options.sampleOffice,
    managed,
    host: {
      startSidecar: createForkSidecars({ entry: (name) => entries[name], onLine: log.info }),
      // A browser's own settings are not ours to read: the system's environment is used.
      resolveProxy: async (url) => getProxyForUrl(url) || null,
      openRoute: (place) => server.openRoute(place),
      showWindow: () => {
        if (!server.hasWindow() && !isOpening) void openWindow()
      },
      hostManifests: createHostManifests(
        thisInstallation({ root: import.meta.url, dataDir, isPackaged: false }),
      ),
      quit: stop.now,
    },
  })
  noteUnexpected = core.noteUnexpected
  const server = createWebServer({
    router: core.router,
    panelRouter: core.panelRouter,
    sessions,
    rendererDir: entries.rendererDir,
    log,
  })
  const makeEntry = async (destination: Destination) => {
    let file = ''
    const gone = Promise.withResolvers<void>()
    const { token } = sessions.createEntry(destination, () => {
      gone.resolve()
      removeEntryFile(file)
    })
    const url = server.enterUrl(token)
    try {
      file = await writeEntryFile(dataDir, url)
    } catch (error) {
      // With a full disk the only entry is the address itself, for the reader of this terminal.
      if (!isDiskFull(error)) throw error
      log.error('web host: no room for an entry file', error)
    }
    return { file, url, gone: gone.promise }
  }

  /**
   * Its token is spent: a file that stays (a scanner holds it) opens nothing, and the next start removes it.
   */
  function removeEntryFile(file: string): void {
    rm(file, { force: true }).catch((error: unknown) =>
      log.error('web host: an entry file could not be removed', error),
    )
  }

  /** Opens a window for what the user did elsewhere: in the extension of a browser. */
  async function openWindow(): Promise<void> {
    isOpening = true
    try {
      const entry = await makeEntry(null)
      await openEntry(entry, { ...options, say, openBrowser })
      await entry.gone
    } catch (error) {
      log.error('web host: no window could be opened', error)
    } finally {
      isOpening = false
    }
  }

  let handOvers: Awaited<ReturnType<typeof tryHandOver>> | undefined
  stop.onStop(async () => {
    handOvers?.close()
    await server.close()
    await core.stop()
    await removeOldEntryFiles(dataDir)
    log.info('web host: stopped')
    lock.release()
  })
  const [{ listening, moved }] = await Promise.all([
    listenAtAddress(dataDir, options.port, server.listen),
    removeOldEntryFiles(dataDir),
    core.start(),
  ])
  const { origin } = listening
  handOvers = await tryHandOver(log, dataDir, async (to) => {
    try {
      return { entry: (await makeEntry(to)).file }
    } catch (error) {
      log.error('web host: no entry could be made for a second start', error)
      throw error
    }
  })

  const entry = await makeEntry(destinationOf(options))
  process.stdout.write(`${JSON.stringify({ listening: origin, entry: entry.file })}\n`)
  if (moved) say(text.moved)
  say(text.open(origin))
  await openEntry(entry, { ...options, say, openBrowser })
  say(text.howToClose)
}

/** The panel, or the place of the link that it was started with. One that leads nowhere prevents nothing. */
function destinationOf({ link, opensPanel }: WebOptions): Destination {
  if (opensPanel) return { open: 'panel' }
  if (link === undefined) return null
  const place = parseDeepLink(link)
  if (!place) say(text.badLink)
  return place
}

/** Another process holds the data directory: it opens the window, and this one ends. */
async function joinRunning(dataDir: string, options: WebOptions): Promise<void> {
  const answer = await handOver(dataDir, destinationOf(options))
  if (!answer) {
    say(text.notAnswering)
    process.exit(1)
  }
  say(text.alreadyOpen)
  process.stdout.write(`${JSON.stringify({ handedOver: true, entry: answer.entry })}\n`)
  // No entry: the running one is the desktop window, and it has come to the front by itself.
  if (answer.entry === '') return
  await openEntry({ file: answer.entry }, { ...options, say, openBrowser })
}

/** Ends the process once, in order, and at once on a second request or a timeout. */
function createStopper(log: Log) {
  let task: () => Promise<void> = () => Promise.resolve()
  let stopping = false
  const now = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    task().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('web host: it did not stop well', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', now)
  process.on('SIGTERM', now)
  // The terminal was closed.
  process.on('SIGHUP', now)
  return {
    now,
    onStop(last: () => Promise<void>) {
      task = last
    },
  }
}

// A closed terminal must not end it, nor fill the log with its own failures.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
await main()
