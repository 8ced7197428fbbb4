import { CalendarDays } from 'lucide-react'
import type { Deadline, Deadlines } from '#shared/bridge/deadlines.ts'
import { deadlinesText as text, weekdayText } from '#shared/text/app-deadline-calendar.ts'
import { Button } from '../../design/button.tsx'
import { Section } from '../frame/page.tsx'
import { DeadlineRow } from './deadline-row.tsx'

export interface DeadlineAgendaProps {
  days: readonly string[]
  /** Day with the keyboard. */
  chosen: string
  today: string
  /** `undefined` while they are read. */
  entries: readonly Deadline[] | undefined
  onOpen: (entry: Deadline) => void
}

/** Days with their entries, one under the other: empty ones are a line. */
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

/** Under days without an entry: the next day that has one, or what comes here in an office without any yet. */
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

/** What is past and still open, apart from the days: the latest first. */
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
