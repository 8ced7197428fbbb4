import { useRef } from 'react'
import { isPaused, pauseEnd, pauses } from '#shared/domain/notification-pause.ts'
import { notificationsText as text, notificationStateWords } from '#shared/text/app-notifications.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { NotKept } from './notification-switch-row.tsx'
import { SettingRow } from './settings-filter.tsx'
import type { NotificationSetter } from './use-notification-settings.ts'

export const PAUSE_WORDS = [text.pause, ...Object.values(text.pauseFor), text.resumeSearch]

/** Pauses the notifications for a while, and ends that. */
export function NotificationPauseRow({
  notifications,
  now,
}: {
  notifications: NotificationSetter
  now: number
}) {
  const client = useClient()
  const hour = useRef<HTMLButtonElement>(null)
  const { quiet, pausedUntil } = notifications.settings
  const paused = isPaused(pausedUntil, now)
  return (
    <SettingRow words={PAUSE_WORDS}>
      <div>
        <b>{text.pause}</b>
        <span className="small muted" role="status">
          {paused
            ? `${notificationStateWords({ state: 'paused', until: pausedUntil }, now)}.`
            : text.pauseHelp}
        </span>
        <NotKept notifications={notifications} of="pausedUntil" />
      </div>
      <div className="notice-pause">
        {paused && (
          <Button
            size="low"
            aria-label={text.resumeLabel}
            onClick={() => {
              // It goes away with the pause.
              hour.current?.focus()
              void notifications.update({ pausedUntil: null })
            }}
          >
            {text.resume}
          </Button>
        )}
        {pauses.map((pause) => (
          <Button
            key={pause}
            ref={pause === 'hour' ? hour : undefined}
            size="low"
            aria-label={text.pauseLabel[pause]}
            onClick={() => void notifications.update({ pausedUntil: pauseEnd(pause, quiet, client.now()) })}
          >
            {text.pauseFor[pause]}
          </Button>
        ))}
      </div>
    </SettingRow>
  )
}
