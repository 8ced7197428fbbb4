import { join } from 'node:path'
import type { AboutHost } from '#shared/bridge/updates.ts'
import type { Notification } from '#shared/bridge/inbox.ts'
import { appError, type AppError, fail } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { SliceName, Slices } from '#shared/bridge/slices.ts'
import { createAccountOnScreen, workspaceEvents } from './account-on-screen.ts'
import { DEMO } from './accounts/accounts-file.ts'
import { createAccounts } from './accounts/accounts.ts'
import { isEmptyStart, type JoinedOffice, sweepDemoDirectories } from './accounts/demo-profile.ts'
import { type ActiveProfile, createProfiles } from './accounts/profiles.ts'
import { createHandlers, createTransferHandlers } from './bridge/handlers.ts'
import { createPanelRouter } from './bridge/panel-router.ts'
import { type Router, createRouter } from './bridge/router.ts'
import { accountSlices, emptySlices, lockedSlices, createSlices } from './bridge/slices.ts'
import { createDemoOffices } from './demonstration.ts'
import type { HeadRecord } from './features/backup/records.ts'
import { loadBanners } from './features/banners/banners.ts'
import { removeCalendarFile } from './features/deadlines/calendar-file.ts'
import type { DiagnosisCommandDeps } from './features/diagnosis/diagnosis.ts'
import { pruneCrashDumps } from './features/diagnosis/support-report.ts'
import { createExtension } from './features/extension/extension.ts'
import { createWindowLock, createRouteAfterUnlock } from './features/lock/lock.ts'
import { type ManagedSettings, unmanaged } from './features/managed-settings/managed-settings.ts'
import { isRefused } from './features/managed-settings/refusals.rules.ts'
import { hideContent } from './features/notifications/notifications.rules.ts'
import { createWindows } from './features/notifications/windows.ts'
import { createQuickLookup } from './features/quick-lookup/quick-lookup.ts'
import type { RelayDeps } from './features/relay/relay.ts'
import { createAllSettings, readCommonSettings, takeCommonSettings } from './features/settings/settings.ts'
import { createScenarioFiles } from './features/training/scenario-files.ts'
import { setAsideUnreadable } from './features/training/session-file.ts'
import { type InstalledVersion, createUpdates } from './features/updates/updates.ts'
import type { HostPort } from './host.ts'
import { keychainAppError, KeychainError } from './keychain/keychain-error.ts'
import { createKeychain } from './keychain/keychain.ts'
import type { LoadKeytar } from './keychain/keytar-process.ts'
import type { DeriveKey } from './keychain/sealed-secrets.ts'
import type { Clock } from './runtime/clock.ts'
import type { LogFile, Log } from './runtime/log.ts'
import { createSerialQueue } from './runtime/serial-queue.ts'
import { createSupervisor } from './runtime/supervisor.ts'
import { createPageErrors } from './runtime/unexpected-errors.ts'
import { isDiskFull, storeAppError, StoreError } from './store/store-error.ts'
import { createPcStarter } from './second-pc.ts'
import type { Workspace } from './workspace-types.ts'
import { createWorkspace } from './workspace.ts'

/** The application without its windows. */
export interface Core {
  readonly router: Router
  /** Router for the quick-lookup panel, which has fewer rights. */
  readonly panelRouter: Router
  /** Opens the store and starts the background work. Never rejects: a failure is a state on screen. */
  start(): Promise<void>
  /** Reports an unexpected failure on screen. */
  reportUnexpected(): void
  /** Number of items being sent. Quitting now would leave them for the next start. */
  countSending(): number
  /** Stops every activity and process of the core, and saves their state. */
  stop(): Promise<void>
  /** Navigates the windows to a route. If they are locked, the route waits until they are unlocked. */
  openRoute(route: Route): void
  /** True while the windows are locked, until the PIN is entered. */
  readonly isLocked: boolean
  /** Handles a press of the global shortcut. It opens the quick-lookup panel, unless the shortcut is being tested. */
  handleShortcut(): void
  /**
   * Handles a power or screen-lock event of this PC. `awake` is sent after unlocking too, and refetches everything.
   */
  handlePower(state: 'asleep' | 'locked' | 'awake'): void
}

