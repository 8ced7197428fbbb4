import type { CaseColumn, CaseRow, CaseSelection, CaseSort } from '#shared/bridge/cases.ts'
import { caseTableText } from '#shared/text/case-table.ts'
import type { Audit } from '../audit/audit.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { CSV_TYPE, csvBytes, pagesOf } from '../../runtime/csv.ts'
import type { StoreCall } from '../../store/client.ts'
import { cellsOf, headerOf, textOf } from './table.ts'
import { XLSX_TYPE, xlsxBytes } from '../../runtime/xlsx.ts'

export interface ExportDeps {
  call: StoreCall
  clock: Clock
  audit: Pick<Audit, 'note'>
}

export interface CaseTable {
  selection: CaseSelection
  sort: CaseSort
  columns: readonly CaseColumn[]
}

const PAGE = 200

/**
 * Exports the list as a file, in the order of the screen. The set of procedures is fixed at the start, and
 * each row is read in turn: a change meanwhile neither leaves one out nor repeats one.
 */
export async function exportCases(
  { call, clock, audit }: ExportDeps,
  format: 'csv' | 'xlsx',
  { selection, sort, columns }: CaseTable,
  signal: AbortSignal,
): Promise<OutboundFile> {
  const seqs = await call('caseSeqs', selection, sort, clock.now())
  // Recorded in the audit record before anything leaves: if that fails, nothing does.
  await audit.note({ what: 'export', kind: format, identifier: '', result: 'ok' })
  const page = async (from: number | null) => {
    const start = from ?? 0
    const rows = await call('caseRows', seqs.slice(start, start + PAGE), clock.now())
    return { rows, next: start + PAGE < seqs.length ? start + PAGE : null }
  }
  const pages = pagesOf(page, signal)
  const header = headerOf(columns)
  const cells = (row: CaseRow) => cellsOf(row, columns)
  return {
    filename: caseTableText.filename(format, clock.now()),
    contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    bytes:
      format === 'csv'
        ? csvBytes(header, pages, (row) => cells(row).map(textOf))
        : xlsxBytes({ sheet: caseTableText.sheet, header, pages, cells }),
  }
}
