import type { PowerMonitor } from 'electron'
import * as z from 'zod'
import { inboxGroupSchema, type InboxGroup } from '#shared/bridge/inbox.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { snapshotSchema } from '#shared/bridge/slices.ts'
import { settingsSchema } from '#shared/bridge/settings.ts'
import { pauseEnd } from '#shared/domain/notifications.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Clock } from '../core/runtime/clock.ts'
import type { Log } from '../core/runtime/log.ts'
import {
  type TrayAction,
  type TraySlices,
  LATEST,
  trayChangesAt,
  trayViewModel,
  type TrayViewModel,
} from './tray-view-model.ts'
import { createTray, type TrayDeps, type TrayIcon } from './tray.ts'

export type StartTrayDeps = Omit<TrayDeps, 'onAction'> &
  Omit<TrayActionDeps, 'slices'> &
  Omit<TrayFeedDeps, 'onViewModel'> & { powerMonitor: Pick<PowerMonitor, 'on'> }

/** Connects the tray with the core: the core's state to the icon, and the commands of its menu to the core. */
export function startTray(deps: StartTrayDeps): Pick<TrayIcon, 'isThere' | 'close'> {
  const { log, powerMonitor } = deps
  const act = createTrayActions({ ...deps, slices: () => feed.slices() })
  const tray = createTray({
    ...deps,
    onAction: (action) =>
      void act(action).catch((error: unknown) => log.error('shell: the tray cannot do it', error)),
  })
  const feed = followTray({ ...deps, onViewModel: tray.show })
  powerMonitor.on('resume', () => {
    feed.refresh()
    tray.check()
  })
  return {
    isThere: tray.isThere,
    close() {
      feed.stop()
      tray.close()
    },
  }
}

interface TrayActionDeps {
  router: Pick<Router, 'call'>
  clock: Clock
  slices: () => TraySlices | null
  openPanel: () => void
  showWindow: () => void
  openRoute: (route: Route) => void
  quit: () => void
  onFailed: (error: AppError) => void
}

/**
 * Runs a command chosen in the tray's menu. The menu may have been open for long, so the account or the lock may have
 * changed.
 */
export function createTrayActions(deps: TrayActionDeps): (action: TrayAction) => Promise<void> {
  const { router, clock, slices } = deps

  async function callCommand(name: string, args: object): Promise<void> {
    const answer = await router.call(name, args)
    if (answer.ok) return
    // Show the window, where the user can run the command after unlocking.
    if (answer.error.code === 'locked') deps.showWindow()
    else deps.onFailed(answer.error)
  }

  return async (action) => {
    switch (action.do) {
      case 'panel':
        return deps.openPanel()
      case 'show':
        return deps.showWindow()
      case 'quit':
        return deps.quit()
      case 'open': {
        const known = slices()
        if (known?.profile.id !== action.account) return deps.openRoute({ view: 'inbox' })
        deps.openRoute(action.route)
        if (action.seqs !== undefined && !known.lock.locked)
          await router.call('inbox.mark', { seqs: action.seqs, state: 'read' })
        return undefined
      }
      case 'pause': {
        const quiet = slices()?.notificationSettings.quiet
        if (!quiet) return undefined
        return callCommand('notification-settings.update', {
          pausedUntil: pauseEnd(action.pause, quiet, clock.now()),
        })
      }
      case 'resume':
        return callCommand('notification-settings.update', { pausedUntil: null })
      case 'activate':
        return callCommand('accounts.activate', { id: action.id })
    }
  }
}

export interface TrayFeedDeps {
  router: Pick<Router, 'call' | 'subscribe'>
  clock: Clock
  log: Log
  onViewModel: (viewModel: TrayViewModel) => void
}

export interface TrayFeed {
  /** Last known state of the core; `null` before the first answer. */
  slices(): TraySlices | null
  /** Publishes the view model again if time has changed it. */
  refresh(): void
  stop(): void
}

