import { type ReactNode, useEffect, useRef } from 'react'
import { Sign } from '../../design/sign.tsx'
import { CopyableId } from '../resources/copyable-id.tsx'
import { SummaryRow } from './summary-row.tsx'

export interface ReceiptProps {
  title: string
  body: string
  /** Another list of facts, before its own. */
  summary?: ReactNode
  /** Lines of its facts. */
  facts: ReactNode
  id: string | undefined
  idLabel: string
  /** What may be done next. */
  ways: ReactNode
  note: string
  /** Under all of it. */
  children?: ReactNode
}

/** It was sent, once: what, when, under which id, and what may be done next. */
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
