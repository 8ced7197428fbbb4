import type { FigureGroup } from '#shared/bridge/figures.ts'
import { monthsOf } from '#shared/domain/months.ts'
import {
  figuresText as text,
  drawingNames,
  type FigureTable,
  figureTables,
  groupName,
  stateOf,
} from '#shared/text/figures.ts'
import { count } from '#shared/text/grammar.ts'
import { Segments } from '../../design/choices.tsx'
import { SelectField } from '../../design/fields.tsx'
import { keepFiguresState, useFiguresState } from '../../ui-state/page-states.ts'
import { ColumnChart, heightOf } from './column-chart.tsx'
import { Drawing } from './drawing.tsx'
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
import { RowChart } from './row-chart.tsx'
import type { FigureAnswers } from './use-figures.ts'

export interface DrawnProps {
  answers: FigureAnswers
  /** On paper: tables under their drawings, and nothing to press. */
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
  const months = monthsOf(scope.months)
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

/** Its table, with the names of clients as they are shown. */
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
      months={monthsOf(verdicts.scope.months)}
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
        months={monthsOf(spending.scope.months)}
        series={SPENT}
        segments={spendingSegments(spending.data)}
        format={shortEuros}
        still={still ?? false}
      />
    </div>
  )
