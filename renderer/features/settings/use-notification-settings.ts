import { useState } from 'react'
import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

export interface NotificationSetter {
  settings: NotificationSettings
  /** Resolves once saved or failed. */
  update: (change: CommandArgs<'notification-settings.update'>) => Promise<void>
  /** The setting that could not be saved, and why: shown beside it. */
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
