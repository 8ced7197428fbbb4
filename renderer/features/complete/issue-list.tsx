import type { ReportIssueView } from '#shared/bridge/complete-report.ts'
import { completeText as text } from '#shared/text/app-complete.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { issueTitle } from '#shared/text/client-message.ts'
import { issueSteps, unknownIssueStep } from '#shared/text/issue-steps.ts'
import { entryOf } from '#shared/text/labels.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import './issue-list.css'

type Kind = ReportIssueView['kind']

const SIGNS: Record<Kind, SignKind> = { blocking: 'stop', unknown: 'unknown', alert: 'warn' }
const TITLES: Record<Kind, string> = { blocking: text.blocking, unknown: text.unknown, alert: text.alerts }
/** What stops the transfer first, then what may stop it. */
const ORDER: readonly Kind[] = ['blocking', 'unknown', 'alert']

/** The charges and alerts of a report, each with who put it, since when, and what to do about it. */
export function IssueList({ issues }: { issues: readonly ReportIssueView[] }) {
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
            // The same charge may be there twice: its place is what tells them apart.
            <Issue key={index} issue={issue} />
          ))}
        </ul>
      </section>
    )
  })
}

function Issue({ issue }: { issue: ReportIssueView }) {
  const title = issueTitle(issue)
  const authority = issue.authority?.trim() ?? ''
  const description = issue.description?.trim() ?? ''
  const step = entryOf(issueSteps, issue.type)?.step ?? unknownIssueStep
  return (
    <li className="issue">
      <Sign kind={SIGNS[issue.kind]} />
      <div className="issue__what">
        <p className="issue__title">{title}</p>
        {authority && <p className="second">{authority}</p>}
        {description && description !== authority && description !== title && (
          <p className="muted">{description}</p>
        )}
      </div>
      {issue.date && <span className="issue__date muted figures">{text.since(issueDate(issue.date))}</span>}
      <p className="issue__step">
        <span className="muted">{text.whatToDo}</span> {step}
      </p>
    </li>
  )
}

/** ISO as the desk writes it; what is not a date is shown as it came. */
function issueDate(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : fullDate(at)
}
