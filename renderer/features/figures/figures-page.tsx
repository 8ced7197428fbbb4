import { Printer, UserCheck } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { viewTitles } from '#shared/text/app.ts'
import { dayWorkText } from '#shared/text/audit.ts'
import { figuresText as text, drawingNames, type FigureTable, figureTables } from '#shared/text/figures.ts'
import { addMonths, MAX_MONTHS } from '#shared/domain/calendar.ts'
import { monthName, periodName } from '#shared/text/dates.ts'
import { Button } from '../../design/button.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { figuresState, keepFiguresState, PERIODS } from './figures-state.ts'
import { Segments } from '../../design/choices.tsx'
import { SelectField } from '../../design/fields.tsx'
import { DayWorkDialog } from '../audit/feature.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { Page } from '../../app/page.tsx'
import { PrintSheet } from '../../app/page-parts.tsx'
import {
  IncidentsDrawing,
  ProceduresDrawing,
  SpendingDrawing,
  StatesDrawing,
  VerdictsDrawing,
  IncidentChart,
  ProcedureCharts,
  SpendingChart,
  StateChart,
  stateNotes,
  stateTable,
  VerdictChart,
  FigureValues,
} from './drawings.tsx'
import { useFigures } from './use-figures.ts'
import { spendingNotes } from './figure-models.ts'
import './figures.css'

/** *Cifras*: amounts, durations and spending. Numbers link to the items that they count. */
export function FiguresPage() {
  const { now } = useClient()
  const figures = useFigures()
  const { answers } = figures
  const [printing, setPrinting] = useState<number | null>(null)
  const [seesDay, setSeesDay] = useState(false)
  const printed = useCallback(() => setPrinting(null), [])
  const hint = useKeyHint()
  const parts = [answers.procedures, answers.states, answers.incidents, answers.verdicts, answers.spending]
  const isRead = parts.every(({ isAnswered }) => isAnswered)
  const print = () => isRead && setPrinting(now())
  useShortcuts({ 'figures.print': print })
  // On return, the mark that was opened gets the focus.
  const [returnsTo] = useState(() => figuresState().last)
  useEffect(() => {
    if (!isRead || returnsTo === null || figuresState().last === null) return
    keepFiguresState({ last: null })
    const mark = document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(returnsTo)}"]`)
    if (isFocusNowhere()) mark?.focus()
  }, [isRead, returnsTo])
  return (
    <Page
      title={viewTitles.figures}
      up="procedures"
      landing={returnsTo === null}
      actions={
        <>
          <Button size="low" icon={UserCheck} onClick={() => setSeesDay(true)}>
            {dayWorkText.title}
          </Button>
          <Button size="low" icon={Printer} disabled={!isRead} {...hint('figures.print')} onClick={print}>
            {text.print}
          </Button>
        </>
      }
    >
      <div className="figures-page">
        <ProcedurePlaces where="page" />
        <FigureTools {...figures} />
        <ProceduresDrawing answers={answers} />
        <StatesDrawing answers={answers} />
        <IncidentsDrawing answers={answers} />
        <VerdictsDrawing answers={answers} />
        <SpendingDrawing answers={answers} />
      </div>
      {seesDay && <DayWorkDialog onClose={() => setSeesDay(false)} />}
      {printing !== null && <FiguresPrint figures={figures} at={printing} onDone={printed} />}
    </Page>
  )
}

const OPTIONS = PERIODS.map((value) => ({ value, label: text.period[value] }))
const YEARS = MAX_MONTHS / 12

