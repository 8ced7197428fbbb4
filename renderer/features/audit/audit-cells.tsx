import type { AuditRow } from '#shared/bridge/audit.ts'
import { clock, fullDate } from '#shared/text/app-dates.ts'
import { auditText as text } from '#shared/text/app-office.ts'
import { auditKind, auditResults, auditWhats } from '#shared/text/audit-words.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'

export const auditColumns = Object.values(text.columns)
const SIGNS: Record<AuditRow['result'], SignKind> = { ok: 'ok', failed: 'stop', uncertain: 'unknown' }

/** Cells of an audit line. */
export const auditCells = (row: AuditRow) => <Cells row={row} />

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
