import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCursors } from '#electron/core/features/changes/events.rules.ts'
import {
  parsePairingCode,
  computeAdoptedSeq,
  reduceLink,
  initialLink,
  MAX_DELAY_MS,
  mergeGaps,
  retryDelay,
  clampRetryDelay,
  type LinkEvent,
  type LinkState,
} from '#electron/core/features/relay/relay.rules.ts'

const HOUR = 3_600_000
const event: fc.Arbitrary<LinkEvent> = fc.oneof(
  fc.constant<LinkEvent>({ kind: 'connecting' }),
  fc.boolean().map((caughtUp): LinkEvent => ({ kind: 'heard', caughtUp })),
  fc.boolean().map((graceful): LinkEvent => ({ kind: 'ended', graceful })),
  fc.constantFrom<LinkEvent>({ kind: 'buffered' }, { kind: 'woken' }),
)
const steps = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 8 * HOUR })), { maxLength: 60 })

/** Runs the events; `each` sees every state with the one before it. */
function run(
  all: readonly (readonly [LinkEvent, number])[],
  each: (state: LinkState, before: LinkState, step: LinkEvent, now: number) => void = () => undefined,
) {
  let now = 1_000
  let state = initialLink
  for (const [step, passed] of all) {
    now += passed
    const before = state
    state = reduceLink(state, step, now)
    each(state, before, step, now)
  }
  return { state, now }
}

describe('the connection to a relay', () => {
  test('is live only when the last number is here, and never after the connection ended', () => {
    fc.assert(
      fc.property(steps, (all) => {
        run(all, (state, before, step) => {
          if (state.phase !== 'live') return
          const heardNow = step.kind === 'heard' && step.caughtUp
          // Between two long polls it stays as it was.
          const goesOn = step.kind === 'connecting' && before.phase === 'live' && state.lane === 'longpoll'
          expect(heardNow || goesOn).toBe(true)
        })
      }),
    )
  })

  test('a refused token is not tried again, whatever happens', () => {
    fc.assert(
      fc.property(steps, steps, (first, then) => {
        const { state, now } = run(first)
        const refused = reduceLink(state, { kind: 'refused' }, now)
        let later = refused
        for (const [step, passed] of then) later = reduceLink(later, step, now + passed)
        expect(later).toEqual(refused)
        expect(later.phase).toBe('revoked')
      }),
    )
  })

  test('the wait is within half a second doubled for each failure, and half a minute', () => {
    fc.assert(
      fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (all, random) => {
        const { state } = run(all)
        const delay = retryDelay(state, random)
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay).toBeLessThanOrEqual(MAX_DELAY_MS)
        expect(delay).toBeLessThanOrEqual(500 * 2 ** Math.max(0, state.failures - 1))
        if (state.failures === 0) expect(delay).toBe(0)
      }),
    )
  })

  test('a minute of health, a wake and a farewell begin the waits anew', () => {
    const failing = run(Array.from({ length: 9 }, () => [{ kind: 'ended', graceful: false }, 10] as const))
    expect(failing.state.failures).toBe(9)
    const healthy = reduceLink(failing.state, { kind: 'heard', caughtUp: true }, failing.now)
    const cut = (after: number) =>
      reduceLink(healthy, { kind: 'ended', graceful: false }, failing.now + after)
    expect(cut(10_000).failures).toBe(10)
    expect(cut(60_000).failures).toBe(1)
    expect(reduceLink(healthy, { kind: 'ended', graceful: true }, failing.now).failures).toBe(0)
    expect(reduceLink(failing.state, { kind: 'woken' }, failing.now).failures).toBe(0)
  })

  test('where streams are held back, one is tried again within six hours and after a wake', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { state, now } = run(all)
        if (state.phase === 'revoked' || state.lane === 'stream') return
        expect(state.streamAgainAt).toBeLessThanOrEqual(now + 6 * HOUR)
        expect(reduceLink(state, { kind: 'connecting' }, now + 6 * HOUR).lane).toBe('stream')
        expect(reduceLink(state, { kind: 'woken' }, now).lane).toBe('stream')
      }),
    )
    const held = reduceLink(initialLink, { kind: 'buffered' }, 0)
    expect(reduceLink(held, { kind: 'connecting' }, 5 * HOUR).lane).toBe('longpoll')
  })

  test("a stopping relay's wish is honoured up to a minute", () => {
    expect([clampRetryDelay(-5), clampRetryDelay(7_000), clampRetryDelay(1e12)]).toEqual([0, 7_000, 60_000])
  })
})

test('a number follows, was known, or is misordered', () => {
  const stored = { epoch: 'aaaa', seq: 7 }
  expect(compareCursors(null, { epoch: 'aaaa', seq: 40 })).toBe('next')
  expect(compareCursors(stored, { epoch: 'aaaa', seq: 8 })).toBe('next')
  expect(compareCursors(stored, { epoch: 'aaaa', seq: 7 })).toBe('known')
  expect(compareCursors(stored, { epoch: 'aaaa', seq: 9 })).toBe('misordered')
  expect(compareCursors(stored, { epoch: 'bbbb', seq: 8 })).toBe('misordered')
})

test('in another list it reads again at most a thousand numbers that are kept', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (floor, head) => {
      const seq = computeAdoptedSeq({ floor: floor + 1, head })
      expect(seq).toBeGreaterThanOrEqual(0)
      expect(seq).toBeLessThanOrEqual(head)
      expect(head - seq).toBeLessThanOrEqual(1_000)
      expect(seq).toBeGreaterThanOrEqual(Math.min(head, floor))
    }),
  )
})

test('gaps that were not read are shown as one', () => {
  const gap = { reason: 'retention', from: 5, to: 9, at: 1, looked: 3 } as const
  expect(mergeGaps(null, gap)).toBe(gap)
  expect(mergeGaps(gap, { ...gap, from: 20, to: 25, at: 2, looked: 7 })).toEqual({
    reason: 'retention',
    from: 5,
    to: 25,
    at: 2,
    looked: 7,
  })
  expect(mergeGaps(gap, { reason: 'reset', from: 30, to: null, at: 2, looked: 1 })).toMatchObject({
    reason: 'reset',
    from: 5,
    to: null,
    looked: 3,
  })
})

test('a code is read as it is said and typed', () => {
  for (const typed of ['K7QF-9M2T', 'k7qf9m2t', ' k7qf 9m2t ', 'K7QF\u20139M2T'])
    expect(parsePairingCode(typed)).toBe('K7QF-9M2T')
  expect(parsePairingCode('iloo-0000')).toBe('1100-0000')
  expect(parsePairingCode('k7')).toBe('K7')
})