/** Filters: the period and, for procedures, a client or a label. */
function FigureTools({ state, scope, current, clients, labels, hidesNames }: ReturnType<typeof useFigures>) {
  const { period, client, label } = state
  const { months } = scope
  const years = Array.from({ length: YEARS }, (_, back) => String(Number(current.slice(0, 4)) - back))
  const past = Array.from({ length: MAX_MONTHS }, (_, back) => addMonths(current, -back))
  const monthOptions = past.map((value) => ({ value, label: monthName(value) }))
  const clientName = (name: string, at: number) => (hidesNames ? text.hiddenClient(at + 1) : name)
  const known = client === null || clients.includes(client) ? clients : [...clients, client]
  return (
    <div className="figure-tools">
      <div className="figure-tools__periods">
        <Segments
          label={text.periods}
          options={OPTIONS}
          value={period}
          onChange={(next) => keepFiguresState({ period: next })}
        />
      </div>
      <div className="figure-tools__fields">
        {period === 'year' && (
          <SelectField
            label={text.year}
            value={months.from.slice(0, 4)}
            options={years.map((value) => ({ value, label: value }))}
            onChange={(year) => keepFiguresState({ year })}
          />
        )}
        {period === 'between' && (
          <>
            <SelectField
              label={text.from}
              value={months.from}
              options={monthOptions}
              onChange={(from) => keepFiguresState({ from, to: months.to })}
            />
            <SelectField
              label={text.to}
              value={months.to}
              options={monthOptions}
              onChange={(to) => keepFiguresState({ from: months.from, to })}
            />
          </>
        )}
        <SelectField
          label={text.client}
          value={client ?? ''}
          options={[
            { value: '', label: text.everyClient },
            ...known.map((value, at) => ({ value, label: clientName(value, at) })),
          ]}
          onChange={(value) => keepFiguresState({ client: value === '' ? null : value })}
        />
        <SelectField
          label={text.label}
          value={label ?? ''}
          options={[
            { value: '', label: text.everyLabel },
            ...[...new Set([...labels, ...(label === null ? [] : [label])])].map((value) => ({
              value,
              label: value,
            })),
          ]}
          onChange={(value) => keepFiguresState({ label: value === '' ? null : value })}
        />
      </div>
      <p className="figure-tools__period" role="status">
        {periodName(months)}
      </p>
      {(client !== null || label !== null) && <p className="small second">{text.narrowed}</p>}
    </div>
  )
}

interface FiguresPrintProps {
  figures: ReturnType<typeof useFigures>
  at: number
  onDone: () => void
}

/** Every drawing with its table, on A4. Names are hidden as on screen. */
function FiguresPrint({ figures, at, onDone }: FiguresPrintProps) {
  const { scope, answers, clients, hidesNames } = figures
  const { procedures, incidents, verdicts, spending } = answers
  const drawn = { answers, still: true }
  const parts: {
    name: keyof typeof drawingNames
    table: FigureTable | undefined
    chart: ReactNode
    notes: string[]
  }[] = [
    {
      name: 'procedures',
      table: procedures.data && figureTables.procedures(procedures.data, scope),
      chart: <ProcedureCharts {...drawn} />,
      notes: [],
    },
    {
      name: 'states',
      table: stateTable(answers),
      chart: <StateChart {...drawn} />,
      notes: stateNotes(answers),
    },
    {
      name: 'incidents',
      table: incidents.data && figureTables.incidents(incidents.data, scope),
      chart: <IncidentChart {...drawn} />,
      notes: [],
    },
    {
      name: 'verdicts',
      table: verdicts.data && figureTables.verdicts(verdicts.data, scope),
      chart: <VerdictChart {...drawn} />,
      notes: [],
    },
    {
      name: 'spending',
      table: spending.data && figureTables.spending(spending.data, scope),
      chart: <SpendingChart {...drawn} />,
      notes: spending.data ? spendingNotes(spending.data) : [],
    },
  ]
  const client =
    scope.client === undefined
      ? ''
      : `${text.client}: ${hidesNames ? text.hiddenClient(clients.indexOf(scope.client) + 1) : scope.client}`
  const label = scope.label === undefined ? '' : `${text.label}: ${scope.label}`
  const lines = [text.printed(at), [client, label].filter(Boolean).join(' · ')].filter(Boolean)
  return (
    <PrintSheet title={`${viewTitles.figures} · ${periodName(scope.months)}`} lines={lines} onDone={onDone}>
      {parts.map(({ name, table, chart, notes }) => (
        <section key={name} className="figures-sheet">
          <h2>{drawingNames[name]}</h2>
          <p>{text.about[name]}</p>
          {!table && <p>{text.failed}</p>}
          {table && (
            <>
              {chart}
              <FigureValues name={name} table={table} still />
            </>
          )}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </section>
      ))}
    </PrintSheet>
  )
}
