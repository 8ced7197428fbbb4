import { randomUUID } from 'node:crypto'
import type { CommandName } from '#shared/bridge/contract.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import { nothingManaged } from '#shared/bridge/managed.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { noScans } from '#shared/bridge/scan-folder.ts'
import { noSharing } from '#shared/bridge/sharing.ts'
import type { SliceName, Slices, Snapshot } from '#shared/bridge/slices.ts'
import {
  defaultNotificationSettings,
  defaultOfficeSettings,
  defaultSettings,
} from '#shared/bridge/settings.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { WindowLock } from '../features/lock/lock.ts'
import type { Updates } from '../features/updates/updates.ts'
import type { HostPort } from '../host.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Emitter } from '../runtime/emitter.ts'
import type { Workspace, WorkspaceEvents } from '../workspace-types.ts'
import type { Broadcaster } from './router.ts'

/** Small global state of the core. Every change is pushed whole, with a version that reveals gaps. */
export interface SliceHolder {
  get<N extends SliceName>(name: N): Slices[N]
  set<N extends SliceName>(name: N, value: Slices[N]): void
  snapshot(): Snapshot
}

export function createSlices(initial: Slices, publish: Broadcaster['publish']): SliceHolder {
  const slices = { ...initial }
  const run = randomUUID()
  let version = 0
  return {
    get: (name) => slices[name],
    set(name, value) {
      slices[name] = value
      version++
      publish('slice', { name, version, value })
    },
    snapshot: () => ({ run, version, slices: { ...slices } }),
  }
}

/** Slices of an account. Each takes the value of its event before any other listener hears of it. */
export function createAccountState(
  { on }: Pick<Emitter<WorkspaceEvents>, 'on'>,
  directory: string,
): Workspace['state'] {
  const state: Workspace['state'] = {
    connection: { state: 'idle', since: 0, attempts: 0 },
    store: { state: 'failed', directory },
    uncertain: [],
    inboxCounts: { unread: 0, actionable: 0 },
    outage: { state: 'none', failures: 0 },
    sweep: { open: 0, roundMs: 0, state: 'idle', lastAt: null },
    drafts: { drafts: 0, outbox: 0, sending: 0, attention: 0 },
    backup: { lastAt: null, nextAt: null, hasPassphrase: false, due: false, running: false },
    training: null,
    relay: noRelay,
    sharing: noSharing,
    scans: noScans,
  }
  for (const name of Object.keys(state) as (keyof Workspace['state'])[])
    on(name, (value: unknown) => void Object.assign(state, { [name]: value }))
  return state
}

/** Slices of the account on screen. Its banners are loaded when its store is open. */
export const accountSlices = ({
  active,
  state,
}: Pick<Workspace, 'active' | 'state'>): Pick<Slices, keyof Workspace['state'] | 'banners' | 'profile'> => ({
  ...state,
  banners: [],
  profile: active.profile,
})

export interface EmptySlicesDeps {
  workspace: Pick<Workspace, 'active' | 'state'>
  accounts: Pick<Accounts, 'list'>
  keychain: Pick<Keychain, 'state'>
  lock: Pick<WindowLock, 'state'>
  logFile: string | null
  host: Pick<HostPort, 'registerShortcut'>
  updates: Pick<Updates, 'state'>
}

/** Slices of a PC without data, used before anything is read and for locked windows. */
export const emptySlices = ({
  workspace,
  accounts,
  keychain,
  lock,
  logFile,
  host,
  updates,
}: EmptySlicesDeps): Slices => ({
  ...accountSlices(workspace),
  settings: defaultSettings,
  accounts: accounts.list(),
  unreadableAccounts: [],
  keychain: keychain.state,
  health: { troubles: [], logFile },
  notificationSettings: defaultNotificationSettings,
  office: defaultOfficeSettings,
  lock: lock.state,
  globalShortcut: host.registerShortcut ? 'off' : 'unsupported',
  managed: nothingManaged,
  extension: { waiting: [], approved: [] },
  updates: updates.state,
})

/**
 * Commands allowed before the PIN is entered. None reveals data. `diagnosis.page-error` logs errors of the lock
 * screen.
 */
const WHILE_LOCKED: ReadonlySet<CommandName> = new Set<CommandName>([
  'app.snapshot',
  'app.quit',
  'lock.open',
  'notifications.window',
  'notifications.outcome',
  'notifications.clicked',
  'diagnosis.page-error',
])

/** @param needsPin true if the windows are locked until the first PIN is set */
export const isAllowedLocked = (name: CommandName, needsPin: boolean): boolean =>
  WHILE_LOCKED.has(name) || (needsPin && name === 'lock.set-pin')

/**
 * Slices pushed while locked: appearance, the lock itself and the badge count. The rest comes with the
 * snapshot after unlocking.
 */
const SLICES_LOCKED: ReadonlySet<string> = new Set<keyof Slices>(['lock', 'settings', 'inboxCounts'])

/**
 * True if a locked window may receive the frame. Notifications have no names while locked (`electron/core/core.ts`).
 */
export function isHeardLocked({ topic, payload }: TopicFrame): boolean {
  if (topic === 'notify') return true
  if (topic !== 'slice') return false
  return SLICES_LOCKED.has((payload as { name: string }).name)
}

/**
 * Slices for a locked window: its appearance and how to open it.
 * @param empty slices of a PC without data
 */
export const lockedSlices = (slices: Slices, empty: Slices): Slices => ({
  ...empty,
  settings: slices.settings,
  lock: slices.lock,
})
