import { useId } from 'react'
import type { EventClass } from '#shared/domain/event-class.ts'
import { noticeKinds, noticesText as text } from '#shared/text/app-notices.ts'
import { Switch } from '../../design/segments.tsx'
import { NotKept } from './notice-switch-row.tsx'
import { SettingRow } from './settings-filter.tsx'
import type { NoticeSetter } from './use-notice-settings.ts'

const KINDS = Object.keys(noticeKinds) as EventClass[]

export const KINDS_WORDS = [
  text.kinds,
  ...Object.values(noticeKinds).flatMap(({ label, help }) => [label, help]),
]

/** What is told and what only waits in Novedades, by kind of event. */
export function NoticeKindsRow({ notices }: { notices: NoticeSetter }) {
  const id = useId()
  return (
    <SettingRow words={KINDS_WORDS}>
      <div>
        <b id={id}>{text.kinds}</b>
        <span className="small muted">{text.kindsHelp}</span>
        <NotKept notices={notices} of="events" />
      </div>
      <ul className="notice-kinds" aria-labelledby={id}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <label htmlFor={`${id}-${kind}`}>
              {noticeKinds[kind].label}
              <span className="small muted">{noticeKinds[kind].help}</span>
            </label>
            <Switch
              id={`${id}-${kind}`}
              on={notices.settings.events[kind]}
              onChange={(on) => notices.update({ events: { [kind]: on } })}
            />
          </li>
        ))}
      </ul>
    </SettingRow>
  )
}
