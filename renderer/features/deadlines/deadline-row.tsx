import { AlarmClock, CalendarClock, FileClock, type LucideIcon, PenLine } from 'lucide-react'
import type { Deadline } from '#shared/bridge/deadlines.ts'
import { startOfDay } from '#shared/domain/iso-day.ts'
import { SOON_DAYS } from '#shared/domain/procedures/deadlines.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { deadlineSubject, deadlineTitle, hourText, deadlineLeft } from '#shared/text/app-deadline-calendar.ts'
import { inOneSentence } from '#shared/text/grammar.ts'
import { procedureName } from '#shared/text/labels.ts'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'

const ICONS: Readonly<Record<Deadline['kind'], LucideIcon>> = {
  legal: CalendarClock,
  provisional: FileClock,
  signature: PenLine,
  snoozed: AlarmClock,
}

export interface DeadlineRowProps {
  entry: Deadline
  /** Its day is not the heading over it. */
  dated?: boolean
  onOpen: (entry: Deadline) => void
}

/** An entry of a day: what it is, of which file, and how long is left. It opens the file. */
export function DeadlineRow({ entry, dated = false, onOpen }: DeadlineRowProps) {
  const { kind, left, overdue, subject, name, type, id } = entry
  const title = deadlineTitle(entry)
  const matter = [type && procedureName(type), name].filter(Boolean).join(' · ')
  const tone = overdue ? 'over' : left >= 0 && left <= SOON_DAYS ? 'soon' : 'calm'
  const day = dated ? fullDate(startOfDay(entry.day)) : hourText(entry)
  return (
    <li>
      <button
        type="button"
        className="row deadline"
        data-deadline={id}
        aria-label={inOneSentence([title, deadlineSubject(entry), matter, day, deadlineLeft(entry)])}
        onClick={() => onOpen(entry)}
      >
        <Icon of={ICONS[kind]} />
        <span className="deadline__plate">
          {subject.vrm !== undefined ? (
            <Plate vrm={subject.vrm} size="s" />
          ) : (
            <span className="clip figures">{deadlineSubject(entry)}</span>
          )}
        </span>
        <span className="deadline__what">
          <span className="clip">{title}</span>
          {matter && <span className="clip second small">{matter}</span>}
        </span>
        <span className="row__end deadline__end">
          {day && <span className="figures second">{day}</span>}
          <span className={`deadline__left deadline__left--${tone} figures`}>{deadlineLeft(entry)}</span>
        </span>
      </button>
    </li>
  )
}
