import { CalendarPlus, CalendarX, ChevronLeft, ChevronRight, Printer, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Deadline } from '#shared/bridge/deadlines.ts'
import { viewTitles } from '#shared/text/app.ts'
import { calendarFileText, deadlinesText as text } from '#shared/text/app-deadline-calendar.ts'
import { Button } from '../../design/button.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Icon } from '../../design/icon.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Notice } from '../../design/notice.tsx'
import { Segments } from '../../design/segments.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { deadlinesState, keepDeadlinesState } from '../../ui-state/deadlines-state.ts'
import { openRoute } from '../../ui-state/route.ts'
import { ProcedurePlaces } from '../cases/places.tsx'
import { useLast } from '../cases/use-last.ts'
import { ListState } from '../frame/list-state.tsx'
import { Page } from '../frame/page.tsx'
import { CalendarDialog } from './calendar-dialog.tsx'
import { DeadlineAgenda, NoEntries, OverdueList } from './deadline-agenda.tsx'
import { DeadlinePrint } from './deadline-print.tsx'
import { useDeadlines } from './use-deadlines.ts'
import { useDeadlineDays } from './use-deadline-days.ts'
import './deadlines.css'

const RANGES = (['week', 'day'] as const).map((value) => ({ value, label: text.range[value] }))

/** Plazos: what ends on which day, by week or by day, with what is past apart. */
export function DeadlinesPage() {
  const { now } = useClient()
  const days = useDeadlineDays()
  const { range, from, to } = days
  const { answer, error } = useDeadlines(from, to)
  // While other days are read, what is past stays.
  const data = useLast(answer)
  const { data: file } = useQuery('deadlines.calendar', {})
  const [subscribing, setSubscribing] = useState(false)
  const [printing, setPrinting] = useState<number | null>(null)
  const printed = useCallback(() => setPrinting(null), [])
  const hint = useKeyHint()
  const print = () => answer && setPrinting(now())
  useShortcuts({
    'deadlines.print': print,
    'deadlines.up': () => openRoute({ view: 'procedures' }),
  })
  // Coming back, the entry that was opened takes the focus, and not the title.
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
    openRoute({ view: 'inbox', ...(entry.seq !== undefined && { seq: entry.seq }) })
  }
  return (
    <Page
      title={text.title}
      section={viewTitles.deadlines}
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
          <p className="deadlines__title" role="status">
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
