import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addWorkingDays } from '#shared/domain/calendar.ts'
import {
  ACT_KINDS,
  type ActKind,
  arrivalId,
  computeRequest,
  defaultDays,
  endId,
  isToRemind,
  mergeActs,
  nextReminder,
  type RequestAct,
  type RequestActs,
  timeOfAct,
} from '#shared/domain/client-requests.ts'

const RUNS = process.env['FULL'] ? 20_000 : 1_000
const ASK: RequestAct = {
  kind: 'ask',
  at: 10,
  day: '2026-11-20',
  channel: 'email',
  due: '2026-11-27',
  next: '2026-11-27',
}

/** Applies acts one after the other, as a PC does. */
function act(acts: RequestActs, id: string, made: Omit<RequestAct, 'at'>, now = 0): RequestActs {
  return { ...acts, [id]: { ...made, at: timeOfAct(acts, now) } }
}

test('a request is asked, reminded, and closed by what arrives', () => {
  const asked = { a: ASK }
  expect(computeRequest(asked)).toMatchObject({
    state: 'open',
    asked: '2026-11-20',
    reminders: 0,
    next: '2026-11-27',
  })
  const reminded = act(asked, 'b', {
    kind: 'remind',
    day: '2026-11-27',
    channel: 'phone',
    next: '2026-12-02',
  })
  expect(computeRequest(reminded)).toMatchObject({
    state: 'open',
    reminders: 1,
    reminded: '2026-11-27',
    channel: 'phone',
    due: '2026-11-27',
    next: '2026-12-02',
  })
  const arrived = act(reminded, arrivalId('a'), { kind: 'arrive', of: 'a' })
  expect(computeRequest(arrived)).toMatchObject({ state: 'arrived', endedAt: 12 })
})

test('an undone reminder leaves the day of the next one as it was, and an undone question leaves no request', () => {
  const reminded = act({ a: ASK }, 'b', { kind: 'remind', day: '2026-11-27', next: '2026-12-02' })
  expect(computeRequest(act(reminded, 'c', { kind: 'undo', of: 'b' }))).toEqual(computeRequest({ a: ASK }))
  expect(computeRequest(act(reminded, 'c', { kind: 'undo', of: 'a' }))).toBeNull()
})

test('a reopened request waits for something else than what had arrived', () => {
  const arrived = act({ a: ASK }, arrivalId('a'), { kind: 'arrive', of: 'a' })
  const reopened = act(arrived, 'r', { kind: 'reopen', due: '2026-12-04', next: '2026-12-04', known: 1 })
  expect(computeRequest(reopened)).toMatchObject({ state: 'open', opening: 'r', known: 1, endedAt: null })
  // A colleague's PC finds the first arrival later.
  const late = mergeActs(reopened, { [arrivalId('a')]: { kind: 'arrive', of: 'a', at: 1_000 } })
  expect(computeRequest(late)).toMatchObject({ state: 'open' })
  expect(computeRequest(act(late, arrivalId('r'), { kind: 'arrive', of: 'r' }))).toMatchObject({
    state: 'arrived',
  })
})

test('a reminder of a PC that did not know does not open a closed request', () => {
  const closed = act({ a: ASK }, 'c', { kind: 'close' })
  const merged = mergeActs(closed, { r: { kind: 'remind', at: 99, day: '2026-11-30', next: '2026-12-03' } })
  expect(computeRequest(merged)).toMatchObject({ state: 'closed', reminders: 1 })
})

