import type { ReactNode } from 'react'
import { viewTitles } from '#shared/text/app.ts'
import { periodName } from '#shared/text/dates.ts'
import {
  figuresText as text,
  drawingNames,
  type FigureTable as Table,
  figureTables,
} from '#shared/text/figures.ts'
import { PrintSheet } from '../frame/page-parts.tsx'
import {
  IncidentChart,
  ProcedureCharts,
  SpendingChart,
  StateChart,
  stateNotes,
  stateTable,
  VerdictChart,
} from './drawings.tsx'
import { spendingNotes } from './figure-models.ts'
import { FigureTable } from './figure-table.tsx'
import type { useFigures } from './use-figures.ts'

export interface FiguresPrintProps {
  figures: ReturnType<typeof useFigures>
  at: number
  onDone: () => void
}

/** Every drawing with its table, on A4. Names as on screen. */
export function FiguresPrint({ figures, at, onDone }: FiguresPrintProps) {
  const { scope, answers, clients, hidesNames } = figures
  const { procedures, incidents, verdicts, spending } = answers
  const drawn = { answers, still: true }
  const parts: {
    name: keyof typeof drawingNames
    table: Table | undefined
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
              <FigureTable name={name} table={table} still />
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
