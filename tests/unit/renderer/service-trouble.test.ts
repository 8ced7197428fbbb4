import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outageSchema } from '#shared/bridge/inbox.ts'
import type { Outage } from '#shared/bridge/inbox.ts'
import { connectionSchema, type Connection } from '#shared/bridge/slices.ts'
import { hasEnded, serviceTrouble } from '#renderer/features/outage/service-trouble.ts'

const online: Connection = { state: 'online', since: 5, attempts: 0 }
const down: Connection = { state: 'down', since: 50, attempts: 2, nextAttemptAt: 90 }
const suspected: Outage = { state: 'suspected', since: 10, failures: 6 }

describe('what is wrong with the service', () => {
  test('down alone, an outage alone, and both as one with the figures of the record', () => {
    expect(serviceTrouble(down, { state: 'none', failures: 0 })).toEqual({
      kind: 'down',
      since: 50,
      attempts: 2,
      nextAttemptAt: 90,
      recorded: false,
    })
    expect(serviceTrouble(online, suspected)).toEqual({ kind: 'failing', since: 10, failures: 6 })
    expect(serviceTrouble(down, suspected)).toEqual({
      kind: 'down',
      since: 10,
      attempts: 6,
      nextAttemptAt: 90,
      recorded: true,
    })
  })

  test('what was put away is not told, but being without service still is', () => {
    const dismissed = { ...suspected, dismissed: true }
    expect(serviceTrouble(online, dismissed)).toBeNull()
    expect(serviceTrouble(down, dismissed)).toMatchObject({ kind: 'down', since: 50, recorded: false })
  })

  test('nothing about a service that is not asked, nor while all is well or not known yet', () => {
    expect(serviceTrouble({ ...online, state: 'unauthorized' }, suspected)).toBeNull()
    expect(serviceTrouble(null, null)).toBeNull()
    fc.assert(
      fc.property(fc.constantFrom('idle' as const, 'online' as const), fc.nat(), (state, since) => {
        expect(serviceTrouble({ state, since, attempts: 0 }, { state: 'none', failures: 0 })).toBeNull()
      }),
    )
  })
})

test('it has ended only where the same account answers again', () => {
  const states = fc.constantFrom(...outageSchema.shape.state.options)
  const accounts = fc.constantFrom('a', 'b', undefined)
  fc.assert(
    fc.property(
      fc.record({ account: accounts, state: states }),
      fc.record({ account: accounts, state: states }),
      fc.constantFrom(...connectionSchema.shape.state.options),
      (before, now, connection) => {
        const ended = hasEnded(before, now, connection)
        if (ended) expect([before.state, now.state, connection]).toEqual(['suspected', 'none', 'online'])
        if (before.account !== now.account) expect(ended).toBe(false)
      },
    ),
  )
  const account = 'a'
  expect(hasEnded({ account, state: 'suspected' }, { account, state: 'none' }, 'online')).toBe(true)
})
