import type { VerdictOutcome, Outcome } from '#shared/domain/plate-verdict.ts'
import { railText, verdictWords } from '#shared/text/lookup.ts'
import { type SignKind, signShapes } from './sign-shapes.ts'
import './sign.css'

export type { SignKind } from './sign-shapes.ts'

/** Sign of a verdict. Screen readers skip the sign, because its word is always beside it. */
export function Sign({ kind, size = 'small' }: { kind: SignKind; size?: 'small' | 'large' }) {
  return (
    <svg className={`sign sign--${kind} sign--${size}`} viewBox="0 0 16 16" aria-hidden="true">
      {signShapes[kind].map(({ tag: Shape, className, attributes }) => (
        <Shape key={className} className={className} {...attributes} />
      ))}
    </svg>
  )
}

const SIGNS: Readonly<Record<Outcome, SignKind>> = {
  transferable: 'ok',
  with_alerts: 'warn',
  not_transferable: 'stop',
  error: 'unknown',
  unrecognised: 'unknown',
}

/** Sign of the verdict of a plate. */
export const verdictSign = (outcome: VerdictOutcome): SignKind => SIGNS[outcome as Outcome]

/** Sign of one report, for lists of reports. The sign of its plate may differ. */
export const reportSign = ({ outcome }: { outcome: Outcome }): SignKind => SIGNS[outcome]

/** Verdict and pending lookup of a plate in a list. */
export interface PlateRow {
  outcome?: VerdictOutcome | null | undefined
  pending?: keyof typeof railText.pending | null | undefined
  disagrees?: boolean | undefined
}

/** Sign and short words of a row: those of its pending lookup, or else of its verdict. */
export function rowSign({ outcome, pending, disagrees }: PlateRow): {
  kind: SignKind
  words: string
  /** Longer text, for a tooltip. */
  more?: string
} {
  if (pending) return { kind: 'none', words: railText.pending[pending] }
  if (!outcome) return { kind: 'unknown', words: railText.unknown }
  const { short } = verdictWords(outcome)
  return { kind: verdictSign(outcome), words: short, ...(disagrees && { more: railText.disagrees }) }
}
