import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { registerReset, useLast } from '../../app/account-change.ts'
import { CalendarPlus, CalendarX, ChevronLeft, ChevronRight, Printer, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useState, useMemo, useRef } from 'react'
import type { Deadline, Deadlines } from '#shared/bridge/deadlines.ts'
import { viewTitles } from '#shared/text/app.ts'
import {
  calendarFileText,
  deadlinesText as text,
  deadlineSubject,
  deadlineWhat,
  deadlineWho,
  hourText,
  deadlineLeft,
  weekdayText,
  longDay,
  weekText,
} from '#shared/text/deadlines.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Segments } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useAt } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts, NOT_MINE } from '../../app/shortcuts.ts'
import { openRoute } from '../../app/route.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { ListState, useHidesNames } from '../../app/lists.tsx'
import { Page } from '../../app/page.tsx'
import { CalendarDialog } from './calendar-dialog.tsx'
import { DeadlineAgenda, NoEntries, OverdueList } from './deadline-agenda.tsx'
import { fullDate } from '#shared/text/dates.ts'
import { PrintSheet } from '../../app/page-parts.tsx'
import { isoDay, startOfDay, addDays, mondayOf } from '#shared/domain/calendar.ts'
import './deadlines.css'

/** State of *Plazos*. */
interface DeadlinesState {
  range: 'week' | 'day'
  /** Chosen day, YYYY-MM-DD. `null` is today, also after midnight. */
  day: string | null
  /** Id of the entry opened last. */
  last: string | null
}

const NO_DEADLINES: DeadlinesState = { range: 'week', day: null, last: null }
const deadlines = createStore<DeadlinesState>(() => NO_DEADLINES)
registerReset(() => deadlines.setState(NO_DEADLINES))

const keepDeadlinesState = (change: Partial<DeadlinesState>) => deadlines.setState(change)
const deadlinesState = () => deadlines.getState()
const useDeadlinesState = () => useStore(deadlines)

const RANGES = (['week', 'day'] as const).map((value) => ({ value, label: text.range[value] }))

/** Page *Plazos*: the deadlines of each day, by week or by day, with the overdue ones apart. */
export function DeadlinesPage() {
  const { now } = useClient()
  const days = useDeadlineDays()
  const { range, from, to } = days
  const { answer, error } = useDeadlines(from, to)
  // The overdue entries stay on screen while other days load.
  const data = useLast(answer)
  const { data: file } = useQuery('deadlines.calendar', {})
  const [subscribing, setSubscribing] = useState(false)
  const [printing, setPrinting] = useState<number | null>(null)
  const printed = useCallback(() => setPrinting(null), [])
  const hint = useKeyHint()
  const print = () => answer && setPrinting(now())
  useShortcuts({ 'deadlines.print': print })
  // On return, the entry that was opened gets the focus, and the title does not.
  const [returns] = useState(() => deadlinesState().last !== null)
  const loaded = data !== undefined
  useEffect(() => {
    const { last } = deadlinesState()
    if (!loaded || last === null || !isFocusNowhere()) return
    keepDeadlinesState({ last: null })
    document.querySelector<HTMLElement>(`[data-deadline="${CSS.escape(last)}"]`)?.focus()
  }, [loaded])
  const open = (entry: Deadline) => {
    keepDeadlinesState({ last: entry.id })
    const { kind, id } = entry.about
    if (kind === 'procedure' || kind === 'signature') return openRoute({ view: kind, id })
    if (entry.kind === 'request') return openRoute({ view: 'requests' })
    openRoute({ view: 'inbox', ...(entry.seq !== undefined && { seq: entry.seq }) })
  }
  return (
    <Page
      title={text.title}
      section={viewTitles.deadlines}
      up="procedures"
      landing={!returns}
      actions={
        <>
          <Button size="low" icon={CalendarPlus} onClick={() => setSubscribing(true)}>
            {text.subscribe}
          </Button>
          <Button size="low" icon={Printer} disabled={!answer} {...hint('deadlines.print')} onClick={print}>
            {text.print}
          </Button>
        </>
      }
    >
      <div className="deadlines">
        <ProcedurePlaces where="page" />
        <div className="deadlines__tools">
          <Segments label={text.ranges} options={RANGES} value={range} onChange={days.show} />
          <span className="deadlines__steps">
            <IconButton icon={ChevronLeft} label={text.previous[range]} onClick={days.previous} />
            <Button size="low" {...hint('deadlines.today')} disabled={days.isNow} onClick={days.today}>
              {text.today}
            </Button>
            <IconButton icon={ChevronRight} label={text.next[range]} onClick={days.next} />
          </span>
          <p className="medium" role="status">
            {days.title}
            {answer && <span className="second small"> · {text.amount(answer.entries.length)}</span>}
          </p>
          {data && data.overdueTotal > 0 && (
            <Button
              size="low"
              className="deadlines__overdue"
              icon={CalendarX}
              onClick={() => document.querySelector<HTMLElement>('.overdue [data-deadline]')?.focus()}
            >
              {text.overdueCount(data.overdueTotal)}
            </Button>
          )}
        </div>
        {file?.failed && (
          <Notice
            role="note"
            tone="warn"
            icon={<Icon of={TriangleAlert} />}
            actions={
              <Button size="low" onClick={() => setSubscribing(true)}>
                {calendarFileText.see}
              </Button>
            }
          >
            {calendarFileText.stale(file.folder)}
          </Notice>
        )}
        <ListState
          loaded={data !== undefined || error !== undefined}
          error={answer ? null : error}
          count={0}
          loading={text.reading}
          outlines={8}
          failed={text.failed}
          aside={null}
          empty={null}
        >
          {null}
        </ListState>
        {data && (
          <div className="deadlines__columns">
            <div>
              <DeadlineAgenda
                days={days.days}
                chosen={days.chosen}
                today={data.today}
                entries={answer?.entries}
                onOpen={open}
              />
              {answer?.entries.length === 0 && <NoEntries data={answer} range={range} onGo={days.goTo} />}
              <p className="tiny muted deadlines__source">{text.source}</p>
            </div>
            <OverdueList data={data} onOpen={open} />
          </div>
        )}
      </div>
      {subscribing && (
        <CalendarDialog hidesNames={data?.private ?? false} onClose={() => setSubscribing(false)} />
      )}
      {printing !== null && answer && (
        <DeadlinePrint data={answer} days={days.days} title={days.title} at={printing} onDone={printed} />
      )}
    </Page>
  )
}

