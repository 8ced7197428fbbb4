import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type SourceEvent,
  compareLines,
  findLastStatus,
  mergeIntoTimeline,
  type Line,
} from '#electron/core/features/changes/events.rules.ts'

const T0 = 1_700_000_000_000

/** Timeline in memory that applies each step like the store. */
function createTimeline() {
  const lines: Line[] = []
  let seq = 0
  return {
    lines,
    take(sourceEvent: SourceEvent): void {
      const step = mergeIntoTimeline(lines, sourceEvent)
      if (step.step === 'insert') {
        const { event, status, detail, seenAt, serverAt, key } = sourceEvent
        const told = status === undefined ? {} : { status }
        lines.push({ event, ...told, detail, seenAt, serverAt, key, seq: ++seq, ord: step.ord })
      }
      if (step.step === 'none' || step.step === 'insert') return
      const line = lines.find((one) => one.seq === step.seq)
      if (!line) throw new Error('a step for a line that is not there')
      line.ord = step.ord
      if (step.step === 'promote') return
      line.key ??= sourceEvent.key
      line.serverAt = sourceEvent.serverAt ?? line.serverAt
      line.detail = { ...sourceEvent.detail, ...line.detail }
    },
    states: () =>
      lines
        .filter(({ status }) => status !== undefined)
        .toSorted(compareLines)
        .map(({ status }) => status),
  }
}

const status = (word: string, over: Partial<SourceEvent> = {}): SourceEvent => ({
  event: 'procedure.status_changed',
  status: word,
  detail: {},
  at: T0,
  seenAt: T0,
  source: 'poll',
  serverAt: null,
  key: null,
  ...over,
})
const told = (word: string, at: number, key = `${word}@${at}`): SourceEvent =>
  status(word, { source: 'relay', serverAt: at, at, key })

describe('a timeline', () => {
  test('a poll makes a row only where it differs from the last', () => {
    const timeline = createTimeline()
    for (const word of ['PENDING', 'PENDING', 'BLOCKED', 'BLOCKED', 'PENDING']) timeline.take(status(word))
    expect(timeline.states()).toEqual(['PENDING', 'BLOCKED', 'PENDING'])
  })

  test('each distinct event is a row, the same one twice is not', () => {
    const timeline = createTimeline()
    for (const event of [told('PENDING', T0), told('DONE', T0 + 9), told('PENDING', T0)]) timeline.take(event)
    expect(timeline.states()).toEqual(['PENDING', 'DONE'])
  })

  test('a late event of what was polled is that row, with its own time', () => {
    const timeline = createTimeline()
    timeline.take(status('PENDING', { serverAt: T0 }))
    timeline.take(status('DONE', { serverAt: T0 + 60_000, seenAt: T0 + 90_000 }))
    timeline.take(told('DONE', T0 + 50_000))
    expect(timeline.lines).toHaveLength(2)
    expect(timeline.lines[1]).toMatchObject({ ord: T0 + 50_000, key: `DONE@${T0 + 50_000}` })
  })

  test('a late event of what was never polled takes its place in time, and says nothing of the present', () => {
    const timeline = createTimeline()
    timeline.take(status('PENDING', { serverAt: T0 }))
    timeline.take(status('DONE', { serverAt: T0 + 60_000 }))
    timeline.take(told('IN_PROGRESS', T0 + 30_000))
    timeline.take(status('DONE', { serverAt: T0 + 60_000 }))
    expect(timeline.states()).toEqual(['PENDING', 'IN_PROGRESS', 'DONE'])
  })

  test('what was polled before an event cannot be that event', () => {
    const timeline = createTimeline()
    timeline.take(status('PENDING', { serverAt: T0 }))
    timeline.take(told('BLOCKED', T0 + 10_000))
    timeline.take(told('PENDING', T0 + 20_000))
    expect(timeline.states()).toEqual(['PENDING', 'BLOCKED', 'PENDING'])
  })

  test('an event from a garbled clock is not repeated by every look that follows', () => {
    const timeline = createTimeline()
    timeline.take(status('PENDING', { serverAt: T0 }))
    timeline.take(told('BLOCKED', T0 + 80_000_000))
    for (let look = 1; look < 5; look++) timeline.take(status('PENDING', { serverAt: T0 + look * 1000 }))
    expect(timeline.states()).toEqual(['PENDING', 'BLOCKED', 'PENDING'])
  })

  test('an incident or a document told without its id is the one that the look finds', () => {
    const added = (detail: SourceEvent['detail'], over: Partial<SourceEvent> = {}): SourceEvent => ({
      ...status('', over),
      event: 'procedure.incident.added',
      detail,
    })
    const timeline = createTimeline()
    timeline.take(added({}, { key: 'event', source: 'relay', serverAt: T0 }))
    timeline.take(added({ incidentId: 'i1' }, { serverAt: T0 }))
    timeline.take(added({ incidentId: 'i1' }, { serverAt: T0 }))
    timeline.take(added({ incidentId: 'i2' }, { serverAt: T0 }))
    expect(timeline.lines.map(({ detail }) => detail['incidentId'])).toEqual(['i1', 'i2'])
  })
})

/** Changes of a procedure, its polls, and the delay and repetitions of each of its events. */
const life = fc.record({
  words: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 8 }),
  polls: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 12 }),
  lag: fc.infiniteStream(fc.integer({ min: 0, max: 120 })),
  copies: fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
})

test('whatever the order, delay and repetition: a row for each event, none lost, none twice, the last is the truth', () => {
  fc.assert(
    fc.property(life, ({ words, polls, lag, copies }) => {
      const truth = words
        .filter((word, index) => word !== words[index - 1])
        .map((word, index) => ({ word, at: index * 10 }))
      const lags = lag[Symbol.iterator]()
      const many = copies[Symbol.iterator]()
      const happenings = [
        { when: 0, sourceEvent: status(truth[0]?.word ?? '', { serverAt: T0, seenAt: T0 }) },
        ...polls.map((when) => {
          const now = truth.findLast(({ at }) => at <= when)
          const seenAt = T0 + when * 1000
          return {
            when,
            sourceEvent: status(now?.word ?? '', { serverAt: T0 + (now?.at ?? 0) * 1000, seenAt }),
          }
        }),
        ...truth.flatMap(({ word, at }) =>
          Array.from({ length: many.next().value }, () => ({
            when: at + lags.next().value,
            sourceEvent: told(word, T0 + at * 1000),
          })),
        ),
      ].toSorted((a, b) => a.when - b.when)
      const timeline = createTimeline()
      for (const { sourceEvent } of happenings) timeline.take(sourceEvent)
      timeline.take(status(truth.at(-1)?.word ?? '', { serverAt: T0 + (truth.at(-1)?.at ?? 0) * 1000 }))
      expect(timeline.states()).toEqual(truth.map(({ word }) => word))
      expect(findLastStatus(timeline.lines)?.status).toBe(truth.at(-1)?.word)
      // Repeated events change nothing.
      const before = JSON.stringify(timeline.lines)
      for (const { sourceEvent } of happenings) if (sourceEvent.key !== null) timeline.take(sourceEvent)
      expect(JSON.stringify(timeline.lines)).toBe(before)
    }),
    { numRuns: 2_000 },
  )
})
