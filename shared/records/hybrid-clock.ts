/**
 * Time of a change, by which all PCs of an office order changes: milliseconds, a counter and the PC. Stamps of one
 * clock rise, and a stamp is above every stamp that its PC had seen. Texts compare as their times do.
 * Kulkarni et al., Logical Physical Clocks, 2014.
 */
export type Stamp = string

const MS_DIGITS = 9
const COUNT_DIGITS = 4
const MAX_COUNT = 36 ** COUNT_DIGITS - 1
const STAMP = /^[0-9a-z]{9}-[0-9a-z]{4}-[\w-]{1,40}$/
/** No true stamp is later. A later one, written once, would be above every true stamp for ever. */
const MAX_MS = Date.UTC(2200)

export const isStamp = (text: string): text is Stamp => STAMP.test(text) && parseStamp(text).ms <= MAX_MS

const toDigits = (value: number, digits: number) => value.toString(36).padStart(digits, '0')

/** Parts of a stamp. */
export function parseStamp(stamp: Stamp): { ms: number; count: number; device: string } {
  const ms = parseInt(stamp.slice(0, MS_DIGITS), 36)
  const count = parseInt(stamp.slice(MS_DIGITS + 1, MS_DIGITS + 1 + COUNT_DIGITS), 36)
  return { ms, count, device: stamp.slice(MS_DIGITS + COUNT_DIGITS + 2) }
}

/** A time out of range, of a clock that is wrong, becomes the nearest in it. */
const formatStamp = (ms: number, count: number, device: string): Stamp =>
  `${toDigits(Math.min(Math.max(0, ms), MAX_MS), MS_DIGITS)}-${toDigits(count, COUNT_DIGITS)}-${device}`

/** Stamp of a change that was made before its PC had a clock of this kind. */
export const stampAt = (ms: number, device: string): Stamp => formatStamp(ms, 0, device)

/**
 * Stamp of a change made now, above every stamp seen.
 * @param seen highest stamp that this PC has made or read; `null` before the first
 * @param nowMs time of this PC, corrected by the relay's clock, in milliseconds
 * @param device id of the PC, of at most 40 characters of base64url
 */
export function nextStamp(seen: Stamp | null, nowMs: number, device: string): Stamp {
  const last = seen === null ? { ms: 0, count: 0 } : parseStamp(seen)
  if (nowMs > last.ms) return formatStamp(nowMs, 0, device)
  // The clock was set back, or another PC's clock is ahead.
  return last.count < MAX_COUNT
    ? formatStamp(last.ms, last.count + 1, device)
    : formatStamp(last.ms + 1, 0, device)
}

const MAX_SKEW_MS = 31 * 86_400_000

/**
 * Correction of a PC's clock by the relay's, in milliseconds. A relay whose clock is more than 31 days off corrects
 * nothing, because it could order changes by any time.
 */
export const boundSkew = (skewMs: number): number => (Math.abs(skewMs) <= MAX_SKEW_MS ? skewMs : 0)

/** The higher of two stamps. */
export const maxStamp = (one: Stamp | null, other: Stamp): Stamp =>
  one === null || other > one ? other : one
