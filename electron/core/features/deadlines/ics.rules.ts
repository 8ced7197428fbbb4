import { addDays } from '#shared/domain/iso-day.ts'

/** An event of a calendar file: a whole day, or a moment. */
export interface IcsEvent {
  /** The same event always has the same one. */
  uid: string
  /** YYYY-MM-DD. */
  day: string
  /** Epoch milliseconds, for one with an hour. */
  at?: number | undefined
  summary: string
  /** '' without one. */
  description: string
}

export const PRODUCT = '-//Ventanilla//Plazos//ES'
/** Of a line, without its end (RFC 5545, 3.1). */
const MAX_OCTETS = 75
/** An hour of a snoozed row is a reminder, not a meeting. */
const LENGTH = 'PT15M'

/**
 * Calendar of RFC 5545: CRLF, folded lines, escaped texts. A whole day is a date without a zone, so that it is
 * the same day wherever it is read; a moment is in UTC.
 * @param now epoch milliseconds, when it was made
 */
export function icsOf(name: string, events: readonly IcsEvent[], now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines({ uid, day, at, summary, description }: IcsEvent, now: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(now)}`,
    ...(at === undefined
      ? [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`]
      : [`DTSTART:${utc(at)}`, `DURATION:${LENGTH}`]),
    `SUMMARY:${escaped(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    'CLASS:PRIVATE',
    // A deadline leaves the day free for appointments.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const compact = (day: string): string => day.replaceAll('-', '')
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** TEXT of RFC 5545, 3.3.11. Other controls than the line break are not allowed in it. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** Lines of 75 octets at most, cut between characters; each next one begins with a space. */
function folded(line: string): string {
  let result = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += size
  }
  return result
}
