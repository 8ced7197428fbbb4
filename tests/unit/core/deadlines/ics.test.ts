import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { buildCalendar, type IcsEvent } from '#electron/core/features/deadlines/ics.rules.ts'
import { addDays, isoDay } from '#shared/domain/calendar.ts'

const NOW = Date.UTC(2026, 10, 25, 17, 30)

/** As another calendar program reads it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return {
    name: String(calendar.getFirstPropertyValue('x-wr-calname')),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        summary: event.summary,
        description: event.description ?? '',
        isDate: event.startDate.isDate,
        start: event.startDate.toString(),
        end: event.endDate.toString(),
        stamp: String(component.getFirstPropertyValue('dtstamp')),
        sequence: event.sequence,
      }
    }),
  }
}

const event = (change: Partial<IcsEvent> = {}): IcsEvent => ({
  uid: 'a@ventanilla',
  day: '2026-11-30',
  summary: 'Plazo',
  description: '',
  ...change,
})

test('a whole day is that day in any zone, and an hour is a moment', () => {
  const at = Date.UTC(2026, 10, 26, 8, 0)
  const { events } = read(buildCalendar('Plazos', [event(), event({ uid: 'b@ventanilla', at })], NOW))
  expect(events).toEqual([
    expect.objectContaining({
      isDate: true,
      start: '2026-11-30',
      end: '2026-12-01',
      stamp: '2026-11-25T17:30:00Z',
    }),
    expect.objectContaining({ isDate: false, start: '2026-11-26T08:00:00Z', end: '2026-11-26T08:15:00Z' }),
  ])
})

const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n))
const events = fc.array(
  fc.record({
    uid: fc.uuid(),
    day: days,
    at: fc.option(
      fc.integer({ min: 0, max: 4_102_444_800 }).map((s) => s * 1_000),
      { nil: undefined },
    ),
    summary: fc.string({ unit: 'binary', maxLength: 200 }),
    description: fc.string({ unit: 'grapheme', maxLength: 200 }),
  }),
  { maxLength: 5 },
)
/** What a text keeps: line breaks, and no other control. */
const kept = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')

test('another program reads every event with its own texts, whatever they are', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zñü ()]{1,90}$/), events, (name, all) => {
      const seen = read(buildCalendar(name, all, NOW))
      expect(seen.name).toBe(name)
      expect(
        seen.events.map(({ uid, summary, description, isDate }) => [uid, summary, description, isDate]),
      ).toEqual(
        all.map(({ uid, summary, description, at }) => [
          uid,
          kept(summary),
          kept(description),
          at === undefined,
        ]),
      )
      for (const [index, one] of seen.events.entries())
        if (one.isDate) expect(one.start).toBe(all[index]!.day)
    }),
  )
})

test('lines end in CRLF and have 75 octets at most, with no character cut in two', () => {
  fc.assert(
    fc.property(events, (all) => {
      const text = buildCalendar('Plazos ñ', all, NOW)
      expect(text.endsWith('\r\n')).toBe(true)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of text.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
      }
      // No text of an event begins a property or an event of its own.
      expect(text.match(/^BEGIN:VEVENT\r$/gm) ?? []).toHaveLength(all.length)
      expect(text.match(/^UID:/gm) ?? []).toHaveLength(all.length)
    }),
  )
})

describe('a file that replaces another', () => {
  const LATER = NOW + 86_400_000
  const revisions = (text: string) =>
    read(text).events.map(({ uid, stamp, sequence }) => [uid, stamp, sequence])

  test('revises the events that changed, and only those', () => {
    const [same, moved, gone] = ['a', 'b', 'c'].map((name) => event({ uid: `${name}@ventanilla` })) as [
      IcsEvent,
      IcsEvent,
      IcsEvent,
    ]
    const first = buildCalendar('Plazos', [same, moved, gone], NOW)
    const added = event({ uid: 'd@ventanilla' })
    const second = buildCalendar('Plazos', [same, { ...moved, day: '2026-12-09' }, added], LATER, first)
    expect(revisions(second)).toEqual([
      ['a@ventanilla', '2026-11-25T17:30:00Z', 0],
      ['b@ventanilla', '2026-11-26T17:30:00Z', 1],
      ['d@ventanilla', '2026-11-26T17:30:00Z', 0],
    ])
    const third = buildCalendar('Plazos', [moved], LATER + 1_000, second)
    expect(revisions(third)).toEqual([['b@ventanilla', '2026-11-26T17:30:01Z', 2]])
  })

  test('is the same to the last byte while nothing changes, whatever its texts', () => {
    fc.assert(
      fc.property(events, (all) => {
        const first = buildCalendar('Plazos', all, NOW)
        expect(buildCalendar('Plazos', all, LATER, first)).toBe(first)
        // Cut off, or written by another program: everything in it is new.
        expect(read(buildCalendar('Plazos', all, LATER, first.slice(0, 300))).events).toHaveLength(all.length)
      }),
    )
  })
})

test('days follow each other through every change of hour and of year', () => {
  let day = '2024-01-01'
  for (let n = 0; n < 1_200; n++) {
    const next = addDays(day, 1)
    expect(next > day).toBe(true)
    expect(addDays(next, -1)).toBe(day)
    day = next
  }
  expect(isoDay(new Date(2026, 0, 1).getTime())).toBe('2026-01-01')
})
