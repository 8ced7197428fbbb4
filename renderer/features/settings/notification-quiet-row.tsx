import { useId, useState } from 'react'
import { parseClockTime } from '#shared/domain/clock-time.ts'
import { notificationsText as text, quietSentence } from '#shared/text/app-notifications.ts'
import { Switch } from '../../design/segments.tsx'
import { NotKept } from './notification-switch-row.tsx'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import { TypedValue } from './typed-value.tsx'
import type { NotificationSetter } from './use-notification-settings.ts'

export const QUIET_WORDS = [text.quiet, text.quietFrom, text.quietTo, text.weekends, 'silencio molestar']

/** Quiet hours, repeated in a sentence. */
export function NotificationQuietRow({ notifications }: { notifications: NotificationSetter }) {
  const id = useId()
  const { quiet } = notifications.settings
  return (
    <SettingRow words={QUIET_WORDS}>
      <div>
        <label htmlFor={id}>
          <b>{text.quiet}</b>
        </label>
        <span className="small muted" role="status">
          {quietSentence(quiet)}
        </span>
        <NotKept notifications={notifications} of="quiet" />
      </div>
      <Switch
        id={id}
        on={quiet.enabled}
        onChange={(enabled) => notifications.update({ quiet: { enabled } })}
      />
      {quiet.enabled && <Hours notifications={notifications} />}
    </SettingRow>
  )
}

function Hours({ notifications }: { notifications: NotificationSetter }) {
  const id = useId()
  const [wrong, setWrong] = useState<'from' | 'to' | null>(null)
  const { quiet } = notifications.settings
  return (
    <div className="notice-hours">
      {(['from', 'to'] as const).map((end) => (
        <span key={end} className="notice-hours__end">
          <span className="small" aria-hidden="true">
            {end === 'from' ? text.quietFrom : text.quietTo}
          </span>
          <TypedValue
            label={end === 'from' ? text.quietFrom : text.quietTo}
            value={quiet[end]}
            write={String}
            read={readTime}
            problemId={wrong === end ? `${id}-wrong` : undefined}
            onProblem={(problem) => setWrong((now) => (problem !== null ? end : now === end ? null : now))}
            onChange={(time) => notifications.update({ quiet: { [end]: time } })}
          />
        </span>
      ))}
      <span className="notice-hours__end">
        <label className="small" htmlFor={`${id}-weekends`}>
          {text.weekends}
        </label>
        <Switch
          id={`${id}-weekends`}
          on={quiet.weekends}
          onChange={(weekends) => notifications.update({ quiet: { weekends } })}
        />
      </span>
      {wrong && <SettingProblem id={`${id}-wrong`}>{text.notTime}</SettingProblem>}
    </div>
  )
}

function readTime(typed: string) {
  const value = parseClockTime(typed)
  return value === null ? { problem: text.notTime } : { value }
}
