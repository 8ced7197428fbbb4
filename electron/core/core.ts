import { join } from 'node:path'
import type { Notification } from '#shared/bridge/inbox.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { defaultNotificationSettings } from '#shared/domain/notification-settings.ts'
import { defaultOfficeSettings } from '#shared/domain/office-settings.ts'
import type { HeadRecord } from './features/backup/records.ts'
import { lockedSlices } from './bridge/locked.ts'
import { createRouter, type Router } from './bridge/router.ts'
import type { Clock } from './runtime/clock.ts'
import { createHandlers, createTransferHandlers } from './bridge/handlers.ts'
import { isDiskFull, storeAppError, StoreError } from './store/store-error.ts'
import type { HostPort } from './host.ts'
import { keychainAppError } from './keychain/keychain-app-error.ts'
import { KeychainError } from './keychain/keychain-error.ts'
import { createKeychain } from './keychain/keychain.ts'
import type { LoadKeytar } from './keychain/keytar-port.ts'
import type { DeriveKey } from './keychain/sealed-file.ts'
import { createWindowLock } from './features/lock/lock.ts'
import type { LogFile } from './runtime/log/log-file.ts'
import type { Log } from './runtime/log/log.ts'
import { createWindows } from './features/notifications/windows.ts'
import { createAccountProfile } from './accounts/account-profile.ts'
import { createAccounts } from './accounts/accounts.ts'
import { DEMO } from './accounts/accounts-file.ts'
import type { ActiveProfile } from './accounts/active-profile.ts'
import { createDemoProfile } from './accounts/demo-profile.ts'
import { createSerialQueue } from './runtime/serial-queue.ts'
import { createAllSettings } from './features/settings/settings.ts'
import { defaultSettings } from '#shared/domain/settings.ts'
import { createSupervisor } from './runtime/supervisor.ts'
import { createScreensLock } from './runtime/screens-lock.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { createSlices } from './bridge/slices.ts'
import { workspaceEvents } from './workspace-events.ts'
import { createWorkspace } from './workspace.ts'
import type { Workspace } from './workspace-types.ts'

/** Everything that is not a window (architecture.md section 1). */
export interface Core {
  readonly router: Router
  /** Opens the store and starts what runs by itself. Never rejects: what fails is a state on screen. */
  start(): Promise<void>
  /** Something failed that nothing had foreseen: it is said on screen. */
  noteUnexpected(): void
  /** Ends every activity and process of its own. What was open is written down. */
  stop(): Promise<void>
  /** Brings the windows to a place; while they are locked, as soon as they are not. */
  openRoute(route: Route): void
  /** The windows are locked: nobody has said the PIN. */
  readonly isLocked: boolean
  /**
   * This PC goes to sleep, or its screen was locked; or it is awake (or unlocked) again and everything is looked at once
   * more.
   */
  power(state: 'asleep' | 'locked' | 'awake'): void
}

export interface CoreDeps {
  host: HostPort
  /** Already locked by this process (`instance/`). */
  dataDir: string
  /** Entry of the store's worker thread: a built file, or its source in tests. */
  dbWorker: URL
  clock: Clock
  log: Log
  /** Where the log is kept, for Diagnóstico. */
  logFile?: Pick<LogFile, 'path' | 'tail'>
  /** Milliseconds that a part may not answer, in the place of its own. */
  stallMs?: number
  /** The system's keychain; left out where it is not to be used. */
  loadKeytar?: LoadKeytar
  /** For tests of what is not about the cost of guessing a passphrase. */
  deriveKey?: DeriveKey
  /** Of this build. */
  version?: string
  /** Milliseconds to connect and, instead of the account's own, to have a whole answer. */
  timeouts?: { connectMs: number; answerMs?: number }
  /** More arguments for the demonstration's service. */
  serviceArgs?: readonly string[]
}

