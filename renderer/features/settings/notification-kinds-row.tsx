import { useId } from 'react'
import type { EventClass } from '#shared/domain/event-class.ts'
import { notificationKinds, notificationsText as text } from '#shared/text/app-notifications.ts'
import { Switch } from '../../design/segments.tsx'
import { NotKept } from './notification-switch-row.tsx'
import { SettingRow } from './settings-filter.tsx'
import type { NotificationSetter } from './use-notification-settings.ts'

const KINDS = Object.keys(notificationKinds) as EventClass[]

export const KINDS_WORDS = [
  text.kinds,
  ...Object.values(notificationKinds).flatMap(({ label, help }) => [label, help]),
]

/** Kinds of event that notify, and those that only go to Novedades. */
export function NotificationKindsRow({ notifications }: { notifications: NotificationSetter }) {
  const id = useId()
  return (
    <SettingRow words={KINDS_WORDS}>
      <div>
        <b id={id}>{text.kinds}</b>
        <span className="small muted">{text.kindsHelp}</span>
        <NotKept notifications={notifications} of="events" />
      </div>
      <ul className="notice-kinds" aria-labelledby={id}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <label htmlFor={`${id}-${kind}`}>
              {notificationKinds[kind].label}
              <span className="small muted">{notificationKinds[kind].help}</span>
            </label>
            <Switch
              id={`${id}-${kind}`}
              on={notifications.settings.events[kind]}
              onChange={(on) => notifications.update({ events: { [kind]: on } })}
            />
          </li>
        ))}
      </ul>
    </SettingRow>
  )
}
