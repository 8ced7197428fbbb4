/** Data found in a pasted text, each with its position. */

export const FINDING_KINDS = [
  'plate',
  'vin',
  'taxId',
  'person',
  'company',
  'address',
  'postalCode',
  'town',
  'province',
  'email',
  'phone',
  'amount',
  'invoice',
  'date',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Party of a datum, where the text names one. */
export const PARTY_ROLES = ['seller', 'buyer', 'representative', 'dealer'] as const
export type PartyRole = (typeof PARTY_ROLES)[number]

/** `sure`: by its label or its control. `likely`: by its form. `doubtful`: offered, and never marked. */
const SURENESS = ['sure', 'likely', 'doubtful'] as const
export type Sureness = (typeof SURENESS)[number]

/**
 * Reason of a finding: a `label` before it, its `control` character, a `title` (D., Sra.), the `sign` of the euro, an
 * identifier `beside` it, or its `form` alone.
 */
const REASONS = ['label', 'control', 'title', 'sign', 'beside', 'form'] as const
export type Reason = (typeof REASONS)[number]

/** Meaning of an amount or a date, where the text gives one. */
const SUBJECTS = [
  'base',
  'price',
  'total',
  'tax',
  'fees',
  'deposit',
  'contract',
  'invoice',
  'born',
  'registration',
  'expiry',
] as const
export type Subject = (typeof SUBJECTS)[number]

export interface Finding {
  kind: FindingKind
  /** Position in the text: `text.slice(start, end)` is the datum. */
  start: number
  end: number
  /**
   * Stored form: compact capitals for a plate, a VIN or a NIF; E.164; `12.450,00`; DD/MM/YYYY. Otherwise the text
   * with single spaces.
   */
  value: string
  sureness: Sureness
  reason: Reason
  role?: PartyRole
  subject?: Subject
}

/** Finding placed within its passage, before its party is known. */
export type Found = Omit<Finding, 'role'>

/** Part of a shown text: plain text, a finding, or a number of omitted characters. */
export type SourcePart =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'finding'; text: string; at: number; finding: Finding }
  | { kind: 'gap'; characters: number; at: number }

/** A text up to this length is shown whole. */
const MAX_WHOLE = 8_000
/** Shown characters of a longer text: lines with findings, and a line around them. */
const MAX_SHOWN = 16_000
/** A line is shown up to this distance from its findings. */
const AROUND = 120

/** Parts of a text that a person needs to see, whatever its length. */
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

/** Shown ranges, in order and disjoint. */
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

/** Position of a finding with a few words around it, in one line. */
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
