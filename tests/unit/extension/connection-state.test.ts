import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CLOSED,
  type Connection,
  type ConnectionEvent,
  nextConnection,
  refusalOf,
} from '#extension/background/connection-state.ts'
import type { HostState } from '#shared/host-protocol/messages.ts'
import { HOST_ERRORS } from '#shared/host-protocol/protocol.ts'

const APPROVED: HostState = {
  application: '1.0.0',
  approved: true,
  words: null,
  locked: false,
  demo: false,
  online: true,
  unread: 2,
}
const told = (part: Partial<HostState>): ConnectionEvent => ({
  type: 'told',
  state: { ...APPROVED, ...part },
})
const after = (...events: ConnectionEvent[]): Connection => events.reduce(nextConnection, CLOSED)

const hostState: fc.Arbitrary<HostState> = fc.record({
  application: fc.constant('1.0.0'),
  approved: fc.boolean(),
  words: fc.constantFrom(null, ['a', 'b', 'c'] as [string, string, string]),
  locked: fc.boolean(),
  demo: fc.boolean(),
  online: fc.constantFrom(null, true, false),
  unread: fc.constantFrom(null, 0, 7),
})
const error = fc.record({
  code: fc.constantFrom(...HOST_ERRORS),
  update: fc.constantFrom('extension' as const, 'application' as const),
})
const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.constant<ConnectionEvent>({ type: 'opened' }),
  fc.constant<ConnectionEvent>({ type: 'closed' }),
  fc.record({
    type: fc.constant('dropped' as const),
    why: fc.constantFrom('missing' as const, 'forbidden' as const, 'ended' as const),
  }),
  fc.record({ type: fc.constant('told' as const), state: hostState }),
  fc.record({ type: fc.constant('hello-failed' as const), error: fc.option(error) }),
  fc.record({ type: fc.constant('request-failed' as const), error }),
  fc.record({ type: fc.constant('application' as const), connected: fc.boolean() }),
  fc.record({
    type: fc.constant('start' as const),
    state: fc.constantFrom('running' as const, 'failed' as const),
  }),
)
const events = fc.array(event, { maxLength: 30 })

describe('what the extension knows of its connection', () => {
  test('it shows verdicts only after the application said that it may', () => {
    fc.assert(
      fc.property(events, event, (before, last) => {
        const state = nextConnection(after(...before), last)
        const wasApproved = after(...before).kind === 'approved'
        const isTold = last.type === 'told' && last.state.approved && !last.state.locked
        const leaves = last.type !== 'request-failed' && last.type !== 'start'
        expect(state.kind === 'approved').toBe(
          isTold || (wasApproved && !leaves && state.kind === 'approved'),
        )
      }),
    )
  })

  test('no event leaves figures of the application in a state without them', () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = after(...all)
        if (state.kind !== 'approved') expect(Object.keys(state)).not.toContain('unread')
      }),
    )
  })

  test('it is a function of its events, and changes nothing of what it is given', () => {
    fc.assert(
      fc.property(events, event, (all, last) => {
        const before = Object.freeze(after(...all))
        expect(nextConnection(before, last)).toEqual(nextConnection(before, last))
      }),
    )
  })

  test('closed and connected again, nothing of before is left', () => {
    fc.assert(
      fc.property(events, (all) => {
        expect(after(...all, { type: 'closed' }, { type: 'opened' })).toEqual({ kind: 'connecting' })
      }),
    )
  })

  test('only what may be asked is sent', () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = after(...all)
        const sends = ['approved', 'closed', 'connecting'].includes(state.kind)
        expect(refusalOf(state) === null).toBe(sends)
      }),
    )
  })

  test('an approval that is no longer waited for was refused', () => {
    const words: [string, string, string] = ['abeto', 'faro', 'mimbre']
    const waiting = [told({ approved: false }), told({ approved: false, words })]
    expect(after(...waiting)).toMatchObject({ words, refused: false })
    expect(after(...waiting, told({ approved: false }))).toMatchObject({ words: null, refused: true })
    expect(after(told({ approved: false }), told({ approved: false }))).toMatchObject({ refused: false })
    expect(after(...waiting, told({}))).toMatchObject({ kind: 'approved' })
  })

  test('while it is tried again, the screen keeps saying what is missing', () => {
    const missing: ConnectionEvent = { type: 'dropped', why: 'missing' }
    expect(after(missing, { type: 'opened' })).toEqual({ kind: 'not-installed', why: 'missing' })
    expect(after(missing, { type: 'opened' }, told({}))).toMatchObject({ kind: 'approved' })
  })

  test('a start that failed is said until the application is there', () => {
    const closed: ConnectionEvent = { type: 'application', connected: false }
    const failed = after(closed, { type: 'start', state: 'running' }, { type: 'start', state: 'failed' })
    expect(failed).toEqual({ kind: 'not-running', start: 'failed' })
    expect(nextConnection(failed, closed)).toEqual(failed)
    expect(nextConnection(failed, { type: 'application', connected: true })).toEqual({ kind: 'connecting' })
  })

  test('an error of one request says nothing of the connection, unless it is of it', () => {
    const approved = after(told({}))
    const failed = (code: (typeof HOST_ERRORS)[number]) =>
      nextConnection(approved, { type: 'request-failed', error: { code } }).kind
    expect(failed('rate-limited')).toBe('approved')
    expect(failed('not-found')).toBe('approved')
    expect(failed('unavailable')).toBe('approved')
    expect(failed('locked')).toBe('locked')
    expect(failed('not-running')).toBe('not-running')
    expect(failed('not-approved')).toBe('not-approved')
  })
})
