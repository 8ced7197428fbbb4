import type { PlateList, PlateListRow } from '#shared/bridge/plate-lists.ts'
import { rowWords } from '#shared/text/plate-lists.ts'
import { type SignKind, rowSign } from '../../design/sign.tsx'

/** Sign of a whole list: that of its worst answer, once there is nothing more to come. */
export function listSign({ counts, open }: Pick<PlateList, 'counts' | 'open'>): SignKind {
  if (counts.not_transferable > 0) return 'stop'
  if (open > 0) return 'none'
  if (counts.unanswered > 0) return 'unknown'
  return counts.with_alerts > 0 ? 'warn' : 'ok'
}

/** Sign and words of a row: its verdict, also while it is asked again, or what it waits for. */
export function answerOf(row: PlateListRow): { kind: SignKind; words: string; more?: string } {
  if (row.outcome !== null) return rowSign(row)
  const isOpen = row.state === 'waiting' || row.state === 'asked'
  return { kind: isOpen ? 'none' : 'unknown', words: rowWords(row) }
}
