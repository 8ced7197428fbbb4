import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import { AskAgain } from './complete-actions.tsx'
import { IssueList } from './issue-list.tsx'
import { RegistryGrid } from './registry-grid.tsx'
import { ReportChangesList } from './report-changes-list.tsx'

export interface CompleteReportBodyProps {
  report: CompleteReport
  /** The one before, to compare with. */
  previous: CompleteReport | null
  mayAsk: boolean
  onAsk: () => void
}

/** A complete report: what changed since the one before, its charges and alerts, and the registry's data. */
export function CompleteReportBody({ report, previous, mayAsk, onAsk }: CompleteReportBodyProps) {
  return (
    <>
      {previous && <ReportChangesList report={report} previous={previous} />}
      <IssueList issues={report.issues} />
      <RegistryGrid registry={report.registry} />
      <AskAgain report={report} disabled={!mayAsk} onAsk={onAsk} />
    </>
  )
}
