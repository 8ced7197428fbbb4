import type { AuditRow } from '#shared/bridge/audit.ts'
import { clock, fullDate } from '#shared/text/app-dates.ts'
import { auditText as text } from '#shared/text/app-office.ts'
import { auditKind, auditResults, auditWhats } from '#shared/text/audit-words.ts'
import { DataTable } from '../../design/data-table.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'

const COLUMNS = Object.values(text.columns)
const SIGNS: Record<AuditRow['result'], SignKind> = { ok: 'ok', failed: 'stop', uncertain: 'unknown' }

export interface AuditListProps {
  rows: readonly AuditRow[]
  hasMore: boolean
  onEnd: () => void
  onOpen: (row: AuditRow) => void
}

/** The lines that have been brought, newest first. */
export function AuditList({ rows, hasMore, onEnd, onOpen }: AuditListProps) {
  const settings = useSlice('settings')
  return (
    <DataTable
      className="audit-list"
      label={text.title}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ seq }) => String(seq)}
      renderCells={(row) => <Cells row={row} />}
      density={settings?.density ?? 'comfortable'}
      letters={settings?.singleKeys !== false}
      hasMore={hasMore}
      onEnd={onEnd}
      onOpen={onOpen}
    />
  )
}

function Cells({ row }: { row: AuditRow }) {
  return (
    <>
      <span role="gridcell" className="figures second">
        {fullDate(row.at)} {clock(row.at)}
      </span>
      <span role="gridcell" className="clip" title={auditWhats[row.what]}>
        {auditWhats[row.what]}
      </span>
      <span role="gridcell" className="clip second" title={auditKind(row.kind)}>
        {auditKind(row.kind)}
      </span>
      <span role="gridcell" className="clip figures muted" title={row.pseudonym}>
        {row.pseudonym.slice(0, 12) || text.noIdentifier}
      </span>
      <span role="gridcell" className="clip" title={row.who}>
        {row.who}
      </span>
      <span role="gridcell" className="audit-list__result">
        <Sign kind={SIGNS[row.result]} />
        {auditResults[row.result]}
      </span>
    </>
  )
}