/**
 * Entries of the days on screen. Refetched when a day ends, and when names are hidden or shown: the core reports
 * neither.
 */
function useDeadlines(from: string, to: string) {
  const { queries } = useClient()
  const hidesNames = useHidesNames()
  const today = useAt(isoDay)
  const reason = `${today} ${hidesNames}`
  const readFor = useRef(reason)
  useEffect(() => {
    if (readFor.current === reason) return
    readFor.current = reason
    queries.refetch('deadlines.list')
  }, [queries, reason])
  const { data, error } = useQuery('deadlines.list', { from, to })
  // An answer from before names were hidden stays on screen until the next answer: remove its names.
  const answer = useMemo(() => (data && hidesNames ? withoutNames(data) : data), [data, hidesNames])
  return { answer, error }
}

function withoutNames(data: Deadlines): Deadlines {
  const nameless = (entry: Deadline): Deadline => ({ ...entry, name: '' })
  return { ...data, entries: data.entries.map(nameless), overdue: data.overdue.map(nameless) }
}

interface DeadlinePrintProps {
  data: Deadlines
  days: readonly string[]
  title: string
  /** Time of printing. */
  at: number
  onDone: () => void
}

/** Printed days. The overdue entries come first, under their own heading. Names are hidden as on screen. */
function DeadlinePrint({ data, days, title, at, onDone }: DeadlinePrintProps) {
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
    <td>{deadlineWho(entry)}</td>
    <td>{deadlineWhat(entry)}</td>
    <td className="print-sheet__waiting">{when}</td>
    <td className="print-sheet__waiting">{deadlineLeft(entry)}</td>
  </tr>
)

const WEEK = 7

/** Days on screen, the chosen day, and the keys that move between days. */
function useDeadlineDays() {
  const { range, day } = useDeadlinesState()
  const today = useAt(isoDay)
  const chosen = day ?? today
  const first = range === 'week' ? mondayOf(chosen) : chosen
  const days = Array.from({ length: range === 'week' ? WEEK : 1 }, (_, index) => addDays(first, index))
  const last = days.at(-1) ?? first
  /** True after a key moved to another day: the heading of that day gets the focus once it is drawn. */
  const follows = useRef(false)
  useEffect(() => {
    const heading = follows.current && document.querySelector<HTMLElement>(`[data-day="${chosen}"]`)
    if (!heading) return
    follows.current = false
    heading.focus()
  })
  const go = (to: string | null, byKey = false) => {
    follows.current = byKey
    keepDeadlinesState({ day: to === today ? null : to })
  }
  const by = (amount: number, byKey = false) => go(addDays(deadlinesState().day ?? today, amount), byKey)

  useShortcuts({
    'deadlines.day': ({ key, target }) =>
      isRadio(target) ? NOT_MINE : by(key === 'ArrowLeft' ? -1 : 1, true),
    'deadlines.week': ({ key }) => by(key === 'PageUp' ? -WEEK : WEEK, true),
    'deadlines.today': () => go(null, true),
    'deadlines.move': ({ key, target }) =>
      isRadio(target) ? NOT_MINE : moveEntry(key === 'ArrowUp' || key === 'k' ? -1 : 1, chosen),
  })
  return {
    range,
    chosen,
    days,
    from: first,
    to: last,
    title: range === 'week' ? weekText(first, last) : longDay(chosen),
    isNow: days.includes(today),
    show: (next: typeof range) => keepDeadlinesState({ range: next }),
    today: () => go(null),
    previous: () => by(range === 'week' ? -WEEK : -1),
    next: () => by(range === 'week' ? WEEK : 1),
    /** Moves to a day, whose heading gets the focus. */
    goTo: (to: string) => go(to, true),
  }
}

/** True for a radio button, where the arrow keys choose and must not move between days. */
const isRadio = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'radio'

/** Focuses the next or previous entry of the page. Without a focused entry, starts at the chosen day. */
function moveEntry(step: 1 | -1, chosen: string): void {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-deadline]')]
  const here = entries.indexOf(document.activeElement as HTMLElement)
  if (here >= 0) return entries[here + step]?.focus()
  const places = [...document.querySelectorAll(`[data-day="${chosen}"], [data-deadline]`)]
  const heading = places.findIndex((place) => place.hasAttribute('data-day'))
  const after = (entry: Element): boolean => heading >= 0 && places.indexOf(entry) > heading
  const next = step === 1 ? entries.find(after) : entries.findLast((entry) => !after(entry))
  ;(next ?? entries[0])?.focus()
}
