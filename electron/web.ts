import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getProxyForUrl } from 'proxy-from-env'
import type { StoreState } from '#shared/bridge/slices.ts'
import type { UpdateFailure } from '#shared/bridge/updates.ts'
import { parseDeepLink } from '#shared/bridge/route.ts'
import { terminalTexts as text } from '#shared/text/hosts.ts'
import { systemClock } from './core/runtime/clock.ts'
import { createCore } from './core/core.ts'
import { readManagedSettings } from './core/features/managed-settings/managed-settings.ts'
import { checkAdminFile, managedSources } from './managed-sources.ts'
import { forkKeytarChild, loadKeytarFrom } from './core/keychain/keytar-process.ts'
import type { Destination } from './core/instance/hand-over-wire.ts'
import { handOver, tryHandOver } from './core/instance/hand-over.ts'
import { lockDirectory, type DirectoryLock } from './core/instance/lock.ts'
import { openProcessLog, type ProcessLog } from './core/runtime/log.ts'
import { catchUnexpected } from './core/runtime/unexpected-errors.ts'
import { usualDataDirectory } from './core/instance/data-directory.ts'
import { createHostManifests } from './native-host/manifests/manifests.ts'
import { createRegistry } from './native-host/manifests/registry.ts'
import { readPackagedEdition } from './packaged-edition.ts'
import { processEntries, explainStart } from './host-parts.ts'
import { createForkSidecars } from './sidecar/fork-sidecar.ts'
import { listenAtNewAddress } from './web/checks.ts'
import { removeOldEntryFiles, createEntryMaker, openEntry } from './web/entry.ts'
import { runProgram, thisInstallation } from './this-installation.ts'
import { COMMITTED_AT, VERSION } from './version.ts'
import { createInstalledUpdates, isFailedTrial, type InstalledUpdates } from './web/installed-updates.ts'
import { openBrowser } from './web/open-browser.ts'
import { readOptions, type WebOptions } from './web/options.ts'
import { forgetRestart, keepRestart, readRestart, type Restart, createStopper } from './web/restart.ts'
import { serveSecondPc } from './web/second-pc.ts'
import { createWebServer } from './web/server.ts'
import { createWebSessionStart } from './web/session-start.ts'
import { createSessions } from './web/sessions.ts'

/**
 * Composition root of the web host. One JSON line on stdout has the address of the host. Messages for the user go to
 * stderr.
 */
const printLine = (line: string) => void process.stderr.write(`${line}\n`)
/** Exit code of a start that handed over to the running process: `EX_TEMPFAIL` of sysexits.h. */
const HANDED_OVER = 75
/** Exit code that makes the service manager start the host again (build/packages/linux/ventanilla.service). */
const START_AGAIN = 76
/** Milliseconds after which an opened browser is no longer expected. */
const WINDOW_COMES_MS = 30_000
/**
 * The variable is for this process alone. A browser that this process opens, and its children, must not inherit it.
 */
const isService = process.env['VENTANILLA_SERVICE'] !== undefined
delete process.env['VENTANILLA_SERVICE']

/** Ends without having started. An installed version on trial does not count this as a failure. */
function end(code: number): void {
  process.exitCode = process.env['VENTANILLA_TRIAL'] ? HANDED_OVER : code
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (!options.ok) {
    printLine(text.badOption(options.error))
    return end(2)
  }
  const { prints } = options.value
  if (prints !== undefined) {
    process.stdout.write(`${prints === 'help' ? text.help : text.version(VERSION)}\n`)
    return end(0)
  }
  if (options.value.checkAdminFile !== undefined) {
    const print = (line: string) => void process.stdout.write(`${line}\n`)
    return end(await checkAdminFile(options.value.checkAdminFile, print))
  }
  const dataDir = resolve(options.value.dataDir)
  const edition = readPackagedEdition(import.meta.url)
  let log: ProcessLog | null = null
  try {
    const lock = lockDirectory(dataDir)
    log = lock && openProcessLog(dataDir, printLine)
    const updates = edition && createInstalledUpdates({ edition, resolveProxy, log: log ?? silent })
    if (!lock || !log) {
      return await joinRunning(dataDir, options.value)
    }
    const found = updates?.finishSwap(options.value.updateUndone)
    if (found?.do === 'restart') {
      log.info(`web host: ${found.version} starts in the place of ${updates?.version}`)
      lock.release()
      return updates?.launch(process.argv.slice(2))
    }
    const failure = found?.failure ?? null
    await start(
      options.value,
      dataDir,
      lock,
      log,
      updates && { ...updates, undone: found?.undone ?? null, failure },
    )
  } catch (error) {
    printLine(text.cannotStart(explainStart(error, dataDir, log)))
    process.exit(1)
  }
}