export interface CoreDeps {
  host: HostPort
  /** Data directory. This process has already locked it (`electron/core/instance/lock.ts`). */
  dataDir: string
  /** Entry of the store's worker thread: a built file, or its source in tests. */
  dbWorker: URL
  clock: Clock
  log: Log
  /** Log file, shown in *Diagnóstico*. */
  logFile?: Pick<LogFile, 'path' | 'tail'>
  /** Overrides each part's stall timeout, in milliseconds. */
  stallMs?: number
  /** Loads the system's keychain. Absent if the keychain must not be used. */
  loadKeytar?: LoadKeytar
  /** Replaces the slow key derivation in tests that do not test the cost of guessing a passphrase. */
  deriveKey?: DeriveKey
  version?: string
  /** Host and package of this build. Default: the web host, from the sources. */
  about?: AboutHost
  /**
   * Timeouts in milliseconds. `connectMs` is for connecting. `answerMs` is for a whole answer, and overrides the
   * account's own.
   */
  timeouts?: { connectMs: number; answerMs?: number }
  /** Extra arguments of the demonstration's service. */
  serviceArgs?: readonly string[]
  /** Overrides times of the relay's connection, in milliseconds. */
  relayTimings?: RelayDeps['timings']
  /** Settings of the administrator of this PC. */
  managed?: ManagedSettings
  /**
   * Fills the demonstration with an invented office at its first start. Its procedures then advance by themselves.
   */
  sampleOffice?: boolean
  /** Office that this core joins as the second PC of a demonstration. */
  office?: JoinedOffice
  /** Updates of an installed edition. Absent if the application runs from its sources. */
  updates?: InstalledVersion
}

const FROM_SOURCES: AboutHost = { host: 'web', package: null, committedAt: null }
const DEFAULT_TIMEOUTS = { connectMs: 5_000 } as const

