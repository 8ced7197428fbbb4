import { useState } from 'react'
import type { AccountAssumptions, AssumptionName } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { settingsText as text } from '#shared/text/settings.ts'
import type { NotificationSettings, OfficeSettings, SettingsFileName } from '#shared/bridge/settings.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useClient } from '../replica/client.ts'
import { useSlice } from '../replica/use-replica.ts'
import { sayFailed } from './say-failed.ts'
import { showToast } from './toasts.ts'

/** Settings of this PC, and a function to change one. */
export function useSettings() {
  const { bridge } = useClient()
  const settings = useSlice('settings')
  const update = async (change: CommandArgs<'settings.update'>) => {
    const answer = await bridge.call('settings.update', change)
    if (!answer.ok) showToast(text.failed, 'failed')
  }
  return { settings, update }
}

/** Active account. */
export function useAccount(): Account | null {
  const id = useSlice('profile')?.id
  const accounts = useSlice('accounts')
  return accounts?.find((account) => account.id === id) ?? null
}

/** Changes the active account's assumptions about the service. `undefined` restores the default. */
export function useAssumptions(account: Account) {
  const { bridge } = useClient()
  return async (change: { [N in AssumptionName]?: AccountAssumptions[N] | undefined }) => {
    const names = Object.keys(change) as AssumptionName[]
    const answer = await bridge.call('accounts.change', {
      id: account.id,
      // Only the changes are sent, because this window's copy of the other assumptions may be old.
      assumptions: withoutUndefined(change),
      resetAssumptions: names.filter((name) => change[name] === undefined),
    })
    if (!answer.ok) sayFailed(answer.error)
  }
}

export interface OfficeSetter {
  settings: OfficeSettings
  /**
   * Resolves after the save, whether it succeeded or failed.
   * @param where row that shows the failure
   */
  update: (where: string, change: CommandArgs<'office.update'>) => Promise<void>
  failed: { where: string; error: AppError } | null
}

/** Help of a setting that the PCs of an office share, while they share. */
export function useCommonHelp(help: string): string {
  const isShared = (useSlice('sharing')?.state ?? 'off') !== 'off'
  return isShared ? `${help} ${text.common}` : help
}

/** Settings of the office on this PC, and a function that saves one at once. */
export function useOffice(): OfficeSetter | null {
  const { bridge } = useClient()
  const settings = useSlice('office')
  const [failed, setFailed] = useState<OfficeSetter['failed']>(null)
  if (!settings) return null
  const update = async (where: string, change: CommandArgs<'office.update'>) => {
    const answer = await bridge.call('office.update', change)
    setFailed(answer.ok ? null : { where, error: answer.error })
  }
  return { settings, update, failed }
}

export interface NotificationSetter {
  settings: NotificationSettings
  /** Resolves after the save, whether it succeeded or failed. */
  update: (change: CommandArgs<'notification-settings.update'>) => Promise<void>
  /** Setting that could not be saved, and the error shown beside it. */
  failed: { what: keyof NotificationSettings; error: AppError } | null
}

/** Notification settings of this PC, and a function that saves one at once. */
export function useNotificationSettings(): NotificationSetter | null {
  const { bridge } = useClient()
  const settings = useSlice('notificationSettings')
  const [failed, setFailed] = useState<NotificationSetter['failed']>(null)
  if (!settings) return null
  const update = async (change: CommandArgs<'notification-settings.update'>) => {
    const what = Object.keys(change)[0] as keyof NotificationSettings
    const answer = await bridge.call('notification-settings.update', change)
    setFailed(answer.ok ? null : { what, error: answer.error })
  }
  return { settings, update, failed }
}

const FILES = {
  screens: { slice: 'settings', command: 'settings.update' },
  office: { slice: 'office', command: 'office.update' },
  notifications: { slice: 'notificationSettings', command: 'notification-settings.update' },
} as const

export interface SwitchSetter {
  on: boolean
  /** Resolves after the save, whether it succeeded or failed. */
  change: (on: boolean) => Promise<void>
  /** Error of the last save, shown beside the switch. */
  failed: AppError | null
}

/** A setting that is on or off. `null` until it is loaded. */
export function useSwitch(file: SettingsFileName, place: string): SwitchSetter | null {
  const { bridge } = useClient()
  const { slice, command } = FILES[file]
  const settings = useSlice(slice)
  const [failed, setFailed] = useState<AppError | null>(null)
  if (!settings) return null
  const names = place.split('.')
  const change = async (on: boolean) => {
    const changed = names.reduceRight<unknown>((inside, name) => ({ [name]: inside }), on)
    const answer = await bridge.call(command, changed as CommandArgs<typeof command>)
    setFailed(answer.ok ? null : answer.error)
  }
  const valueIn = (group: unknown, name: string) => (group as Record<string, unknown>)[name]
  return { on: names.reduce<unknown>(valueIn, settings) === true, change, failed }
}
