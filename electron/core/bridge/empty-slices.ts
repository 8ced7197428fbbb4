import { nothingManaged } from '#shared/bridge/managed.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { defaultNotificationSettings } from '#shared/domain/notification-settings.ts'
import { defaultOfficeSettings } from '#shared/domain/office-settings.ts'
import { defaultSettings } from '#shared/domain/settings.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { WindowLock } from '../features/lock/lock.ts'
import type { HostPort } from '../host.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Updates } from '../features/updates/updates.ts'
import type { Workspace } from '../workspace-types.ts'
import { accountSlices } from './account-slices.ts'

export interface EmptySlicesDeps {
  workspace: Pick<Workspace, 'active' | 'state'>
  accounts: Pick<Accounts, 'list'>
  keychain: Pick<Keychain, 'state'>
  lock: Pick<WindowLock, 'state'>
  logFile: string | null
  host: Pick<HostPort, 'registerShortcut'>
  updates: Pick<Updates, 'state'>
}

/** Slices of a PC without data: before anything is read, and for locked windows. */
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
