import type { VerdictOutcome } from '#shared/domain/plate-verdict.ts'
import type { Outcome } from '#shared/domain/verdict.ts'
import { railText, verdictWords } from '#shared/text/lookup.ts'
import type { SignKind } from './sign.tsx'

const SIGNS: Readonly<Record<Outcome, SignKind>> = {
  transferable: 'ok',
  with_alerts: 'warn',
  not_transferable: 'stop',
  error: 'unknown',
  unrecognised: 'unknown',
}

/** Sign of a plate. */
export const verdictSign = (outcome: VerdictOutcome): SignKind => SIGNS[outcome as Outcome]

/** Sign of one report, for lists of reports: its plate's may differ. */
export const reportSign = ({ outcome }: { outcome: Outcome }): SignKind => SIGNS[outcome]

/** Plate in a list. */
export interface PlateRow {
  outcome?: VerdictOutcome | null | undefined
  pending?: keyof typeof railText.pending | null | undefined
  disagrees?: boolean | undefined
}

/** Sign and short words of a row: its pending lookup if any, else its verdict. */
export function rowSign({ outcome, pending, disagrees }: PlateRow): {
  kind: SignKind
  words: string
  /** Longer words, for a tooltip. */
  more?: string
} {
  if (pending) return { kind: 'none', words: railText.pending[pending] }
  if (!outcome) return { kind: 'unknown', words: railText.unknown }
  const { short } = verdictWords(outcome)
  return { kind: verdictSign(outcome), words: short, ...(disagrees && { more: railText.disagrees }) }
}
