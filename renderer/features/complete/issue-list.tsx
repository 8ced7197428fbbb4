import type { ReportIssueView } from '#shared/bridge/complete-report.ts'
import { completeText as text } from '#shared/text/app-complete.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { issueTitle } from '#shared/text/client-message.ts'
import { issueSteps, unknownIssueStep } from '#shared/text/issue-steps.ts'
import { entryOf } from '#shared/text/labels.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { HelpButton } from '../help/help-button.tsx'
import './issue-list.css'

type Kind = ReportIssueView['kind']

const SIGNS: Record<Kind, SignKind> = { blocking: 'stop', unknown: 'unknown', alert: 'warn' }
const TITLES: Record<Kind, string> = { blocking: text.blocking, unknown: text.unknown, alert: text.alerts }
/** Blocking issues first, then possible ones. */
const ORDER: readonly Kind[] = ['blocking', 'unknown', 'alert']

/** Charges and alerts of a report, each with its authority, date and advice. */
export function IssueList({ issues }: { issues: readonly ReportIssueView[] }) {
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
          {kind === 'unknown' && <span className="small">{text.unknownIntro}</span>}
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

/** @param page true for the one that F1 explains from anywhere on the page */
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
        {issue.date && <span className="muted figures">{text.since(issueDate(issue.date))}</span>}
        {issue.kind !== 'unknown' && <HelpButton topic={`issue:${issue.type}`} name={title} page={page} />}
      </div>
      <p className="issue__step">
        <span className="muted">{text.whatToDo}</span> {step}
      </p>
    </li>
  )
}

/** Full date from ISO; a value that is no date stays as it is. */
function issueDate(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : fullDate(at)
}
