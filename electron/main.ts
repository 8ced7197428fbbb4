import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron'
import type { Place } from '#shared/bridge/route.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { shellTexts, terminalTexts } from '#shared/text/hosts.ts'
import { systemClock } from './core/runtime/clock.ts'
import { createCore } from './core/core.ts'
import { readManagedSettings } from './core/features/managed-settings/managed-settings.ts'
import { checkAdminFile, managedSources } from './managed-sources.ts'
import type { Destination } from './core/instance/hand-over-wire.ts'
import { getCrashDirectory } from './core/features/diagnosis/support-report.ts'
import { tryHandOver } from './core/instance/hand-over.ts'
import { lockDirectory, type DirectoryLock } from './core/instance/lock.ts'
import { loadKeytarFrom } from './core/keychain/keytar-process.ts'
import { openProcessLog, type ProcessLog } from './core/runtime/log.ts'
import { catchUnexpected } from './core/runtime/unexpected-errors.ts'
import { createHostManifests } from './native-host/manifests/manifests.ts'
import { processEntries, explainStart } from './host-parts.ts'
import { appScheme, developmentServer, createPageSession, SECOND_PC_PARTITION } from './shell/page-session.ts'
import {
  followBadge,
  createNotificationActions,
  createNotifications,
  type Presenter,
} from './shell/notifications.ts'
import {
  chooseFolder,
  followSettings,
  createGlobalShortcut,
  isWaylandSession,
  enableShortcutsPortal,
  menuTemplate,
  followPower,
  proxyAddress,
  createTheme,
} from './shell/system.ts'
import { createClosing, askBeforeQuitting, followQuit } from './shell/closing.ts'
import { guardContents, openClientLink, openExternal } from './shell/protections.ts'
import {
  isDebugged,
  isUnsandboxed,
  readShellOptions,
  collectPlaces,
  placeIn,
  joinRunning,
} from './shell/start.ts'
import { keepCrashDumps, followPageFailures } from './shell/failures.ts'
import { identify, registerLinkScheme, createSessionStart } from './shell/identity.ts'
import { serveCalls, serveTopics, serveTransfers, createSenderOf, type TrustedWindow } from './shell/ipc.ts'
import { createMainWindow, createWindowMemory } from './shell/main-window.ts'
import { createPcWindow } from './shell/second-pc.ts'
import { createPackagedUpdates } from './shell/updates.ts'
import { createPanelWindow } from './shell/panel-window.ts'
import { startTray } from './shell/tray-feed.ts'
import { hasTrayHost } from './shell/tray.ts'
import { utilityKeytarChild, createUtilitySidecars } from './sidecar/utility-sidecar.ts'
import { thisInstallation } from './this-installation.ts'
import { COMMITTED_AT, VERSION } from './version.ts'
import { openBrowser } from './web/open-browser.ts'

/** Composition root of the desktop application. User-facing messages go to stderr or to the window. */
const printLine = (line: string) => void process.stderr.write(`${line}\n`)

const runProgram = async (command: string, args: readonly string[]) =>
  (await promisify(execFile)(command, args, { timeout: 3_000 })).stdout

const resolveProxy = async (url: string) => proxyAddress(await app.resolveProxy(url))

const args = process.argv.slice(1)
const options = readShellOptions(args)
const dataDir = resolve(options.dataDir)
let processLog: ProcessLog | null = null

/** Runs before the application is ready, so it must not await anything. */
function prepare(): DirectoryLock | null {
  protocol.registerSchemesAsPrivileged([appScheme])
  app.enableSandbox()
  enableShortcutsPortal(app, process.platform)
  identify(app, process.platform)
  const lock = lockDirectory(dataDir)
  // Use the data directory, so that two data directories are two separate applications.
  app.setPath('userData', join(dataDir, 'desktop'))
  if (lock) keepCrashDumps(app, crashReporter, getCrashDirectory(dataDir))
  return lock
}

