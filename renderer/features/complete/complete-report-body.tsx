import type { CompleteReport, ReportIssueView } from '#shared/bridge/complete-report.ts'
import { AskAgain } from './complete-actions.tsx'
import { completeText } from '#shared/text/verdict.ts'
import { issueTitle, reportChangesText as text, reportChangeWords } from '#shared/text/client-answer.ts'
import { issueSteps, unknownIssueStep } from '#shared/text/incidents.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { HelpButton } from '../help/feature.ts'
import { RegistryGrid } from './registry-grid.tsx'
import './complete.css'
import { useMemo } from 'react'
import { type ReportChange, reportChanges } from '#shared/domain/report-changes.ts'
import { fullDate } from '#shared/text/dates.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { Section } from '../../app/page.tsx'

export interface CompleteReportBodyProps {
  report: CompleteReport
  /** Previous report of the plate, to compare with. */
  previous: CompleteReport | null
  mayAsk: boolean
  onAsk: () => void
}

/** Body of a complete report: changes since the previous report, charges and alerts, and the registry's data. */
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

/** Differences between a complete report and the previous one of the same plate. */
function ReportChangesList({ report, previous }: { report: CompleteReport; previous: CompleteReport }) {
  const changes = useMemo(() => reportChanges(previous, report), [previous, report])
  return (
    <Section title={text.title(fullDate(previous.checkedAt))} aside={text.aside}>
      {changes.length === 0 ? (
        <p className="small muted">{text.none}</p>
      ) : (
        <ul className="report-changes">
          {changes.map((change, index) => (
            // Two charges may have the same text: only the index is unique.
            <li key={index}>
              <Sign kind={changeSign(change)} />
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

function changeSign(change: ReportChange<ReportIssueView>): SignKind {
  if (change.what === 'issue-new') return NEW_SIGNS[change.issue.kind]
  return change.what === 'issue-gone' ? 'ok' : 'none'
}

type Kind = ReportIssueView['kind']

const SIGNS: Record<Kind, SignKind> = { blocking: 'stop', unknown: 'unknown', alert: 'warn' }
const TITLES: Record<Kind, string> = {
  blocking: completeText.blocking,
  unknown: completeText.unknown,
  alert: completeText.alerts,
}
/** Blocking issues come first, then possible ones, then alerts. */
const ORDER: readonly Kind[] = ['blocking', 'unknown', 'alert']

/** Charges and alerts of a report, each with its authority, date and advice. */
function IssueList({ issues }: { issues: readonly ReportIssueView[] }) {
  const first = ORDER.find((kind) => issues.some((issue) => issue.kind === kind))
  return ORDER.map((kind) => {
    const some = issues.filter((issue) => issue.kind === kind)
    if (some.length === 0) return null
    return (
      <section key={kind} aria-labelledby={`issues-${kind}`}>
        <div className="section__head">
          <h2 id={`issues-${kind}`} className={`issues__title issues__title--${kind}`}>
            {TITLES[kind]}
          </h2>
          <span>{some.length}</span>
          {kind === 'unknown' && <span className="small">{completeText.unknownIntro}</span>}
        </div>
        <ul className={`issues issues--${kind}`}>
          {some.map((issue, index) => (
            // The same charge may come twice: only its index is unique.
            <Issue key={index} issue={issue} page={kind === first && index === 0} />
          ))}
        </ul>
      </section>
    )
  })
}

/** @param page true for the issue that F1 explains from anywhere on the page */
function Issue({ issue, page }: { issue: ReportIssueView; page: boolean }) {
  const title = issueTitle(issue)
  const authority = issue.authority?.trim() ?? ''
  const description = issue.description?.trim() ?? ''
  const step = entryOf(issueSteps, issue.type)?.step ?? unknownIssueStep
  return (
    <li className="issue" data-help={issue.type ? `issue:${issue.type}` : undefined}>
      <Sign kind={SIGNS[issue.kind]} />
      <div className="issue__what">
        <p className="issue__title">{title}</p>
        {authority && <p className="second">{authority}</p>}
        {description && description !== authority && description !== title && (
          <p className="muted">{description}</p>
        )}
      </div>
      <div className="issue__side">
        {issue.date && <span className="muted figures">{completeText.since(issueDate(issue.date))}</span>}
        {issue.kind !== 'unknown' && <HelpButton topic={`issue:${issue.type}`} name={title} page={page} />}
      </div>
      <p className="issue__step">
        <span className="muted">{completeText.whatToDo}</span> {step}
      </p>
    </li>
  )
}

/** Full date of an ISO date. Any other text stays as it is. */
function issueDate(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : fullDate(at)
}
