import { join } from 'node:path'
import type { AboutHost } from '#shared/bridge/about.ts'
import type { Notification } from '#shared/bridge/inbox.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { HeadRecord } from './features/backup/records.ts'
import { pruneCrashDumps } from './features/diagnosis/crash-dumps.ts'
import type { DiagnosisCommandDeps } from './features/diagnosis/diagnosis.commands.ts'
import { emptySlices } from './bridge/empty-slices.ts'
import { lockedSlices } from './bridge/locked.ts'
import { createPanelRouter } from './bridge/panel-router.ts'
import { createRouter } from './bridge/router.ts'
import { createHandlers, createTransferHandlers } from './bridge/handlers.ts'
import { isDiskFull, storeAppError, StoreError } from './store/store-error.ts'
import { keychainAppError } from './keychain/keychain-app-error.ts'
import { KeychainError } from './keychain/keychain-error.ts'
import { createKeychain } from './keychain/keychain.ts'
import { removeCalendarFile } from './features/deadlines/calendar-file.ts'
import { createExtension } from './features/extension/extension.ts'
import { createQuickLookup } from './features/quick-lookup/quick-lookup.ts'
import { createWindowLock } from './features/lock/lock.ts'
import { unmanaged } from './features/managed-settings/managed-settings.ts'
import { isRefused } from './features/managed-settings/refusals.rules.ts'
import { asLocked } from './features/notifications/presentation.rules.ts'
import { createWindows } from './features/notifications/windows.ts'
import { createUpdates } from './features/updates/updates.ts'
import { createAccountProfile } from './accounts/account-profile.ts'
import { createAccounts } from './accounts/accounts.ts'
import { DEMO } from './accounts/accounts-file.ts'
import type { ActiveProfile } from './accounts/active-profile.ts'
import { beginsEmpty, sweepDemoDirectories } from './accounts/demo-directory.ts'
import { createDemoProfile } from './accounts/demo-profile.ts'
import { createNoProfile } from './accounts/no-profile.ts'
import { createDemoOffices } from './demo-offices.ts'
import { createSerialQueue } from './runtime/serial-queue.ts'
import { createAllSettings } from './features/settings/settings.ts'
import { createPageErrors } from './runtime/page-errors.ts'
import { createSupervisor } from './runtime/supervisor.ts'
import { createScreensLock } from './runtime/screens-lock.ts'
import { createScenarioFiles } from './features/training/scenario-files.ts'
import { endUnreadable } from './features/training/session-file.ts'
import { createSlices } from './bridge/slices.ts'
import { workspaceEvents } from './workspace-events.ts'
import { createWorkspace } from './workspace.ts'
import type { Workspace } from './workspace-types.ts'
import type { Core, CoreDeps } from './core-types.ts'