const slicesSchema = snapshotSchema.shape.slices
  .pick({
    connection: true,
    inboxCounts: true,
    notificationSettings: true,
    profile: true,
    accounts: true,
    lock: true,
    globalShortcut: true,
  })
  .extend({ settings: settingsSchema.pick({ quickLookup: true, hideNames: true }) })
const knownSchema = z.object({ version: z.number(), slices: slicesSchema })
const latestSchema = z.object({ groups: z.array(inboxGroupSchema) })
/** Longest sleep in milliseconds. Timers stand still while the PC sleeps, so the time is checked this often. */
const MAX_SLEEP_MS = 60 * 60_000

/** Follows the core for the tray. It publishes a view model only if it differs from the previous one. */
export function followTray({ router, clock, log, onViewModel }: TrayFeedDeps): TrayFeed {
  let slices: TraySlices | null = null
  let version = -1
  let latest: InboxGroup[] = []
  let told = ''
  let asking = false
  let again = false
  let timer = new AbortController()

  function refresh(): void {
    if (!slices) return
    const now = clock.now()
    const next = trayViewModel(slices, latest, now)
    const text = JSON.stringify(next)
    if (text !== told) {
      told = text
      onViewModel(next)
    }
    waitFor(trayChangesAt(slices, now), now)
  }

  function waitFor(at: number | null, now: number): void {
    timer.abort()
    timer = new AbortController()
    const { signal } = timer
    if (at === null) return
    void clock.sleep(Math.min(at - now, MAX_SLEEP_MS), signal).then(() => !signal.aborted && refresh())
  }

  /** Reads everything at the start and after unlocking, because locked windows receive almost nothing. */
  async function readAll(): Promise<void> {
    const answer = await router.call('app.snapshot', {})
    const { data } = knownSchema.safeParse(answer.ok ? answer.value : null)
    if (!data) return log.error('shell: the tray does not know the state of the core')
    // A later slice arrived while the snapshot was on its way.
    if (data.version < version) return readAll()
    version = data.version
    slices = data.slices
    refresh()
    readLatest()
  }

  /** Reads the latest changes, one request at a time: a thousand changes do not need a thousand answers. */
  function readLatest(): void {
    if (asking) {
      again = true
      return
    }
    if (!slices || slices.lock.locked) return
    const account = slices.profile.id
    asking = true
    void router
      .call('inbox.groups', { filter: 'unread', order: 'time', limit: LATEST })
      .then((answer) => {
        const { data } = latestSchema.safeParse(answer.ok ? answer.value : null)
        // Ignore the answer of the previous account.
        if (account === slices?.profile.id) latest = data?.groups ?? []
        refresh()
      })
      .finally(() => {
        asking = false
        if (!again) return
        again = false
        readLatest()
      })
  }

  function onSlice(name: string, value: unknown): void {
    if (!slices || !(name in slicesSchema.shape)) return
    const parsed = slicesSchema.partial().safeParse({ [name]: value })
    if (!parsed.success) return
    const before = slices
    slices = { ...slices, ...(parsed.data as Partial<TraySlices>) }
    if (slices.profile.id !== before.profile.id) {
      latest = []
      readLatest()
    }
    if (before.lock.locked && !slices.lock.locked) read()
    else refresh()
  }

  const read = () =>
    void readAll().catch((error: unknown) => log.error('shell: the tray cannot read the core', error))

  const unsubscribe = router.subscribe(({ topic, payload }) => {
    if (topic === 'slice') {
      const slice = payload as { name: string; version: number; value: unknown }
      version = slice.version
      onSlice(slice.name, slice.value)
    }
    if (topic === 'changed' && (payload as { kind: string }).kind === 'inbox') readLatest()
  })
  read()

  return {
    slices: () => slices,
    refresh,
    stop() {
      unsubscribe()
      timer.abort()
    },
  }
}
