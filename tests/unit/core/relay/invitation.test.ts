import { expect, test } from 'vitest'
import type { PairingState } from '#shared/api/relay.ts'
import { ok } from '#shared/bridge/result.ts'
import { createInvitation } from '#electron/core/features/relay/invitation.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'

/** A relay that answers as soon as the state is another one than the known one, as ours does. */
function relayOf(states: PairingState['state'][]) {
  const known: string[] = []
  return {
    known,
    api: {
      invite: async () => ok({ id: 'one', code: 'K7QF-9M2T', expiresAt: '2026-11-20T13:15:00.000Z' }),
      async invitation(_target: unknown, _id: string, given: PairingState['state']) {
        known.push(given)
        const next = states.shift()
        if (next === undefined) throw new Error('it is over')
        return ok({ state: next, ...(next === 'claimed' && { name: 'Mostrador' }) })
      },
      decide: async () => ok({}),
    },
  }
}

test('the relay is told which state is known, so that no change falls between two questions', async () => {
  const { api, known } = relayOf(['waiting', 'claimed', 'confirmed'])
  const told: (string | undefined)[] = []
  const ended = Promise.withResolvers<void>()
  const invitation = createInvitation({
    api,
    clock: systemClock,
    target: async () => ok({ address: 'https://relay.example.com', token: 'token' }),
    admit: async () => ok(null),
    onState() {
      told.push(invitation.state?.state)
      if (invitation.state?.state === 'confirmed') ended.resolve()
    },
    personMs: 5,
  })
  await invitation.make()
  await ended.promise
  expect(known).toEqual(['waiting', 'waiting', 'claimed'])
  expect(told).toEqual(['waiting', 'claimed', 'confirmed'])
})