test('days are working days', () => {
  // The 20th of November of 2026 is a Friday.
  expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23')
  expect(defaultDays('2026-11-20')).toEqual({ due: '2026-11-27', next: '2026-11-27' })
  expect(nextReminder('2026-11-28')).toBe('2026-12-02')
  const [request] = [computeRequest({ a: ASK })!]
  expect([isToRemind(request, '2026-11-26'), isToRemind(request, '2026-11-27')]).toEqual([false, true])
})

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`)
const anyAct: fc.Arbitrary<[string, RequestAct]> = fc
  .record({
    id: ids,
    kind: fc.constantFrom<ActKind>(...ACT_KINDS),
    at: fc.integer({ min: 0, max: 6 }),
    day,
    next: day,
    of: ids,
  })
  .map(({ id, kind, at, day: on, next, of }) => {
    const isEnd = kind === 'arrive' || kind === 'close'
    const made = {
      kind,
      at,
      ...((kind === 'ask' || kind === 'remind') && { day: on }),
      ...(!isEnd && kind !== 'undo' && { next, due: on }),
      ...((isEnd || kind === 'undo') && { of }),
    }
    const name = kind === 'arrive' ? arrivalId(of) : kind === 'close' ? endId(of) : id
    return [name, made]
  })
const someActs = fc.array(anyAct, { maxLength: 12 }).map((list): RequestActs => Object.fromEntries(list))

test('merging is associative, commutative and idempotent, and so is the state', () => {
  fc.assert(
    fc.property(someActs, someActs, someActs, (a, b, c) => {
      expect(mergeActs(a, b)).toEqual(mergeActs(b, a))
      expect(mergeActs(mergeActs(a, b), c)).toEqual(mergeActs(a, mergeActs(b, c)))
      expect(mergeActs(a, a)).toEqual(a)
      expect(computeRequest(mergeActs(a, b))).toEqual(computeRequest(mergeActs(b, a)))
    }),
    { numRuns: RUNS },
  )
})

test('acts that arrive in any order, and more than once, give the same state', () => {
  fc.assert(
    fc.property(
      someActs.chain((acts) => {
        const entries = Object.entries(acts)
        return fc.tuple(
          fc.constant(acts),
          fc.shuffledSubarray(entries, { minLength: entries.length }),
          fc.subarray(entries),
        )
      }),
      ([acts, shuffled, again]) => {
        let merged: RequestActs = {}
        for (const [id, one] of [...shuffled, ...again]) merged = mergeActs(merged, { [id]: one })
        expect(computeRequest(merged)).toEqual(computeRequest(acts))
      },
    ),
    { numRuns: RUNS },
  )
})

test('two PCs that act and exchange at any time come to one state, and a reminder is never lost', () => {
  const step = fc.record({
    pc: fc.constantFrom(0, 1),
    what: fc.constantFrom('remind', 'close', 'reopen', 'arrive', 'exchange'),
    skew: fc.integer({ min: -5, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const pcs: [RequestActs, RequestActs] = [{ a: ASK }, { a: ASK }]
      let reminders = 0
      for (const [index, { pc, what, skew }] of steps.entries()) {
        const here = pcs[pc]
        const state = computeRequest(here)!
        const now = 20 + index + skew
        if (what === 'exchange') pcs.fill(mergeActs(...pcs))
        else if (what === 'arrive') {
          if (state.state === 'open' && !Object.hasOwn(here, arrivalId(state.opening)))
            pcs[pc] = act(here, arrivalId(state.opening), { kind: 'arrive', of: state.opening }, now)
        } else {
          if (what === 'remind') reminders++
          const made = { kind: what, ...(what === 'remind' && { day: '2026-11-27' }) } as Omit<
            RequestAct,
            'at'
          >
          pcs[pc] = act(here, `${pc}-${index}`, made, now)
          const after = computeRequest(pcs[pc])!
          // What the user does counts at once on this PC, whatever the clocks say.
          if (what === 'close') expect(after.state).not.toBe('open')
          if (what === 'reopen') expect(after.state).toBe('open')
        }
      }
      const one = computeRequest(mergeActs(pcs[0], pcs[1]))
      expect(computeRequest(mergeActs(pcs[1], pcs[0]))).toEqual(one)
      expect(one!.reminders).toBe(reminders)
    }),
    { numRuns: RUNS },
  )
})
