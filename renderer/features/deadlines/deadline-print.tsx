import type { Deadline, Deadlines } from '#shared/bridge/deadlines.ts'
import { startOfDay } from '#shared/domain/iso-day.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import {
  deadlinesText as text,
  deadlineSubject,
  deadlineTitle,
  hourText,
  deadlineLeft,
  weekdayText,
} from '#shared/text/app-deadline-calendar.ts'
import { procedureName } from '#shared/text/labels.ts'
import { PrintSheet } from '../frame/print-sheet.tsx'

export interface DeadlinePrintProps {
  data: Deadlines
  days: readonly string[]
  title: string
  /** When it is printed. */
  at: number
  onDone: () => void
}

/** Printed days: what is past first, under a heading of its own. Names as on screen. */
export function DeadlinePrint({ data, days, title, at, onDone }: DeadlinePrintProps) {
  const { entries, overdue, overdueTotal } = data
  return (
    <PrintSheet title={text.printTitle(title)} lines={[text.printed(at), text.source]} onDone={onDone}>
      <table>
        {overdue.length > 0 && (
          <tbody>
            <Heading>
              {text.overdue}
              {overdueTotal > overdue.length && ` (${text.overdueMore(overdueTotal - overdue.length)})`}
            </Heading>
            {overdue.map((entry) => (
              <Line key={entry.id} entry={entry} when={fullDate(startOfDay(entry.day))} />
            ))}
          </tbody>
        )}
        {days.map((day) => {
          const some = entries.filter((entry) => entry.day === day)
          return (
            <tbody key={day}>
              <Heading>{weekdayText(day)}</Heading>
              {some.map((entry) => (
                <Line key={entry.id} entry={entry} when={hourText(entry)} />
              ))}
              {some.length === 0 && (
                <tr>
                  <td colSpan={5}>{text.none}</td>
                </tr>
              )}
            </tbody>
          )
        })}
      </table>
    </PrintSheet>
  )
}

const Heading = ({ children }: { children: React.ReactNode }) => (
  <tr>
    <th colSpan={5} scope="rowgroup">
      {children}
    </th>
  </tr>
)

const Line = ({ entry, when }: { entry: Deadline; when: string }) => (
  <tr>
    <td className="print-sheet__plate">{deadlineSubject(entry)}</td>
    <td>{deadlineTitle(entry)}</td>
    <td>{[entry.type && procedureName(entry.type), entry.name].filter(Boolean).join(' · ')}</td>
    <td className="print-sheet__waiting">{when}</td>
    <td className="print-sheet__waiting">{deadlineLeft(entry)}</td>
  </tr>
)
