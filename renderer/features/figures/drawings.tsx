import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FigureGroup, Drawing as Name, FigureScope } from '#shared/bridge/figures.ts'
import { listMonths } from '#shared/domain/calendar.ts'
import {
  figuresText as text,
  drawingNames,
  type FigureTable,
  figureTables,
  groupName,
  stateOf,
  type FigureCell,
} from '#shared/text/figures.ts'
import { count } from '#shared/text/grammar.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { Segments } from '../../design/choices.tsx'
import { SelectField } from '../../design/fields.tsx'
import { keepFiguresState, useFiguresState, figuresState } from './figures-state.ts'
import { Button } from '../../design/button.tsx'
import { useSaveFile } from '../../app/transfers.ts'
import { ListState } from '../../app/lists.tsx'
import { Section } from '../../app/page.tsx'
import { SavingBar } from '../../app/task-notice.tsx'
import { ColumnChart, heightOf, RowChart } from './charts.tsx'
import {
  incidentRows,
  INCIDENTS,
  procedureModel,
  shortEuros,
  spendingNotes,
  spendingSegments,
  SPENT,
  spentWords,
  stateRows,
  statesOf,
  STAYS,
  verdictModel,
} from './figure-models.ts'
import type { FigureAnswers } from './use-figures.ts'
import { openTarget, targetWords } from './use-marks.ts'

interface DrawnProps {
  answers: FigureAnswers
  /** True on paper, where nothing can be pressed. */
  still?: boolean
}

const GROUPS = (['none', 'type', 'client'] as const).map((value) => ({ value, label: text.groups[value] }))

export function ProceduresDrawing({ answers }: DrawnProps) {
  const { data, error, scope } = answers.procedures
  const isEmpty = data?.rows.length === 0
  return (
    <Drawing
      name="procedures"
      scope={scope}
      table={data && figureTables.procedures(data, scope)}
      error={error}
      isEmpty={isEmpty}
      notes={data?.rows.some(({ pastBegan, pastEnded }) => pastBegan + pastEnded > 0) ? [text.pastNote] : []}
    >
      <ProcedureCharts answers={answers} />
    </Drawing>
  )
}

export function ProcedureCharts({ answers, still }: DrawnProps) {
  const { data, scope } = answers.procedures
  if (!data) return null
  const { series, began, ended, highest } = procedureModel(data, scope)
  const months = listMonths(scope.months)
  return (
    <div className="drawing__pair">
      {(['began', 'ended'] as const).map((what) => (
        <div key={what}>
          <h3 className="drawing__part">
            {text[what]}:{' '}
            {count(months.reduce((n, month) => n + heightOf((what === 'began' ? began : ended)(month)), 0))}
          </h3>
          <ColumnChart
            name={what}
            label={`${drawingNames.procedures}, ${text[what]}`}
            months={months}
            series={series}
            segments={what === 'began' ? began : ended}
            format={count}
            highest={highest}
            still={still ?? false}
          />
        </div>
      ))}
    </div>
  )
}

export function StatesDrawing({ answers }: DrawnProps) {
  const { data, error, scope, by } = answers.states
  const { status } = answers
  const { by: asked } = useFiguresState()
  const table = stateTable(answers)
  return (
    <Drawing
      name="states"
      scope={scope}
      by={by}
      table={table}
      error={error}
      isEmpty={data?.rows.length === 0}
      notes={data ? stateNotes(answers) : []}
      tools={
        <div className="drawing__tools">
          <Segments
            label={text.by}
            options={GROUPS}
            value={asked}
            onChange={(next: FigureGroup) => keepFiguresState({ by: next })}
          />
          {by !== 'none' && data && data.rows.length > 0 && (
            <SelectField
              label={text.state}
              value={status ?? ''}
              options={statesOf(data).map((value) => ({ value, label: stateOf(value) }))}
              onChange={(value) => keepFiguresState({ status: value })}
            />
          )}
        </div>
      }
    >
      <StateChart answers={answers} />
    </Drawing>
  )
}

