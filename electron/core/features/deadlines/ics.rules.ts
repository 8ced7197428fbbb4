import { addDays } from '#shared/domain/calendar.ts'

/** An event of a calendar file: a whole day, or a time of day. */
export interface IcsEvent {
  /** The same event always has the same identifier. */
  uid: string
  /** YYYY-MM-DD. */
  day: string
  /** Epoch milliseconds, for an event with an hour. */
  at?: number | undefined
  summary: string
  /** '' if there is none. */
  description: string
}

export const PRODUCT = '-//Ventanilla//Plazos//ES'
/** Most octets of a line without its end (RFC 5545, 3.1). */
const MAX_OCTETS = 75
/** Length of an event with an hour. The hour of a snoozed row is a reminder, not a meeting. */
const LENGTH = 'PT15M'

/**
 * Calendar of RFC 5545: CRLF, folded lines, escaped texts. A whole day is a date without a zone, so it is the same
 * day wherever it is read. A time of day is in UTC. There is no METHOD, because METHOD would ask for an organizer.
 * @param now time of writing, in epoch milliseconds
 * @param before the file that is replaced. An unchanged event keeps its stamp. A changed event is the next revision,
 * so that a program with the older event accepts it
 */
export function buildCalendar(name: string, events: readonly IcsEvent[], now: number, before = ''): string {
  const known = parseRevisions(before)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ]
  const blocks = events.map((event) => {
    const uid = escapeText(event.uid)
    const content = joinLines(buildContentLines(event))
    const { stamp, sequence } = computeRevision(known.get(uid), content, now)
    const head = ['BEGIN:VEVENT', `UID:${uid}`, `DTSTAMP:${stamp}`, `SEQUENCE:${sequence}`]
    return `${joinLines(head)}${content}${joinLines(['END:VEVENT'])}`
  })
  return [joinLines(lines), ...blocks, joinLines(['END:VCALENDAR'])].join('')
}

/** An event of an earlier file. */
interface Revision {
  stamp: string
  sequence: number
  content: string
}

const EVENT =
  /^BEGIN:VEVENT\r\nUID:([^\r\n]+)\r\nDTSTAMP:(\w+)\r\nSEQUENCE:(\d+)\r\n((?:[^\r\n]*\r\n)*?)END:VEVENT\r\n/gm

/** Events of a file of ours, by UID. Any other text has none. */
const parseRevisions = (text: string): ReadonlyMap<string, Revision> =>
  new Map(
    [...text.matchAll(EVENT)].map(([, uid = '', stamp = '', sequence = '', content = '']) => [
      uid,
      { stamp, sequence: Number(sequence), content },
    ]),
  )

function computeRevision(
  known: Revision | undefined,
  content: string,
  now: number,
): Omit<Revision, 'content'> {
  if (known?.content === content) return known
  return { stamp: formatUtc(now), sequence: known ? known.sequence + 1 : 0 }
}

function buildContentLines({ day, at, summary, description }: IcsEvent): string[] {
  return [
    ...(at === undefined
      ? [`DTSTART;VALUE=DATE:${formatDay(day)}`, `DTEND;VALUE=DATE:${formatDay(addDays(day, 1))}`]
      : [`DTSTART:${formatUtc(at)}`, `DURATION:${LENGTH}`]),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    'CLASS:PRIVATE',
    // A deadline leaves the day free for appointments.
    'TRANSP:TRANSPARENT',
  ]
}

const formatDay = (day: string): string => day.replaceAll('-', '')
const formatUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** TEXT of RFC 5545, 3.3.11. It allows no control character except the line break. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')

/** Lines of at most 75 octets, cut between characters. Each continuation begins with a space. */
function foldLine(line: string): string {
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
