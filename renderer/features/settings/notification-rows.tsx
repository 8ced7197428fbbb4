import { type ReactNode, useId, useState } from 'react'
import { errorTexts } from '#shared/text/errors.ts'
import { settingsText, alertDays, burstSentence, notificationsText as text } from '#shared/text/settings.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { notificationLimits } from '#shared/domain/notifications.ts'
import { parseWholeNumber } from '#shared/domain/typed-numbers.ts'
import type { Change } from '../../design/choices.tsx'
import { SettingProblem, SettingRow } from '../../app/setting-rows.tsx'
import { type NotificationSetter, useCommonHelp } from '../../app/use-settings.ts'
import { TypedValue } from '../../design/typed-value.tsx'

/** Error of saving a setting: its control has not moved. */
export function NotKept({
  notifications,
  of,
}: {
  notifications: NotificationSetter
  of: keyof NotificationSetter['settings']
}) {
  if (notifications.failed?.what !== of) return null
  return (
    <SettingProblem>
      {settingsText.failed} {errorTexts[notifications.failed.error.code].title}
    </SettingProblem>
  )
}

type Alert = keyof NotificationSettings['days']
const ALERTS = Object.keys(alertDays) as Alert[]

export const BURST_WORDS = [text.burst, 'agrupar ráfaga segundos']
export const DAYS_WORDS = [text.days, text.daysHelp, ...Object.values(alertDays), 'días alertas plazo']

/** Number of simultaneous changes that share one notification. */
export function NotificationBurstRow({ notifications }: { notifications: NotificationSetter }) {
  const { burst } = notifications.settings
  return (
    <NumbersRow
      notifications={notifications}
      of="burst"
      words={BURST_WORDS}
      title={text.burst}
      help={burstSentence(burst)}
    >
      {(number) => (
        <div className="notice-burst small">
          <span aria-hidden="true">{text.burstBefore}</span>
          {number(text.burstMore, burst.more, notificationLimits.more, (more) =>
            notifications.update({ burst: { more } }),
          )}
          <span aria-hidden="true">{text.burstMiddle}</span>
          {number(text.burstSeconds, burst.seconds, notificationLimits.seconds, (seconds) =>
            notifications.update({ burst: { seconds } }),
          )}
          <span aria-hidden="true">{text.burstAfter}</span>
        </div>
      )}
    </NumbersRow>
  )
}

/** Days without a change after which a reminder comes. */
export function NotificationDaysRow({ notifications }: { notifications: NotificationSetter }) {
  const { days } = notifications.settings
  const help = useCommonHelp(text.daysHelp)
  return (
    <NumbersRow notifications={notifications} of="days" words={DAYS_WORDS} title={text.days} help={help}>
      {(number) => (
        <ul className="notice-days small">
          {ALERTS.map((alert) => (
            <li key={alert}>
              <span aria-hidden="true">{alertDays[alert]}</span>
              {number(alertDays[alert], days[alert], notificationLimits.days, (value) =>
                notifications.update({ days: { [alert]: value } }),
              )}
              <span className="muted notice-days__unit">
                {days[alert] === 0 ? text.daysNone : text.daysUnit}
              </span>
            </li>
          ))}
        </ul>
      )}
    </NumbersRow>
  )
}

type Range = (typeof notificationLimits)[keyof typeof notificationLimits]
type NumberOf = (label: string, value: number, range: Range, onChange: Change<number>) => ReactNode

interface NumbersRowProps {
  notifications: NotificationSetter
  of: 'burst' | 'days'
  words: readonly string[]
  title: string
  help: string
  children: (number: NumberOf) => ReactNode
}

/** Row with several whole numbers, and one line for the last problem. */
function NumbersRow({ notifications, of, words, title, help, children }: NumbersRowProps) {
  const id = useId()
  const [wrong, setWrong] = useState<{ label: string; problem: string } | null>(null)
  const number: NumberOf = (label, value, range, onChange) => (
    <TypedValue
      label={label}
      value={value}
      write={String}
      read={(typed) => {
        const found = parseWholeNumber(typed, range)
        return found === null ? { problem: text.whole(range.min, range.max) } : { value: found }
      }}
      problemId={wrong?.label === label ? id : undefined}
      onProblem={(problem) =>
        setWrong((now) => (problem !== null ? { label, problem } : now?.label === label ? null : now))
      }
      onChange={onChange}
    />
  )
  return (
    <SettingRow
      words={words}
      title={title}
      help={help}
      under={
        <>
          {wrong && <SettingProblem id={id}>{wrong.problem}</SettingProblem>}
          <NotKept notifications={notifications} of={of} />
        </>
      }
    >
      {children(number)}
    </SettingRow>
  )
}
