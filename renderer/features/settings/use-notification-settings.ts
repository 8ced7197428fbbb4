import { useState } from 'react'
import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

export interface NotificationSetter {
  settings: NotificationSettings
  /** Ends when it has been kept, or could not be. */
  update: (change: CommandArgs<'notification-settings.update'>) => Promise<void>
  /** Which of them could not be kept, and why: said where it is. */
  failed: { what: keyof NotificationSettings; error: AppError } | null
}

/** How this PC tells what changes, and how to change it: at once, one setting at a time. */
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