/** What a person can paste into a message. */
const MAX_LOG_BYTES = 200_000
const DEFAULT_TIMEOUTS = { connectMs: 5_000 } as const

export function createCore({ host, dataDir, dbWorker, clock, log, ...options }: CoreDeps): Core {
  const logFile = options.logFile?.path ?? null
  const supervisor = createSupervisor({
    clock,
    log,
    patienceMs: options.stallMs,
    onTroubles: (troubles) => slices.set('health', { troubles: [...troubles], logFile }),
  })
  const application = supervisor.watch('application')
  let changes = 0
  const onCrash = (where: string, error: unknown): AppError => {
    // A closed store has said why on its slice: that is the answer, not that it is closed.
    if (error instanceof StoreError) return slices.get('store').error ?? storeAppError(error)
    if (error instanceof KeychainError) return keychainAppError(error)
    if (isDiskFull(error)) return appError('disk-full')
    // Half a character: no address can be made of it, and nothing here has that name.
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
    onChanged() {
      slices.set('accounts', accounts.list())
      slices.set('unreadableAccounts', accounts.unreadable())
    },
  })

  function profileOf(id: string): ActiveProfile | null {
    const account = accounts.find(id)
    if (account)
      return createAccountProfile({
        account,
        dataDir,
        secrets: keychain.secrets,
        onAddressChanged: () => accounts.noteMoved(id),
      })
    if (id !== DEMO.id) return null
    return createDemoProfile({
      host,
      clock,
      log,
      supervisor,
      dataDir,
      assumptions: accounts.demoAssumptions(),
      ...(options.serviceArgs && { serviceArgs: options.serviceArgs }),
      // Whichever workspace has it by the time it is up.
      onUp: () => current.breaker.retryNow(),
    })
  }

  /** What a backup says that it is of. */
  function accountOf({ profile: { id, name, environment } }: ActiveProfile): HeadRecord['account'] {
    const account = accounts.find(id)
    return { name: account?.name ?? name, environment, baseUrl: account?.baseUrl ?? '' }
  }

  function workspaceOf(active: ActiveProfile): Workspace {
    const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS
    return createWorkspace({
      active,
      dbWorker,
      clock,
      log,
      supervisor,
      resolveProxy,
      timeouts,
      windows,
      ...(host.notify && {
        present: (notification) => host.notify?.(seenBy(notification)) ?? Promise.resolve('failed'),
      }),
      // Nobody said the PIN: whoever is there reads no name.
      notificationSettings: () => ({
        ...slices.get('notificationSettings'),
        ...(lock.state.locked && { private: true }),
      }),
      office: () => slices.get('office'),
      account: () => accountOf(active),
      derive: options.deriveKey,
      undoMs: () => slices.get('settings').undoSeconds * 1_000,
      events: workspaceEvents({
        id: active.profile.id,
        isOnScreen: () => current.active === active,
        set: (name, value) => slices.set(name, value),
        changed: (kind, ids) => router.publish('changed', { kind, ids, version: ++changes }),
        accounts,
        log,
      }),
    })
  }

  /** Changes of account take turns: two at once would leave two of them at work. */
  const inTurn = createSerialQueue()
  const settings = createAllSettings(dataDir, () => slices)
  const screens = createScreensLock()
  const lock = createWindowLock({
    dataDir,
    clock,
    settings: () => slices.get('office').lock,
    onState(state) {
      slices.set('lock', state)
      if (!state.locked) goWhereAsked()
    },
    onWrong: () =>
      void current.audit
        .note({ what: 'lock.failed', kind: 'pin', identifier: '', result: 'failed' })
        .catch((error: unknown) => log.error('lock: a wrong PIN could not be recorded', error)),
    log,
    supervisor,
    derive: options.deriveKey,
  })
  /** Where somebody wanted to go while the windows were locked. */
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
  /** Where it leads may name somebody: a locked window is told with the click, once it is open. */
  function seenBy(notification: Notification): Notification {
    return lock.state.locked ? { ...notification, route: { view: 'inbox' } } : notification
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
    slices.set('profile', next.active.profile)
    next.active.start()
  }

  /**
   * Puts another account on every screen, or the same one again after it changed. The screens are told once it is
   * open, so that they never ask one account's question of another.
   */
  const activate = (id: string): Promise<Result<Record<string, never>>> =>
    inTurn(async () => {
      const active = profileOf(id)
      if (!active) return fail(appError('unknown-account'))
      const before = current
      const next = workspaceOf(active)
      // Of the same account there can only be one: two would take the same jobs.
      const same = before.active.profile.id === id
      if (!same) await next.open()
      await screens.change(async () => {
        if (same) {
          await before.stop()
          await next.open()
        }
        putOnScreen(next)
      })
      try {
        await next.takeUp()
        if (accounts.activeId() !== id) await accounts.setActive(id)
      } finally {
        if (!same) await before.stop()
      }
      return ok({})
    })

  let current = workspaceOf(demoUntilStarted())

  /** Until the accounts are read nothing is asked of it. */
  function demoUntilStarted(): ActiveProfile {
    const demo = profileOf(DEMO.id)
    if (!demo) throw new Error('the demonstration is always there')
    return demo
  }

  const router = createRouter({
    onCrash,
    isLocked: () => lock.state.locked,
    handlers: createHandlers({
      host,
      settings,
      clock,
      keychain,
      accounts,
      activate,
      resolveProxy,
      version: options.version ?? '0',
      supervisor,
      readLog: async () => (await options.logFile?.tail(MAX_LOG_BYTES)) ?? '',
      workspace: () => current,
      ask: (run) => screens.ask(() => run(current)),
      slices: () => slices,
      windows,
      lock,
      snapshot() {
        const snapshot = slices.snapshot()
        return lock.state.locked ? { ...snapshot, slices: lockedSlices(snapshot.slices, empty) } : snapshot
      },
      clickedLocked(tag) {
        asked = () => current.tracking.notifier.clicked(tag)
      },
    }),
    transferHandlers: createTransferHandlers(() => current),
  })
  /** What is said of a PC with nothing on it: before anything is read, and to windows that are locked. */
  const empty: Slices = {
    settings: defaultSettings,
    connection: current.state.connection,
    profile: current.active.profile,
    accounts: accounts.list(),
    unreadableAccounts: [],
    keychain: keychain.state,
    uncertain: [],
    store: current.state.store,
    banners: [],
    health: { troubles: [], logFile },
    inboxCounts: current.state.inboxCounts,
    notificationSettings: defaultNotificationSettings,
    outage: current.state.outage,
    sweep: current.state.sweep,
    drafts: current.state.drafts,
    office: defaultOfficeSettings,
    lock: lock.state,
    backup: { lastAt: null, nextAt: null, hasPassphrase: false, due: false, running: false },
  }
  const slices = createSlices(empty, router.publish)

  return {
    router,
    start: () =>
      inTurn(async () => {
        try {
          for (const one of Object.values(settings)) await one.load()
          lock.start()
          await accounts.load()
          accounts.sweep()
          const id = accounts.activeId()
          // The demonstration is at hand already, unless something was changed in it.
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
        await current.start()
      }),
    stop: () =>
      inTurn(async () => {
        await lock.stop()
        await current.stop({ hurried: true })
        keychain.close()
        supervisor.stop()
      }),
    noteUnexpected: () => application.report('unexpected'),
    openRoute(route) {
      if (lock.state.locked) asked = async () => route
      else router.publish('route', { route })
    },
    get isLocked() {
      return lock.state.locked
    },
    power(state) {
      if (state !== 'awake') lock.systemLocked()
      if (state === 'asleep') current.tracking.sleep()
      if (state === 'awake') current.tracking.wake()
    },
  }
}
