import type { RecentLookup, Verdict } from '#shared/bridge/lookup.ts'
import { outcomeText, railText } from '#shared/text/app-lookup.ts'
import type { SignKind } from '../../design/sign.tsx'

export const outcomeSigns: Record<Verdict['outcome'], SignKind> = {
  transferable: 'ok',
  with_alerts: 'warn',
  not_transferable: 'stop',
  error: 'unknown',
  unrecognised: 'unknown',
}

/** Sign and short words of a row: its open question if there is one, else its last verdict. */
export function rowSign(row: Pick<RecentLookup, 'outcome' | 'pending'>): { kind: SignKind; words: string } {
  if (row.pending) return { kind: 'none', words: railText.pending[row.pending] }
  if (row.outcome) return { kind: outcomeSigns[row.outcome], words: outcomeText[row.outcome].short }
  return { kind: 'unknown', words: railText.unknown }
}