async function start(
  options: WebOptions,
  dataDir: string,
  lock: DirectoryLock,
  log: ProcessLog,
  updates: (InstalledUpdates & { undone: string | null; failure: UpdateFailure | null }) | null,
): Promise<void> {
  const stop = createStopper(log)
  let noteUnexpected = () => {}
  catchUnexpected({
    process,
    log,
    onUnexpected: () => noteUnexpected(),
    onHopeless() {
      printLine(text.hopeless(log.file.path))
      stop.now()
    },
  })
  log.info(
    `web host: ${VERSION} starts, Node ${process.versions.node} on ${process.platform} ${process.arch}`,
  )
  const entries = processEntries(import.meta.url)
  const managed = await readManagedSettings({ dataDir, log, ...managedSources(import.meta.url) })
  const edition = readPackagedEdition(import.meta.url)
  const installation = thisInstallation({
    root: import.meta.url,
    dataDir,
    isPackaged: edition !== null,
    edition,
  })
  const hostManifests = createHostManifests(installation)
  const sessionStart = createWebSessionStart({
    system: installation.system,
    launcher: edition && dataDir === usualDataDirectory() ? edition.launcher : null,
    registry: createRegistry(runProgram, process.env),
  })
  const sessions = createSessions()
  /** Restart of the previous process, whose windows look for this one. */
  const before = readRestart(dataDir, Date.now())
  let leaving: Restart | null = null
  /** True while a browser was asked to open a window that has not come yet. */
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
    about: {
      host: 'web',
      package: readPackagedEdition(import.meta.url)?.package ?? null,
      committedAt: COMMITTED_AT,
    },
    serviceArgs: options.serviceArgs,
    sampleOffice: options.sampleOffice,
    ...(updates && {
      updates: {
        version: updates.version,
        engine: updates.engine(() => stop.now({ announce, prepare: prepareNext, after: startNext })),
        undone: updates.undone,
        failure: updates.failure,
        isOnTrial: updates.isOnTrial,
        async confirmStart(store: StoreState) {
          await listened.promise
          // The launcher starts the previous version as soon as this process has ended.
          if (isFailedTrial(updates.isOnTrial(), store)) return stop.now()
          updates.confirm()
          if (updates.isOnTrial()) return
          // Only a confirmed version takes the windows. If a version on trial is undone, the previous version takes
          // them.
          if (before) server.welcome(before)
          forgetRestart(dataDir)
        },
      },
    }),
    managed,
    host: {
      startSidecar: createForkSidecars({ entry: (name) => entries[name], onLine: log.info }),
      resolveProxy,
      openRoute: (place) => server.openRoute(place),
      showWindow: () => {
        if (!server.hasWindow() && !isOpening) void openWindow()
      },
      servePc: (pc) => serveSecondPc(pc, { rendererDir: entries.rendererDir, log }),
      hostManifests,
      ...(edition && {
        desktop: {
          read: async () => ({ wayBack: null, sessionStart: await sessionStart.read() }),
          startWithSession: sessionStart.set,
        },
      }),
      quit: () => stop.now(),
    },
  })
  noteUnexpected = core.reportUnexpected
  /** Resolves when the page can be served. */
  const listened = Promise.withResolvers<void>()

  function announce(): void {
    leaving = server.announceRestart()
  }
  /**
   * Puts the downloaded version in the place of this one, and saves its windows. Runs before the data directory is
   * released.
   */
  async function prepareNext(): Promise<void> {
    try {
      updates?.swap()
    } catch (error) {
      // The next start tries again, and reports it if it fails too.
      log.error('web host: the version that is ready could not be put in place', error)
    }
    if (!leaving) return
    await keepRestart(dataDir, leaving, Date.now()).catch((error: unknown) =>
      log.error('web host: the windows will have to be opened again', error),
    )
  }
  const startNext = () => {
    // A child of this process would end with it.
    if (isService) return START_AGAIN
    updates?.launch(process.argv.slice(2))
    return 0
  }
  const server = createWebServer({
    router: core.router,
    panelRouter: core.panelRouter,
    sessions,
    rendererDir: entries.rendererDir,
    log,
    // macOS opens links only with applications in a bundle.
    opensLinks: edition !== null && !edition.platform.startsWith('darwin'),
  })
  const makeEntry = createEntryMaker({ dataDir, sessions, enterUrl: (token) => server.enterUrl(token), log })

  const opening = { printLine, openBrowser, noRoomUrl: server.noRoomUrl }
  /** Opens a window for an action of the user elsewhere: in the extension of a browser. */
  async function openWindow(): Promise<void> {
    isOpening = true
    try {
      const entry = await makeEntry(null)
      const isOpened = await openEntry(entry, { ...options, ...opening })
      // Limit the wait: a browser that does not come must not block the next attempt.
      if (isOpened) await Promise.race([entry.gone, setTimeout(WINDOW_COMES_MS, null, { ref: false })])
    } catch (error) {
      log.error('web host: no window could be opened', error)
    } finally {
      isOpening = false
    }
  }

  let handOvers: Awaited<ReturnType<typeof tryHandOver>> | undefined
  stop.onStop(async (next) => {
    try {
      next?.announce()
      handOvers?.close()
      await server.close()
      await core.stop()
      await removeOldEntryFiles(dataDir)
      await next?.prepare()
      log.info('web host: stopped')
    } finally {
      lock.release()
    }
  })
  const portBefore = before === null ? undefined : Number(before.host.split(':')[1])
  const [{ origin, port }] = await Promise.all([
    listenAtNewAddress(dataDir, options.port, server.listen, portBefore).finally(listened.resolve),
    removeOldEntryFiles(dataDir),
    core.start(),
  ])
  if (!updates) forgetRestart(dataDir)
  if (edition) hostManifests.refresh().catch((error) => log.error('native host: its entry is stale', error))
  handOvers = await tryHandOver(log, dataDir, async (to) => {
    try {
      const made = await makeEntry(to)
      // The second start has nothing to open, so this process shows the reason.
      if (made.file === '') await openEntry(made, { ...options, open: true, ...opening })
      return { entry: made.file }
    } catch (error) {
      log.error('web host: no entry could be made for a second start', error)
      throw error
    }
  })

  const entry = await makeEntry(destinationOf(options))
  process.stdout.write(`${JSON.stringify({ listening: origin, entry: entry.file })}\n`)
  printLine(text.open(origin))
  // The windows of the previous process come by themselves, if this process has the address that they look for.
  const windowsCome = before !== null && before.returns.length > 0 && port === portBefore
  await openEntry(entry, { ...options, open: before ? !windowsCome : options.open, ...opening })
  printLine(text.howToClose)
}

