import type { Finding } from './finding.ts'

/** Part of a text as shown: plain, a finding, or a number of characters that are left out. */
export type SourcePart =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'finding'; text: string; at: number; finding: Finding }
  | { kind: 'gap'; characters: number; at: number }

/** A text up to here is shown whole. */
const MAX_WHOLE = 8_000
/** Characters of a longer one that are shown, in lines with findings and a line around them. */
const MAX_SHOWN = 16_000
/** A line is shown this far from its findings. */
const AROUND = 120

/** What a person needs to see of a text, whatever its length. */
export function sourceParts(text: string, findings: readonly Finding[]): SourcePart[] {
  const parts: SourcePart[] = []
  let at = 0
  for (const { start, end } of rangesOf(text, findings)) {
    if (start > at) parts.push({ kind: 'gap', characters: start - at, at })
    at = start
    for (const finding of findings) {
      if (finding.start < at || finding.end > end) continue
      if (finding.start > at) parts.push({ kind: 'text', text: text.slice(at, finding.start), at })
      parts.push({
        kind: 'finding',
        text: text.slice(finding.start, finding.end),
        at: finding.start,
        finding,
      })
      at = finding.end
    }
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end), at })
    at = end
  }
  if (at < text.length) parts.push({ kind: 'gap', characters: text.length - at, at })
  return parts
}

/** Ranges that are shown, in order and apart. */
function rangesOf(text: string, findings: readonly Finding[]): { start: number; end: number }[] {
  if (text.length <= MAX_WHOLE) return [{ start: 0, end: text.length }]
  const ranges: { start: number; end: number }[] = []
  let shown = 0
  for (const { start, end } of findings) {
    const line = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - AROUND)
    const newline = text.indexOf('\n', end)
    const to = Math.min(newline < 0 ? text.length : newline, end + AROUND)
    const last = ranges.at(-1)
    if (last && line <= last.end + 1) {
      if (to <= last.end) continue
      shown += to - last.end
      last.end = to
    } else {
      shown += to - line
      ranges.push({ start: line, end: to })
    }
    if (shown > MAX_SHOWN) break
  }
  return ranges.length > 0 ? ranges : [{ start: 0, end: MAX_WHOLE }]
}

/** A place with a few words before it, in one line: where a value comes from. */
export function excerptAround(
  text: string,
  { start, end }: Finding,
  characters = 28,
): [before: string, after: string] {
  const line = (part: string) => part.replace(/\s+/g, ' ')
  const from = Math.max(0, start - characters)
  const before = line(text.slice(from, start))
  const after = line(text.slice(end, end + characters))
  return [from > 0 ? `…${before.replace(/^\S*\s/, '')}` : before, after.replace(/\s\S*$/, '')]
}
