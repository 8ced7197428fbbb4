import { type ReactNode, useEffect, useRef } from 'react'
import { Sign } from '../../design/sign.tsx'
import { CopyableId } from '../resources/facts.tsx'
import { SummaryRow } from './summary-row.tsx'

export interface ReceiptProps {
  title: string
  body: string
  /** List of facts before the receipt's own. */
  summary?: ReactNode
  /** Rows of its facts. */
  facts: ReactNode
  id: string | undefined
  idLabel: string
  /** Next actions. */
  ways: ReactNode
  note: string
  /** Below everything else. */
  children?: ReactNode
}

/** Receipt of a submission: contents, time, id and next actions. */
export function Receipt(props: ReceiptProps) {
  const { title, body, summary, facts, id, idLabel, ways, note, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <div className="receipt__head">
        <Sign kind="ok" size="large" />
        <div>
          <h2 id="receipt-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className="second">{body}</p>
        </div>
      </div>
      {summary}
      <dl className="answers receipt__facts">
        {facts}
        {id !== undefined && (
          <SummaryRow label={idLabel}>
            <CopyableId id={id} />
          </SummaryRow>
        )}
      </dl>
      <div className="receipt__ways">
        {ways}
        <span className="small muted">{note}</span>
      </div>
      {children}
    </section>
  )
}
