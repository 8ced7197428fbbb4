import { useState } from 'react'
import type { NoticeSettings } from '#shared/bridge/news.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

export interface NoticeSetter {
  settings: NoticeSettings
  /** Ends when it has been kept, or could not be. */
  update: (change: CommandArgs<'notice-settings.update'>) => Promise<void>
  /** Which of them could not be kept, and why: said where it is. */
  failed: { what: keyof NoticeSettings; error: AppError } | null
}

/** How this PC tells what changes, and how to change it: at once, one setting at a time. */
export function useNoticeSettings(): NoticeSetter | null {
  const { bridge } = useClient()
  const settings = useSlice('noticeSettings')
  const [failed, setFailed] = useState<NoticeSetter['failed']>(null)
  if (!settings) return null
  const update = async (change: CommandArgs<'notice-settings.update'>) => {
    const what = Object.keys(change)[0] as keyof NoticeSettings
    const answer = await bridge.call('notice-settings.update', change)
    setFailed(answer.ok ? null : { what, error: answer.error })
  }
  return { settings, update, failed }
}