export type { Core, CoreDeps }

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
    // A closed store has its reason on its slice: answer with that.
    if (error instanceof StoreError) return slices.get('store').error ?? storeAppError(error)
    if (error instanceof KeychainError) return keychainAppError(error)
    if (isDiskFull(error)) return appError('disk-full')
    // Half a character: it has no URL encoding, and no resource here has that name.
    if (error instanceof URIError) return appError('invalid-request', { detail: 'not well-formed' })
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

  let demoBegunAt: number | null = null
  function profileOf(id: string): ActiveProfile | null {
    const account = accounts.find(id)
    if (account && !managed.allowsAddress(account.baseUrl)) return null
    if (account)
      return createAccountProfile({
        account,
        dataDir,
        secrets: keychain.secrets,
        onAddressChanged: () => accounts.noteMoved(id),
      })
    if (id !== DEMO.id) return null
    if (!managed.state.demo) return createNoProfile(dataDir)
    return createDemoProfile({
      host,
      clock,
      log,
      supervisor,
      dataDir,
      assumptions: accounts.demoAssumptions(),
      begunAt: demoBegunAt,
      moves: options.sampleOffice === true,
      ...(options.serviceArgs && { serviceArgs: options.serviceArgs }),
      // The workspace that is current by then.
      onUp: () => current.breaker.retryNow(),
    })
  }

  const version = options.version ?? '0'
  const updates = createUpdates({
    installed: options.updates,
    dataDir,
    version,
    slices: () => slices,
    managed,
    sending: () => current.sending(),
    clock,
    log,
    supervisor,
  })

  /** Account in the head of a backup. */
  function accountOf({ profile: { id, name, environment } }: ActiveProfile): HeadRecord['account'] {
    const account = accounts.find(id)
    return { name: account?.name ?? name, environment, baseUrl: account?.baseUrl ?? '' }
  }

  function workspaceOf(active: ActiveProfile): Workspace {
    const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS
    const isDemo = active.profile.id === DEMO.id
    return createWorkspace({
      active,
      sampleOffice: isDemo && options.sampleOffice === true && !beginsEmpty(dataDir),
      dbWorker,
      clock,
      log,
      supervisor,
      update: updates.ofStore,
      resolveProxy,
      timeouts,
      allowsRelay: (address) => (managed.mandatory('relay.address') ?? address) === address,
      relayTimings: options.relayTimings,
      windows,
      ...(host.openClientLink && {
        openClientLink: (link) => host.openClientLink?.(link) ?? Promise.resolve(false),
      }),
      ...(host.notify && {
        present: (notification) => host.notify?.(seenBy(notification)) ?? Promise.resolve('failed'),
      }),
      // While locked, notifications show no names.
      notificationSettings: () => ({
        ...slices.get('notificationSettings'),
        ...(lock.state.locked && { private: true }),
      }),
      hidesNames: () => slices.get('settings').hideNames,
      hidesPlates: () => slices.get('notificationSettings').private,
      office: () => slices.get('office'),
      account: () => accountOf(active),
      derive: options.deriveKey,
      undoMs: () => slices.get('settings').undoSeconds * 1_000,
      events: workspaceEvents({
        id: active.profile.id,
        isOnScreen: () => current.active === active,
        set: (name, value) => slices.set(name, value),
        changed(kind, ids) {
          router.publish('changed', { kind, ids, version: ++changes })
          extension.noteChanged(kind, ids)
        },
        batch: extension.noteBatch,
        accounts,
        log,
      }),
    })
  }

  /** Account switches run in order: two at once would leave two workspaces running. */
  const inTurn = createSerialQueue()
  const settings = createAllSettings(dataDir, () => slices, managed)
  const extension = createExtension({
    dataDir,
    host,
    version,
    isAllowed: managed.state.extension,
    clock,
    log,
    ask: (run) => screens.ask(() => run(current)),
    slices: () => slices,
    note: (entry) => current.audit.note(entry),
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
  const screens = createScreensLock()
  const lock = createWindowLock({
    dataDir,
    clock,
    settings: () => slices.get('office').lock,
    pinRequired: managed.mandatory('lock.pinRequired') ?? false,
    onState(state) {
      slices.set('lock', state)
      if (state.locked) quickLookup.stopTests()
      else goWhereAsked()
    },
    onWrong: () =>
      void current.audit
        .note({ what: 'lock.failed', kind: 'pin', identifier: '', result: 'failed' })
        .catch((error: unknown) => log.error('lock: a wrong PIN could not be recorded', error)),
    log,
    supervisor,
    derive: options.deriveKey,
  })
  /** Navigation requested while the windows were locked. */
  let asked: (() => Promise<Route | null>) | null = null
  function goWhereAsked(): void {
    const where = asked
    asked = null
    where?.()
      .then((route) => route && router.publish('route', { route }))
      .catch((error: unknown) => log.error('core: cannot go where a notification leads', error))
  }
  const windows = createWindows({
    clock,
    ask: (windowId, notification) =>
      router.publish('notify', { windowId, notification: seenBy(notification) }),
  })
  /** While locked, the click resolves the route after unlocking. */
  function seenBy(notification: Notification): Notification {
    return lock.state.locked ? asLocked(notification) : notification
  }

  function putOnScreen(next: Workspace): void {
    current = next
    slices.set('connection', next.state.connection)
    slices.set('store', next.state.store)
    slices.set('uncertain', [])
    slices.set('banners', [])
    slices.set('inboxCounts', next.state.inboxCounts)
    slices.set('outage', next.state.outage)
    slices.set('sweep', next.state.sweep)
    slices.set('drafts', next.state.drafts)
    slices.set('backup', next.state.backup)
    slices.set('training', next.state.training)
    slices.set('relay', next.state.relay)
    slices.set('profile', next.active.profile)
    next.active.start()
  }

  /**
   * Switches every window to another account, or reloads the same one after a change. Windows switch once it
   * is open, so that no request for one account reaches another.
   */
  const activate = (id: string): Promise<Result<Record<string, never>>> =>
    inTurn(async () => {
      const active = profileOf(id)
      if (!active) return fail(appError('unknown-account'))
      const before = current
      const same = before.active.profile.id === id
      if (same) await reload(active)
      else {
        const next = workspaceOf(active)
        await next.open()
        await screens.change(async () => putOnScreen(next))
      }
      try {
        await current.takeUp()
        if (accounts.activeId() !== id) await accounts.setActive(id)
      } finally {
        if (!same) await before.stop()
      }
      return ok({})
    })

  /**
   * Opens the present account again. It runs only once: two workspaces would take the same jobs.
   * @param between runs while nothing uses its data
   */
  const reload = (active: ActiveProfile, between?: () => Promise<void>): Promise<void> =>
    screens.change(async () => {
      await current.stop()
      try {
        await between?.()
      } finally {
        const next = workspaceOf(active)
        await next.open()
        putOnScreen(next)
      }
    })

  /**
   * Puts another demonstration in the place of the present one. Refused while another account is on screen: it never
   * touches a real one.
   */
  const replaceDemo = (replace: () => Promise<void>): Promise<Result<Record<string, never>>> =>
    inTurn(async () => {
      if (current.active.profile.id !== DEMO.id) return fail(appError('no-simulator'))
      // Its place is in the directory that is replaced.
      await current.calendarFile.publish('')
      demoBegunAt = clock.now()
      const demo = profileOf(DEMO.id)
      if (!demo) return fail(appError('unknown-account'))
      try {
        await reload(demo, replace)
      } finally {
        await current.takeUp()
      }
      return ok({})
    })

  const demoOffices = createDemoOffices({ dataDir, clock, replace: replaceDemo })

  let current = workspaceOf(demoUntilStarted())

  /** Placeholder until the accounts are read; it receives no requests. */
  function demoUntilStarted(): ActiveProfile {
    const demo = profileOf(DEMO.id)
    if (!demo) throw new Error('the demonstration is always there')
    return demo
  }

  const diagnosis: DiagnosisCommandDeps = {
    dataDir,
    clock,
    keychain,
    resolveProxy,
    version,
    supervisor,
    notePageError: createPageErrors({ clock, log, onUnexpected: () => application.report('unexpected') }),
    readLog: async (maxBytes) => (await options.logFile?.tail(maxBytes)) ?? '',
    workspace: () => current,
  }
  const router = createRouter({
    onCrash,
    isLocked: () => lock.state.locked,
    needsPin: () => lock.state.needsPin === true,
    isRefused: (name, args) => isRefused(name, args, { ...managed, account: accounts.find, demo: DEMO.id }),
    handlers: createHandlers({
      host,
      settings,
      quickLookup,
      extension,
      accounts,
      activate,
      ...demoOffices,
      scenarios,
      ...diagnosis,
      about: options.about ?? FROM_SOURCES,
      ask: (run) => screens.ask(() => run(current)),
      slices: () => slices,
      windows,
      lock,
      updates,
      snapshot() {
        const snapshot = slices.snapshot()
        return lock.state.locked ? { ...snapshot, slices: lockedSlices(snapshot.slices, empty) } : snapshot
      },
      clickedLocked(tag) {
        asked = () => current.tracking.notifier.clicked(tag)
      },
    }),
    transferHandlers: createTransferHandlers(() => current, scenarios, diagnosis),
  })
  const empty = emptySlices({ workspace: current, accounts, keychain, lock, logFile, host, updates })
  const slices = createSlices({ ...empty, managed: managed.state }, (topic, payload) => {
    router.publish(topic, payload)
    extension.noteSlice()
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
          await managed.keep()
          for (const one of Object.values(settings)) await one.load()
          await quickLookup.start()
          lock.start()
          await updates.start()
          await accounts.load()
          await sweepDemoDirectories(dataDir)
            .then(() => endUnreadable(dataDir, clock.now()))
            .catch((error: unknown) =>
              log.error('core: what was left of a demonstration cannot be put in order', error),
            )
          accounts.sweep()
          opening = extension.start()
          const id = profileOf(accounts.activeId()) === null ? DEMO.id : accounts.activeId()
          // The demonstration is open already, unless its assumptions were changed.
          const asItIs = id === DEMO.id && Object.keys(accounts.demoAssumptions()).length === 0
          const active = asItIs ? null : profileOf(id)
          if (active) {
            current = workspaceOf(active)
            slices.set('connection', current.state.connection)
            slices.set('profile', active.profile)
          }
        } catch (error) {
          log.error('core: cannot read the accounts', error)
        }
        await Promise.all([current.start((store) => updates.confirmStart(store, current.store)), opening])
      }),
    stop: () =>
      inTurn(async () => {
        quickLookup.stopTests()
        extension.stop()
        await updates.stop()
        await lock.stop()
        await current.stop({ hurried: true })
        keychain.close()
        supervisor.stop()
      }),
    sending: () => current.sending(),
    noteUnexpected: () => application.report('unexpected'),
    openRoute(route) {
      if (lock.state.locked) asked = async () => route
      else router.publish('route', { route })
    },
    shortcutPressed: () => quickLookup.pressed(),
    get isLocked() {
      return lock.state.locked
    },
    power(state) {
      if (state !== 'awake') lock.systemLocked()
      if (state === 'asleep') {
        current.relay.sleep()
        current.tracking.sleep()
      }
      if (state === 'awake') {
        current.tracking.wake()
        current.watches.wake()
        current.relay.wake()
      }
    },
  }
}