export function createCore({ host, dataDir, dbWorker, clock, log, ...options }: CoreDeps): Core {
  const logFile = options.logFile?.path ?? null
  const managed = options.managed ?? unmanaged
  const supervisor = createSupervisor({
    clock,
    log,
    patienceMs: options.stallMs,
    onTroubles: (troubles) => slices.set('health', { troubles: [...troubles], logFile }),
  })
  const application = supervisor.watch('application')
  let changes = 0
  const onCrash = (where: string, error: unknown): AppError => {
    // If the store is closed, its slice has the reason: answer with that error.
    const expected = expectedError(error, slices.get('store').error)
    if (expected) return expected
    log.error(`bridge: ${where}`, error)
    return appError('internal')
  }

  const keychain = createKeychain({
    sealedPath: join(dataDir, 'keys.sealed'),
    ...(options.loadKeytar && { load: options.loadKeytar }),
    ...(options.deriveKey && { derive: options.deriveKey }),
    onState(state) {
      slices.set('keychain', state)
      if (state.state === 'ready') accounts.sweep()
    },
  })
  const resolveProxy = (url: string) => host.resolveProxy(url)
  const accounts = createAccounts({
    dataDir,
    secrets: keychain.secrets,
    clock,
    resolveProxy,
    removeOutside: (directory) =>
      removeCalendarFile(directory).catch((error: unknown) =>
        log.error('accounts: the calendar file of a removed account is still there', error),
      ),
    onChanged() {
      slices.set(
        'accounts',
        accounts.list().filter(({ id }) => id !== DEMO.id || managed.state.demo),
      )
      slices.set('unreadableAccounts', accounts.unreadable())
    },
  })

  const profiles = createProfiles({
    accounts,
    secrets: keychain.secrets,
    managed,
    host,
    clock,
    log,
    supervisor,
    dataDir,
    joined: options.office,
    moves: options.sampleOffice === true,
    ...(options.serviceArgs && { serviceArgs: options.serviceArgs }),
    // Read the workspace at the time of the call: a switch replaces it.
    onUp: () => onScreen.workspace.breaker.retryNow(),
  })

  const version = options.version ?? '0'
  const updates = createUpdates({
    installed: options.updates,
    dataDir,
    version,
    slices: () => slices,
    managed,
    sending: () => onScreen.workspace.sending(),
    clock,
    log,
    supervisor,
  })

  /** Account fields for the head of a backup. */
  function accountOf({ profile: { id, name, environment } }: ActiveProfile): HeadRecord['account'] {
    const account = accounts.find(id)
    return { name: account?.name ?? name, environment, baseUrl: account?.baseUrl ?? '' }
  }

  const startPc = createPcStarter({ ...options, createCore, host, dbWorker, clock, log })

  function workspaceOf(active: ActiveProfile): Workspace {
    const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS
    const isDemo = active.profile.id === DEMO.id
    // Settings are of this PC, for all its accounts: an office of two invented PCs must not change them.
    const isInvented = () => isDemo && Boolean(options.office ?? onScreen.workspace.secondPc)
    const isOnScreen = () => onScreen.workspace.active === active
    return createWorkspace({
      active,
      sampleOffice: isDemo && options.sampleOffice === true && !isEmptyStart(dataDir),
      dbWorker,
      clock,
      log,
      supervisor,
      update: updates.ofStore,
      resolveProxy,
      timeouts,
      allowsRelay: (address) => (managed.mandatory('relay.address') ?? address) === address,
      relayTimings: options.relayTimings,
      startPc,
      windows,
      listShownRoutes: () => (lock.state.locked ? [] : windows.listShownRoutes()),
      ...(host.openClientLink && {
        openClientLink: (link) => host.openClientLink?.(link) ?? Promise.resolve(false),
      }),
      ...(host.notify && {
        present: (notification) => host.notify?.(recordSeen(notification)) ?? Promise.resolve('failed'),
      }),
      // Notifications show no names while locked.
      notificationSettings: () => ({
        ...slices.get('notificationSettings'),
        ...(lock.state.locked && { private: true }),
      }),
      hidesNames: () => slices.get('settings').hideNames,
      hidesPlates: () => slices.get('notificationSettings').private,
      office() {
        const office = slices.get('office')
        const person = isDemo ? onScreen.workspace.secondPc?.firstPerson : ''
        return office.operator === '' && person ? { ...office, operator: person } : office
      },
      commonSettings: {
        async claim() {
          const claimed = isInvented() ? null : await accounts.claimSettings(active.profile.id)
          const files = { office: slices.get('office'), notifications: slices.get('notificationSettings') }
          return claimed && { ...claimed, values: readCommonSettings(files) }
        },
        release: () => accounts.releaseSettings(active.profile.id),
        async take(values) {
          if (isInvented()) return
          await takeCommonSettings(settings, values)
          const { officeChanged, tracking, calendarFile } = onScreen.workspace
          officeChanged()
          tracking.settingsChanged()
          calendarFile.wake()
        },
      },
      account: () => accountOf(active),
      derive: options.deriveKey,
      undoMs: () => slices.get('settings').undoSeconds * 1_000,
      async onOpened(store) {
        const banners = await loadBanners(store)
        if (isOnScreen()) slices.set('banners', banners)
      },
      events: workspaceEvents({
        id: active.profile.id,
        isOnScreen,
        set: (name, value) => slices.set(name, value),
        changed(kind, ids) {
          router.publish('changed', { kind, ids, version: ++changes })
          extension.handleChange(kind, ids)
        },
        batch: extension.handleBatchChange,
        accounts,
        log,
      }),
    })
  }

  const inTurn = createSerialQueue()
  const settings = createAllSettings(dataDir, () => slices, managed)
  const extension = createExtension({
    dataDir,
    host,
    version,
    isAllowed: managed.state.extension,
    clock,
    log,
    ask: (run) => onScreen.ask(run),
    slices: () => slices,
    record: (entry) => onScreen.workspace.audit.record(entry),
  })
  const quickLookup = createQuickLookup({
    host,
    file: settings.screens,
    settings: () => slices.get('settings').quickLookup,
    clock,
    isMac: process.platform === 'darwin',
    onState: (state) => slices.set('globalShortcut', state),
  })
  const scenarios = createScenarioFiles(dataDir)
  const lock = createWindowLock({
    dataDir,
    clock,
    settings: () => slices.get('office').lock,
    pinRequired: managed.mandatory('lock.pinRequired') ?? false,
    onState(state) {
      slices.set('lock', state)
      onScreen.workspace.relay.shownChanged()
      if (state.locked) quickLookup.stopTests()
      else routeAfterUnlock.follow()
    },
    onWrong: () =>
      void onScreen.workspace.audit
        .record({ what: 'lock.failed', kind: 'pin', identifier: '', result: 'failed' })
        .catch((error: unknown) => log.error('lock: a wrong PIN could not be recorded', error)),
    log,
    supervisor,
    derive: options.deriveKey,
  })
  const openRoute = (route: Route) => router.publish('route', { route })
  const routeAfterUnlock = createRouteAfterUnlock({ open: openRoute, log })
  const windows = createWindows({
    clock,
    ask: (windowId, notification) =>
      router.publish('notify', { windowId, notification: recordSeen(notification) }),
  })
  /** Removes the names from a notification while locked. A click on it finds its route after unlocking. */
  function recordSeen(notification: Notification): Notification {
    return lock.state.locked ? hideContent(notification) : notification
  }

  const onScreen = createAccountOnScreen({
    profiles,
    accounts,
    workspaceOf,
    inTurn,
    clock,
    onShown: (workspace) => publish(accountSlices(workspace)),
  })
  function publish<N extends SliceName>(values: Pick<Slices, N>): void {
    for (const name of Object.keys(values) as N[]) slices.set(name, values[name])
  }

  const demoOffices = createDemoOffices({
    dataDir,
    clock,
    // The second PC has no service and no office of its own.
    replace: options.office ? async () => fail(appError('no-simulator')) : onScreen.replaceDemo,
  })

  const diagnosis: DiagnosisCommandDeps = {
    dataDir,
    clock,
    keychain,
    resolveProxy,
    version,
    supervisor,
    recordPageError: createPageErrors({
      clock,
      log,
      onUnexpected: () => application.report('unexpected'),
      isReplaced: updates.lookForReplacement,
    }),
    readLog: async (maxBytes) => (await options.logFile?.tail(maxBytes)) ?? '',
    workspace: () => onScreen.workspace,
  }
  const router = createRouter({
    onCrash,
    isLocked: () => lock.state.locked,
    needsPin: () => lock.state.needsPin === true,
    isRefused: (name, args) =>
      // The data of the second PC are deleted with the demonstration, so no account begins there.
      (options.office !== undefined && name.startsWith('accounts.')) ||
      isRefused(name, args, { ...managed, account: accounts.find, demo: DEMO.id }),
    handlers: createHandlers({
      host,
      settings,
      quickLookup,
      extension,
      accounts,
      activate: onScreen.activate,
      ...demoOffices,
      scenarios,
      ...diagnosis,
      about: options.about ?? FROM_SOURCES,
      ask: onScreen.ask,
      slices: () => slices,
      windows,
      lock,
      updates,
      snapshot() {
        const snapshot = slices.snapshot()
        return lock.state.locked ? { ...snapshot, slices: lockedSlices(snapshot.slices, empty) } : snapshot
      },
      clickedLocked(tag) {
        routeAfterUnlock.openLater(() => onScreen.workspace.tracking.notifier.openClicked(tag))
      },
    }),
    transferHandlers: createTransferHandlers(() => onScreen.workspace, scenarios, diagnosis),
  })
  const empty = emptySlices({
    workspace: onScreen.workspace,
    accounts,
    keychain,
    lock,
    logFile,
    host,
    updates,
  })
  const slices = createSlices({ ...empty, managed: managed.state }, (topic, payload) => {
    router.publish(topic, payload)
    extension.handleSliceChange()
  })

  return {
    router,
    panelRouter: createPanelRouter(router, empty),
    start: () =>
      inTurn(async () => {
        let opening = Promise.resolve()
        pruneCrashDumps(dataDir, clock.now()).catch((error: unknown) =>
          log.error('core: old crash dumps cannot be removed', error),
        )
        try {
          await managed.saveLastRead()
          for (const one of Object.values(settings)) await one.load()
          await quickLookup.start()
          lock.start()
          await updates.start()
          await accounts.load()
          await sweepDemoDirectories(dataDir)
            .then(() => setAsideUnreadable(dataDir, clock.now()))
            .catch((error: unknown) =>
              log.error('core: what was left of a demonstration cannot be put in order', error),
            )
          accounts.sweep()
          opening = extension.start()
          const id = profiles.of(accounts.activeId()) === null ? DEMO.id : accounts.activeId()
          // The demonstration is already open. Open it again only if its assumptions were changed.
          const asItIs = id === DEMO.id && Object.keys(accounts.demoAssumptions()).length === 0
          const active = asItIs ? null : profiles.of(id)
          if (active) {
            onScreen.setInitialAccount(active)
            slices.set('connection', onScreen.workspace.state.connection)
            slices.set('profile', active.profile)
          }
        } catch (error) {
          log.error('core: cannot read the accounts', error)
        }
        const { workspace } = onScreen
        await Promise.all([workspace.start((store) => updates.confirmStart(store, workspace.store)), opening])
      }),
    stop: () =>
      inTurn(async () => {
        quickLookup.stopTests()
        extension.stop()
        await updates.stop()
        await lock.stop()
        await onScreen.workspace.stop({ hurried: true })
        keychain.close()
        supervisor.stop()
      }),
    countSending: () => onScreen.workspace.sending(),
    reportUnexpected: () => application.report('unexpected'),
    openRoute(route) {
      if (lock.state.locked) routeAfterUnlock.openLater(async () => route)
      else openRoute(route)
    },
    handleShortcut: () => quickLookup.pressed(),
    get isLocked() {
      return lock.state.locked
    },
    handlePower(state) {
      if (state !== 'awake') lock.systemLocked()
      const { relay, tracking, watches } = onScreen.workspace
      if (state === 'asleep') {
        relay.sleep()
        tracking.sleep()
      }
      if (state === 'awake') {
        tracking.wake()
        watches.wake()
        relay.wake()
      }
    },
  }
}

/**
 * Error for a failure with a known cause. Returns `null` for any other failure, which is a bug.
 * @param ofStore the reason why the store is not open
 */
function expectedError(error: unknown, ofStore: AppError | undefined): AppError | null {
  if (error instanceof StoreError) return ofStore ?? storeAppError(error)
  if (error instanceof KeychainError) return keychainAppError(error)
  if (isDiskFull(error)) return appError('disk-full')
  // The text has half a surrogate pair. It has no URL encoding, so no resource here has that name.
  if (error instanceof URIError) return appError('invalid-request', { detail: 'not well-formed' })
  return null
}
