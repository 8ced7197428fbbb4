import type { ReactNode } from 'react'

/** Row of a submission's summary. */
export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="answers__row">
      <dt>{label}</dt>
      <dd className="answers__value receipt__value">{children}</dd>
    </div>
  )
}