/**
 * Destination of this start: the panel, or the place of its link. A link that leads nowhere does not prevent the
 * start.
 */
function destinationOf({ link, opensPanel }: WebOptions): Destination {
  if (opensPanel) return { open: 'panel' }
  if (link === undefined) return null
  const place = parseDeepLink(link)
  if (!place) printLine(text.badLink)
  return place
}

/** Asks the process that holds the data directory to open the window, then ends this process. */
async function joinRunning(dataDir: string, options: WebOptions): Promise<void> {
  const answer = await handOver(dataDir, destinationOf(options))
  if (!answer) {
    printLine(text.notAnswering)
    process.exit(1)
  }
  // Tell the launcher that this version on trial opened nothing itself (build/packages/linux/launcher.sh).
  if (process.env['VENTANILLA_TRIAL']) process.exitCode = HANDED_OVER
  printLine(text.alreadyOpen)
  process.stdout.write(`${JSON.stringify({ handedOver: true, entry: answer.entry })}\n`)
  // Without an entry, the running process is the desktop window, and it has come to the front by itself.
  if (answer.entry === '') return
  await openEntry({ file: answer.entry }, { ...options, printLine, openBrowser })
}

// Use the system's environment: we cannot read a browser's own settings.
const resolveProxy = async (url: string) => getProxyForUrl(url) || null
const silent = { info: () => {}, warn: () => {}, error: () => {} }

// A closed terminal must not end the process, nor fill the log with write errors.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
await main()