/** Table of the states, with the names of clients as shown on screen. */
export function stateTable({ states: { data, scope, by }, nameOf }: FigureAnswers): FigureTable | undefined {
  return data && figureTables.states(data, scope, by, (group) => nameOf(group) || groupName(group, by))
}

export function stateNotes({ states: { data, by } }: FigureAnswers): string[] {
  if (!data) return []
  return [
    ...(data.knownFrom === null ? [] : [text.knownFrom(data.knownFrom)]),
    ...(data.unknown > 0 ? [text.unknownStays(data.unknown)] : []),
    ...(data.rows.some(({ p90 }) => p90 === null) ? [text.noP90] : []),
    ...(by === 'client' ? [text.clientsNote] : by === 'type' ? [text.typesNote] : []),
    ...(data.rows.length > 0 ? [text.betweenLooks] : []),
  ]
}

export function StateChart({ answers, still }: DrawnProps) {
  const { data, scope, by } = answers.states
  if (!data) return null
  return (
    <RowChart
      name="states"
      label={drawingNames.states}
      rows={stateRows(
        data,
        scope,
        by,
        answers.status,
        (group) => answers.nameOf(group) || groupName(group, by),
      )}
      series={STAYS}
      still={still ?? false}
    />
  )
}

export function IncidentsDrawing({ answers }: DrawnProps) {
  const { data, error, scope } = answers.incidents
  return (
    <Drawing
      name="incidents"
      scope={scope}
      table={data && figureTables.incidents(data, scope)}
      error={error}
      isEmpty={data?.rows.length === 0}
    >
      <IncidentChart answers={answers} />
    </Drawing>
  )
}

export const IncidentChart = ({ answers: { incidents }, still }: DrawnProps) =>
  incidents.data && (
    <RowChart
      name="incidents"
      label={drawingNames.incidents}
      rows={incidentRows(incidents.data, incidents.scope)}
      series={INCIDENTS}
      still={still ?? false}
    />
  )

export function VerdictsDrawing({ answers }: DrawnProps) {
  const { data, error, scope } = answers.verdicts
  return (
    <Drawing
      name="verdicts"
      scope={{ months: scope.months }}
      table={data && figureTables.verdicts(data, scope)}
      error={error}
      isEmpty={data?.rows.length === 0}
    >
      <VerdictChart answers={answers} />
    </Drawing>
  )
}

export const VerdictChart = ({ answers: { verdicts }, still }: DrawnProps) =>
  verdicts.data && (
    <ColumnChart
      name="verdicts"
      label={drawingNames.verdicts}
      months={listMonths(verdicts.scope.months)}
      {...verdictModel(verdicts.data)}
      format={count}
      still={still ?? false}
    />
  )

export function SpendingDrawing({ answers }: DrawnProps) {
  const { data, error, scope } = answers.spending
  return (
    <Drawing
      name="spending"
      scope={{ months: scope.months }}
      table={data && figureTables.spending(data, scope)}
      error={error}
      isEmpty={data?.rows.every(({ reports }) => reports === 0) ?? false}
      notes={data ? spendingNotes(data) : []}
    >
      <SpendingChart answers={answers} />
    </Drawing>
  )
}

export const SpendingChart = ({ answers: { spending }, still }: DrawnProps) =>
  spending.data && (
    <div>
      <h3 className="drawing__part">{spentWords(spending.data)}</h3>
      <ColumnChart
        name="spending"
        label={drawingNames.spending}
        months={listMonths(spending.scope.months)}
        series={SPENT}
        segments={spendingSegments(spending.data)}
        format={shortEuros}
        still={still ?? false}
      />
    </div>
  )

interface DrawingProps {
  name: Name
  scope: FigureScope
  by?: FigureGroup
  /** Table of the drawing; `undefined` until it is read. */
  table: FigureTable | undefined
  error: AppError | undefined
  isEmpty: boolean
  /** Notes on the numbers of the drawing. */
  notes?: readonly string[]
  tools?: ReactNode
  children: ReactNode
}

