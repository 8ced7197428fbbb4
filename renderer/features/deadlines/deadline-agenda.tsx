import {
  BellRing,
  CalendarDays,
  AlarmClock,
  CalendarClock,
  FileClock,
  type LucideIcon,
  PenLine,
} from 'lucide-react'
import type { Deadline, Deadlines } from '#shared/bridge/deadlines.ts'
import {
  deadlinesText as text,
  weekdayText,
  deadlineSubject,
  deadlineWhat,
  deadlineWho,
  hourText,
  deadlineLeft,
} from '#shared/text/deadlines.ts'
import { Button } from '../../design/button.tsx'
import { Section } from '../../app/page.tsx'
import { startOfDay } from '#shared/domain/calendar.ts'
import { SOON_DAYS } from '#shared/domain/procedures/deadlines.ts'
import { fullDate } from '#shared/text/dates.ts'
import { inOneSentence } from '#shared/text/grammar.ts'
import { Icon } from '../../design/icon.tsx'
import { RowPlate } from '../../design/plate.tsx'

export interface DeadlineAgendaProps {
  days: readonly string[]
  /** Day with the keyboard. */
  chosen: string
  today: string
  /** Entries of the days; `undefined` while they load. */
  entries: readonly Deadline[] | undefined
  onOpen: (entry: Deadline) => void
}

/** List of days with their entries. A day without entries is one line. */
export function DeadlineAgenda({ days, chosen, today, entries: all, onOpen }: DeadlineAgendaProps) {
  return (
    <div className="agenda" role="group" aria-label={text.days}>
      {days.map((day) => {
        const entries = all?.filter((entry) => entry.day === day)
        const isToday = day === today
        return (
          <section
            key={day}
            className="agenda__day"
            aria-labelledby={`day-${day}`}
            aria-current={isToday ? 'date' : undefined}
            data-chosen={day === chosen || undefined}
            data-weekend={isWeekend(day) || undefined}
          >
            <h2 id={`day-${day}`} className="agenda__head" tabIndex={-1} data-day={day}>
              {weekdayText(day)}
              {isToday && <span className="agenda__today">{text.isToday}</span>}
            </h2>
            {!entries || entries.length === 0 ? (
              <p className="agenda__none muted small">{entries ? text.none : text.reading}</p>
            ) : (
              <ul className="rows">
                {entries.map((entry) => (
                  <DeadlineRow key={entry.id} entry={entry} onOpen={onOpen} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}

export interface NoEntriesProps {
  data: Deadlines
  range: 'week' | 'day'
  onGo: (day: string) => void
}

/**
 * Shown when the days on screen have no entry: the next day with an entry, or an explanation if the office has no
 * deadline yet.
 */
export function NoEntries({ data: { total, next }, range, onGo }: NoEntriesProps) {
  return (
    <div className="deadlines__first">
      <CalendarDays aria-hidden="true" />
      {total === 0 ? (
        <p>
          <b>{text.noneYet}</b> {text.noneYetAdvice}
        </p>
      ) : (
        <p>{text.empty[range]}</p>
      )}
      {next !== null && (
        <Button size="low" onClick={() => onGo(next)}>
          {text.goToNext(next)}
        </Button>
      )}
    </div>
  )
}

/** Overdue procedures that are still open, the latest first. */
export function OverdueList({ data, onOpen }: Pick<DeadlineAgendaProps, 'onOpen'> & { data: Deadlines }) {
  const { overdue, overdueTotal } = data
  return (
    <aside className="overdue" aria-label={text.overdue} data-region="rail" tabIndex={-1}>
      <Section title={text.overdue} aside={overdueTotal > 0 ? overdueTotal : undefined}>
        {overdue.length === 0 ? (
          <p className="muted small">{text.overdueNone}</p>
        ) : (
          <ul className="rows rows--ruled">
            {overdue.map((entry) => (
              <DeadlineRow key={entry.id} entry={entry} dated onOpen={onOpen} />
            ))}
          </ul>
        )}
        {overdueTotal > overdue.length && (
          <p className="muted small overdue__more">{text.overdueMore(overdueTotal - overdue.length)}</p>
        )}
      </Section>
    </aside>
  )
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T12:00`).getDay())

const ICONS: Readonly<Record<Deadline['kind'], LucideIcon>> = {
  legal: CalendarClock,
  provisional: FileClock,
  signature: PenLine,
  request: BellRing,
  snoozed: AlarmClock,
}

interface DeadlineRowProps {
  entry: Deadline
  /** True if the entry shows its own day, because no heading does. */
  dated?: boolean
  onOpen: (entry: Deadline) => void
}

/** Entry of a day: whose it is, what it is and the time left. A press opens the case. */
function DeadlineRow({ entry, dated = false, onOpen }: DeadlineRowProps) {
  const { kind, left, overdue, subject, id } = entry
  const who = deadlineWho(entry)
  const what = deadlineWhat(entry)
  const whose = [deadlineSubject(entry), who].filter(Boolean).join(', ')
  const tone = overdue ? 'over' : left >= 0 && left <= SOON_DAYS ? 'soon' : 'calm'
  const day = dated ? fullDate(startOfDay(entry.day)) : hourText(entry)
  return (
    <li>
      <button
        type="button"
        className={dated ? 'row deadline deadline--dated' : 'row deadline'}
        data-deadline={id}
        aria-label={inOneSentence([whose, what, day, deadlineLeft(entry)])}
        onClick={() => onOpen(entry)}
      >
        <Icon of={ICONS[kind]} />
        <span className="deadline__plate">
          <RowPlate {...subject} />
        </span>
        <span className="deadline__what">
          {who && <span className="second deadline__who">{who}</span>}
          <span>{what}</span>
        </span>
        <span className="row__end deadline__end">
          {day && <span className="figures second">{day}</span>}
          <span className={`deadline__left deadline__left--${tone} figures`}>{deadlineLeft(entry)}</span>
        </span>
      </button>
    </li>
  )
}
