import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { NotificationPermissionState } from '#shared/domain/notification-state.ts'
import { notificationsText as text, testOutcomes } from '#shared/text/app-notifications.ts'
import { Button } from '../../design/button.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { askPermission } from '../../notify/ask-permission.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { SettingRow } from './settings-filter.tsx'

type Outcome = CommandResult<'notifications.test'>['outcome']

const VIEW_MODELS: Record<NotificationPermissionState, { sign: SignKind; title: string; help: string }> = {
  granted: { sign: 'ok', title: text.granted, help: text.grantedHelp },
  default: { sign: 'unknown', title: text.unasked, help: text.unaskedHelp },
  denied: { sign: 'warn', title: text.denied, help: text.deniedHelp },
  unsupported: { sign: 'none', title: text.unsupported, help: text.unsupportedHelp },
}

export const PERMISSION_WORDS = [
  text.permission,
  text.permissionSearch,
  text.test,
  text.ask,
  ...Object.values(VIEW_MODELS).map(({ title }) => title),
]

/** Notification permission of this window, with its remedy, and a test. */
export function NotificationPermissionRow({ permission }: { permission: NotificationPermissionState }) {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<'test'>()
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { sign, title, help } = VIEW_MODELS[permission]
  const unasked = permission === 'default'

  const ask = async () => {
    setAsking(true)
    setOutcome(null)
    const given = await askPermission()
    setAsking(false)
    // The next run offers it again.
    if (given === 'granted') void bridge.call('notification-settings.update', { declined: false })
  }
  const test = async () => {
    setOutcome(null)
    const done = await run('test', () => bridge.call('notifications.test', {}))
    if (done) setOutcome(done.value.outcome)
  }
  const busy = task.state === 'busy'
  return (
    <SettingRow words={PERMISSION_WORDS}>
      <div>
        <span className="notice-permission">
          <Sign kind={sign} />
          <b>{title}</b>
        </span>
        <span className="small muted">{help}</span>
        <span className="small" role="status">
          {asking ? text.asking : busy ? text.testing : outcome ? testOutcomes[outcome] : ''}
        </span>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
      {/* One button for both, so that it keeps the focus after the browser's prompt. */}
      <Button
        size="low"
        aria-disabled={busy || asking || undefined}
        onClick={() => {
          if (busy || asking) return
          forget()
          void (unasked ? ask() : test())
        }}
      >
        {unasked ? text.ask : text.test}
      </Button>
    </SettingRow>
  )
}
