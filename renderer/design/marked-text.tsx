import type { ReactNode } from 'react'
import type { MatchRange } from '#shared/domain/search-marks.ts'

/** A text with its matching parts marked; plain without any. */
export function markedText(text: string, ranges: readonly MatchRange[]): ReactNode {
  if (ranges.length === 0) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (start > at) parts.push(text.slice(at, start))
    parts.push(<mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}
