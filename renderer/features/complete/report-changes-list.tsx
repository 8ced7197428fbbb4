import { useMemo } from 'react'
import type { CompleteReport, ReportIssueView } from '#shared/bridge/complete-report.ts'
import { type ReportChange, reportChanges } from '#shared/domain/report-changes.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { reportChangesText as text, reportChangeWords } from '#shared/text/report-changes.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { Section } from '../frame/page.tsx'
import './report-changes.css'

/** Differences of a complete report from the one before of the same plate. */
export function ReportChangesList({
  report,
  previous,
}: {
  report: CompleteReport
  previous: CompleteReport
}) {
  const changes = useMemo(() => reportChanges(previous, report), [previous, report])
  return (
    <Section title={text.title(fullDate(previous.checkedAt))} aside={text.aside}>
      {changes.length === 0 ? (
        <p className="small muted">{text.none}</p>
      ) : (
        <ul className="report-changes">
          {changes.map((change, index) => (
            // Two charges may say the same: only their index is unique.
            <li key={index}>
              <Sign kind={signOf(change)} />
              <span>{reportChangeWords(change)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const NEW_SIGNS: Readonly<Record<ReportIssueView['kind'], SignKind>> = {
  blocking: 'stop',
  unknown: 'unknown',
  alert: 'warn',
}

function signOf(change: ReportChange<ReportIssueView>): SignKind {
  if (change.what === 'issue-new') return NEW_SIGNS[change.issue.kind]
  return change.what === 'issue-gone' ? 'ok' : 'none'
}
