import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { stateName } from '#shared/text/app-resources.ts'
import { caseTableText } from '#shared/text/case-table.ts'
import { incidentLabels, labelOf, procedureName, unknownNames } from '#shared/text/labels.ts'
import type { Cell } from '../../runtime/xlsx.ts'

export const headerOf = (columns: readonly CaseColumn[]): string[] =>
  columns.flatMap((column) => caseTableText.headers(column))

/** Cells of a row, as many as its columns have headers. */
export const cellsOf = (row: CaseRow, columns: readonly CaseColumn[]): Cell[] =>
  columns.flatMap((column) => CELLS[column](row))

const day = (at: number | undefined): Cell => (at === undefined ? '' : { day: at })

const CELLS: Readonly<Record<CaseColumn, (row: CaseRow) => Cell[]>> = {
  plate: ({ subject }) => [subject.vrm === undefined ? '' : displayPlate(subject.vrm), subject.vin ?? ''],
  type: ({ type, subject }) => [procedureName(type, subject.label)],
  status: ({ status, statusDescription }) => [stateName('procedure', status, statusDescription)],
  incident: ({ incident, incidents }) => [
    incident === undefined ? '' : labelOf(incidentLabels, incident, unknownNames.incident),
    incidents,
  ],
  waiting: ({ since }) => [day(since)],
  vehicle: ({ vehicle }) => [vehicle],
  client: ({ client }) => [client],
  parties: ({ sellerName, buyerName }) => [sellerName, buyerName],
  invoice: ({ invoice }) => [invoice ?? ''],
  labels: ({ labels }) => [labels.join(', ')],
  deadline: ({ deadline }) => [day(deadline)],
  created: ({ createdAt }) => [day(createdAt)],
  id: ({ id }) => [id],
}

/** Cell as displayed text. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'object' ? fullDate('day' in cell ? cell.day : cell.moment) : String(cell)