/** Section of a drawing: what it counts, its notes, its table and its files. */
function Drawing(props: DrawingProps) {
  const { name, scope, by = 'none', table, error, isEmpty, notes = [], tools, children } = props
  const csv = useSaveFile('figures.csv', text.saved)
  const xlsx = useSaveFile('figures.xlsx', text.saved)
  // If the user opened a cell of this table, show the table again on return.
  const [isOpen, setOpen] = useState(() => isOfTable(figuresState().last, name))
  const title = drawingNames[name]
  const file = { drawing: name, scope, by }
  const saves = [
    { format: text.csv, one: csv },
    { format: text.xlsx, one: xlsx },
  ]
  return (
    <Section
      title={title}
      actions={
        table &&
        !isEmpty &&
        saves.map(({ format, one }) => (
          <Button
            key={format}
            size="low"
            tone="plain"
            icon={Download}
            aria-label={text.saveAs(title, format)}
            disabled={one.saving !== null}
            onClick={() => one.save(file)}
          >
            {format}
          </Button>
        ))
      }
    >
      <div className="drawing">
        <p className="small second drawing__about">{text.about[name]}</p>
        {tools}
        {saves.map(({ format, one }) => (
          <SavingBar key={format} file={one} label={text.saving} cancel={text.cancel} />
        ))}
        <ListState
          loaded={table !== undefined || error !== undefined}
          error={table === undefined ? error : null}
          count={isEmpty ? 0 : 1}
          loading={text.reading}
          outlines={4}
          failed={text.failed}
          aside={null}
          empty={table && <p className="muted drawing__empty">{text.empty[name]}</p>}
        >
          {null}
        </ListState>
        {table && !isEmpty && (
          <>
            {children}
            <details
              className="drawing__table"
              open={isOpen}
              onToggle={(event) => setOpen(event.currentTarget.open)}
            >
              <summary>{text.table}</summary>
              {isOpen && <FigureValues name={name} table={table} />}
            </details>
          </>
        )}
        {table && notes.length > 0 && (
          <ul className="drawing__notes small muted">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

interface FigureValuesProps {
  /** Name of the drawing. */
  name: string
  table: FigureTable
  /** True on paper, where nothing can be pressed. */
  still?: boolean
}

const tableMark = (name: string) => `${name} table `

/** True for a mark of a drawing's table. */
const isOfTable = (mark: string | null, name: string): boolean => mark?.startsWith(tableMark(name)) ?? false

/** Numbers of a drawing. A cell that counts procedures or reports opens them. */
export function FigureValues({ name, table, still = false }: FigureValuesProps) {
  const { caption, header, rows, total } = table
  const cellsOf = (cells: readonly FigureCell[], row: string) =>
    cells.map((cell, at) => {
      const key = header[at] ?? ''
      if (at === 0)
        return (
          <th key={key} scope="row">
            {cell.text}
          </th>
        )
      return (
        <td key={key} className={cell.value === undefined ? undefined : 'figure-table__number'}>
          <Cell cell={cell} mark={`${tableMark(name)}${row} ${at}`} still={still} />
        </td>
      )
    })
  return (
    <div className="figure-table__scroll">
      <table className="figure-table figures">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {header.map((title, at) => (
              <th key={title} scope="col" className={isNumber(rows, at) ? 'figure-table__number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>{cellsOf(cells, String(at))}</tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>{cellsOf(total, 'total')}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const isNumber = (rows: FigureTable['rows'], at: number): boolean =>
  rows.some((cells) => cells[at]?.value !== undefined)

function Cell({ cell, mark, still }: { cell: FigureCell; mark: string; still: boolean }) {
  const { opens } = cell
  if (opens === undefined || still) return cell.text
  return (
    <button
      type="button"
      className="figure-table__open"
      data-mark={mark}
      aria-label={`${cell.text}. ${targetWords(opens)}`}
      onClick={() => openTarget(opens, mark)}
    >
      {cell.text}
    </button>
  )
}
