import type { AuditRow } from '#shared/bridge/audit.ts'
import { clock, fullDate } from '#shared/text/app-dates.ts'
import { auditText as text } from '#shared/text/app-office.ts'
import { auditKind, auditResults, auditWhats } from '#shared/text/audit-words.ts'
import { ScrollArea } from '../../design/scroll-area.tsx'

/** One audit line in full, with the data to verify it by. */
export function AuditLine({ row }: { row: AuditRow }) {
  const title = text.line(row.seq)
  return (
    <ScrollArea className="audit__line" label={title}>
      <h3>{title}</h3>
      <dl className="facts">
        <dt>{text.columns.at}</dt>
        <dd>
          {fullDate(row.at)} {clock(row.at)}
        </dd>
        <dt>{text.columns.what}</dt>
        <dd>
          {auditWhats[row.what]}
          {row.kind && ` · ${auditKind(row.kind)}`} · {auditResults[row.result]}
        </dd>
        <dt>{text.columns.who}</dt>
        <dd>{row.who}</dd>
        {row.pseudonym && (
          <>
            <dt>{text.columns.pseudonym}</dt>
            <dd>{row.pseudonym}</dd>
          </>
        )}
        {row.sha256 && (
          <>
            <dt>{text.documentHash}</dt>
            <dd>{row.sha256}</dd>
          </>
        )}
        <dt>{text.hash}</dt>
        <dd>{row.hash}</dd>
      </dl>
    </ScrollArea>
  )
}