async function main(): Promise<void> {
  if (app.isPackaged && isDebugged(args)) {
    printLine(shellTexts.noDebugger)
    return app.exit(1)
  }
  if (app.isPackaged && isUnsandboxed(args, process.env)) {
    printLine(shellTexts.noSandbox)
    // Wait until the application is ready: before that, Linux shows no box. No page runs unprotected yet.
    await app.whenReady()
    dialog.showErrorBox(shellTexts.cannotStart, shellTexts.noSandbox)
    return app.exit(1)
  }
  if (options.prints !== undefined) {
    process.stdout.write(
      `${options.prints === 'help' ? terminalTexts.help : terminalTexts.version(VERSION)}\n`,
    )
    return app.exit(0)
  }
  if (options.checkAdminFile !== undefined) {
    const print = (line: string) => void process.stdout.write(`${line}\n`)
    return app.exit(await checkAdminFile(options.checkAdminFile, print))
  }
  const lock = prepare()
  if (!lock) {
    const destination = options.opensPanel ? { open: 'panel' as const } : placeIn(args)
    const joined = await joinRunning({ app, dataDir, destination, openEntry: openBrowser })
    if (!joined) dialog.showErrorBox(shellTexts.cannotStart, terminalTexts.notAnswering)
    return app.exit(joined ? 0 : 1)
  }
  app.requestSingleInstanceLock()
  const log = openProcessLog(dataDir, printLine)
  processLog = log
  const places = collectPlaces(app, args, log)
  let noteUnexpected = () => {}
  catchUnexpected({
    process,
    log,
    onUnexpected: () => noteUnexpected(),
    onHopeless() {
      dialog.showErrorBox(shellTexts.hopeless, shellTexts.hopelessAdvice(log.file.path))
      app.quit()
    },
  })
  log.info(`desktop: ${VERSION} starts, Node ${process.versions.node} on ${process.platform} ${process.arch}`)
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      log.warn(`desktop: a process of Electron (${type}) ended: ${reason} ${exitCode}`)
  })
  guardContents(app, log)
  followPageFailures({ app, dialog, log })
  const administrator = readManagedSettings({
    dataDir,
    log,
    ...managedSources(import.meta.url, app.isPackaged),
  })
  await app.whenReady()
  const managed = await administrator

  const entries = processEntries(import.meta.url)
  const devTools = !app.isPackaged
  const sessionDeps = {
    session,
    rendererDir: entries.rendererDir,
    development: developmentServer(app.isPackaged, process.env),
    devTools,
    downloadsDir: () => app.getPath('downloads'),
  }
  const pages = createPageSession(sessionDeps)
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform === 'darwin')))

  const notifications: Presenter = createNotifications({
    Notification,
    platform: process.platform,
    log,
    onAction: createNotificationActions({
      router: () => core.router,
      show: () => window.show(),
      present: (notification) => notifications.present(notification),
      started: () => started,
      log,
    }),
  })
  const shortcut = createGlobalShortcut({
    globalShortcut,
    isWayland: isWaylandSession(process.platform, process.env),
    onPress: () => core.handleShortcut(),
    log,
  })
  const sessionStart = createSessionStart({
    app,
    platform: process.platform,
    env: process.env,
    execPath: process.execPath,
    ...options,
  })
  const trayIsThere = () => tray.isThere()
  const hostManifests = createHostManifests(
    thisInstallation({ root: import.meta.url, dataDir, isPackaged: app.isPackaged }),
  )
  const wayBack = () => (process.platform === 'darwin' ? 'dock' : trayIsThere() ? 'tray' : 'none')
  const core = createCore({
    dataDir,
    dbWorker: entries.dbWorker,
    clock: systemClock,
    log,
    logFile: log.file,
    loadKeytar: loadKeytarFrom(
      () => utilityKeytarChild({ utilityProcess, onLine: log.error }, entries.keytar),
      (how) => log.warn(`keychain: its process ended (${how})`),
    ),
    version: VERSION,
    about: { host: 'electron', package: app.isPackaged ? 'electron' : null, committedAt: COMMITTED_AT },
    serviceArgs: options.serviceArgs,
    sampleOffice: options.sampleOffice,
    ...(app.isPackaged && { updates: { engine: createPackagedUpdates(resolveProxy) } }),
    managed,
    host: {
      startSidecar: createUtilitySidecars({
        utilityProcess,
        entry: (name) => entries[name],
        onLine: log.info,
      }),
      resolveProxy,
      openRoute,
      showWindow: () => window.show(),
      servePc: (pc) => servePc(pc),
      hostManifests,
      panel: { close: () => panel.hide(), resize: (height) => panel.resize(height) },
      registerShortcut: shortcut.register,
      openPanel: () => panel.toggle(),
      notify: (notification) => notifications.present(notification),
      openExternal: (url) => openExternal(shell, url),
      openClientLink: (link) => openClientLink(shell, link),
      chooseFolder: (from) => chooseFolder(dialog, from),
      desktop: {
        read: async () => ({ wayBack: wayBack(), sessionStart: await sessionStart.read() }),
        startWithSession: sessionStart.set,
      },
      quit: () => app.quit(),
    },
  })
  noteUnexpected = core.reportUnexpected
  const memory = createWindowMemory(join(dataDir, 'window.json'))
  const theme = createTheme(nativeTheme, memory.read().theme, core.router)
  const closing = createClosing({
    platform: process.platform,
    dialog,
    router: core.router,
    memory,
    trayIsThere,
    quit: () => app.quit(),
    log,
  })
  const page = {
    session: pages,
    preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
    devTools,
  }
  const windows: TrustedWindow[] = []
  const onLost = () => dialog.showErrorBox(shellTexts.windowLost, shellTexts.windowLostAdvice)
  const servePc = createPcWindow({
    ...page,
    createSession: () => createPageSession(sessionDeps, SECOND_PC_PARTITION),
    BrowserWindow,
    screen,
    memory: createWindowMemory(join(dataDir, 'second-window.json')),
    theme,
    log,
    onLost,
    windows,
    topics: () => topics,
  })
  const window = createMainWindow({
    ...page,
    BrowserWindow,
    screen,
    memory,
    theme,
    log,
    onContents: (contents) => topics.follow(contents),
    onClose: closing.close,
    onSessionEnd: () => shutdown.quitNow(),
    onLost,
  })

  const settings = followSettings(core.router)
  const panel = createPanelWindow({
    ...page,
    BrowserWindow,
    screen,
    clipboard,
    readsClipboard: () => !core.isLocked && settings().quickLookup.readClipboard,
    platform: process.platform,
    theme,
    log,
    onContents: (contents) => topics.follow(contents),
    onShown: (clipboardPlates) => topics.sendTo(panelPage, 'panel', { clipboard: clipboardPlates }),
  })
  app.on('before-quit', () => panel.close())

  followPower(powerMonitor, core, () => shutdown.quitNow())
  followBadge({
    app,
    platform: process.platform,
    router: core.router,
    window,
    createFromBitmap: (pixels, size) => nativeImage.createFromBitmap(pixels, size),
  })
  const tray = startTray({
    Tray,
    Menu,
    nativeImage,
    nativeTheme,
    screen,
    powerMonitor,
    platform: process.platform,
    router: core.router,
    clock: systemClock,
    log,
    hasHost: () => hasTrayHost(process.platform, runProgram),
    openPanel: () => panel.show(),
    showWindow: () => window.show(),
    openRoute: (route) => void openRoute({ route }),
    quit: () => app.quit(),
    onFailed: ({ code }) => dialog.showErrorBox(errorTexts[code].title, errorTexts[code].advice),
    onGone: () => window.minimizeHidden(),
  })

  const started = core.start()
  const mainPage: TrustedWindow = { contents: window.contents, router: core.router }
  const panelPage: TrustedWindow = { contents: panel.contents, router: core.panelRouter }
  windows.push(mainPage, panelPage)
  const senderOf = createSenderOf(windows)
  const topics = serveTopics({ ipcMain, senderOf, windows })
  serveCalls({ ipcMain, senderOf, started, log })
  serveTransfers({ ipcMain, senderOf, started, log })

  function openPlace(to: Destination): void {
    if (!to) window.show()
    else if ('open' in to) panel.toggle()
    else openRoute({ route: to })
  }

  function openRoute(place: Place): boolean {
    // A locked window must not receive the route before it is unlocked.
    if (core.isLocked) core.openRoute(place.route)
    else topics.sendTo(mainPage, 'route', place)
    window.show()
    return true
  }

  notifications.start()
  const handOvers = await tryHandOver(log, dataDir, async (place) => {
    openPlace(place)
    // The other start has nothing to open, because the window is here.
    return { entry: '' }
  })
  app.on('activate', () => window.show())
  const shutdown = followQuit({
    app,
    platform: process.platform,
    log,
    sending: core.countSending,
    ask: (sending, signal) => askBeforeQuitting(dialog, window.onScreen(), sending, signal),
    onEnding: window.end,
    async stop() {
      shortcut.release()
      handOvers?.close()
      tray.close()
      await core.stop()
      log.info('desktop: stopped')
      lock.release()
    },
  })
  const isHidden = options.hidden || options.opensPanel || sessionStart.isOurStart()
  if (isHidden) window.prepare(wayBack() !== 'none')
  else window.show()
  if (options.opensPanel) panel.show()
  places.follow(openPlace)
  registerLinkScheme({
    app,
    platform: process.platform,
    execPath: process.execPath,
    argv: process.argv,
    ...options,
  })
  await started
  if (app.isPackaged)
    hostManifests.refresh().catch((error) => log.error('native host: its entry is stale', error))
  panel.prepare()
}

// A closed terminal must not end the application.
process.stderr.on('error', () => {})
// Do not await it: Electron is ready only after this file has run to its end.
main().catch((error: unknown) => {
  const detail = explainStart(error, dataDir, processLog)
  printLine(terminalTexts.cannotStart(detail))
  dialog.showErrorBox(shellTexts.cannotStart, detail)
  app.exit(1)
})
