import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { panelText as text } from '#shared/text/extension.ts'
import { railText } from '#shared/text/lookup.ts'
import type { SignKind } from '#renderer/design/sign.tsx'
import { summaryRow } from '../pages/verdict-of-summary.ts'

export interface RowWords {
  sign: SignKind
  words: string
}

/**
 * Sign and words of a plate of the page.
 * @param isWaiting in the batch, and its turn has not come
 */
export function rowWords(summary: VerdictSummary | undefined, isWaiting: boolean): RowWords {
  if (!summary) return { sign: 'none', words: '' }
  if (summary.pending !== null) return { sign: 'none', words: railText.pending[summary.pending] }
  if (isWaiting) return { sign: 'none', words: railText.pending.queued }
  if (summary.outcome !== null) {
    const { kind, words } = summaryRow(summary)
    return { sign: kind, words }
  }
  return summary.failed === null
    ? { sign: 'none', words: text.notLookedUp }
    : { sign: 'unknown', words: text.failed }
}
