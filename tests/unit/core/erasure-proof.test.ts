import { expect, test } from 'vitest'
import type { RelayDevice } from '#shared/api/relay.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createErasureProof } from '#electron/core/features/data-subjects/erasure-proof.ts'
import type { StoreCall } from '#electron/core/store/client.ts'

const SEEN = '2026-11-29T10:00:00.000Z'
const device = (id: string): RelayDevice => ({
  id,
  name: `PC ${id}`,
  admin: false,
  self: id === 'a',
  pairedAt: SEEN,
  seenAt: SEEN,
  acked: 0,
  streaming: false,
})

/** PC `a`, which has erased a person. The PCs `a` and `b` have applied the erasure, and `c` has written its name. */
function createOffice() {
  const meta = new Map<string, string>()
  const answers: Record<string, (...args: never[]) => unknown> = {
    sharing: () => ({ device: 'a' }),
    sharedPeople: () => ({ a: 'Ana', c: 'Luis' }),
    auditList: () => ({ rows: [{ seq: 7, at: 1_000, who: 'Ana' }] }),
    erasureProofs: () => [{ a: 1, b: 2 }],
    meta: (key: string) => meta.get(key) ?? null,
    setMeta: (key: string, value: string) => void meta.set(key, value),
  }
  const call = (async (name: string, ...args: never[]) => answers[name]?.(...args)) as unknown as StoreCall
  const relay = { isHealthy: false, devices: [device('a'), device('b'), device('c')] }
  /** Times at which PCs were removed, as the office's keyring has them. */
  const removed: Record<string, number> = {}
  const proof = createErasureProof({
    call,
    relay: {
      get isHealthy() {
        return relay.isHealthy
      },
      records: { keyring: async () => ({ removed }) } as never,
      devices: async () => (relay.isHealthy ? ok({ devices: relay.devices }) : fail(appError('unreachable'))),
    },
  })
  const states = async () => {
    const listed = await proof.list({ taxId: '12345678Z' })
    const pcs = listed.ok ? (listed.value.rows[0]?.pcs ?? []) : []
    return Object.fromEntries(
      pcs.map(({ name, state, isListed, at }) => {
        if (state === 'pending' && !isListed) return [name, 'pending, not listed']
        return [name, state === 'removed' ? `removed at ${at}` : state]
      }),
    )
  }
  return { relay, removed, states }
}

test('a PC of which only its shared name is known is missing until the relay was asked', async () => {
  const { relay, states } = createOffice()
  expect(await states()).toEqual({ Ana: 'applied', '': 'applied', Luis: 'pending' })
  relay.isHealthy = true
  expect(await states()).toEqual({ 'PC a': 'applied', 'PC b': 'applied', 'PC c': 'pending' })
})

test('a PC that the relay does not list any more is still missing, whatever the relay says later', async () => {
  const { relay, states } = createOffice()
  relay.isHealthy = true
  relay.devices.push(device('d'))
  expect(await states()).toMatchObject({ 'PC d': 'pending' })
  relay.devices = [device('a')]
  for (const isHealthy of [true, false]) {
    relay.isHealthy = isHealthy
    // A confirmation stays valid, because the relay cannot make one.
    expect(await states()).toEqual({
      'PC a': 'applied',
      'PC b': 'applied',
      'PC c': 'pending, not listed',
      'PC d': 'pending, not listed',
    })
  }
})

test('a PC that was removed after the erasure is dated, and one that was removed before is not asked', async () => {
  const { relay, removed, states } = createOffice()
  Object.assign(removed, { c: 2_000, d: 500 })
  // Without the relay too, and for a PC of which only its shared name is known.
  expect(await states()).toEqual({ Ana: 'applied', '': 'applied', Luis: 'removed at 2000' })
  relay.isHealthy = true
  relay.devices.push(device('d'))
  expect(await states()).toEqual({ 'PC a': 'applied', 'PC b': 'applied', 'PC c': 'removed at 2000' })
  removed['c'] = 999
  expect(await states()).toEqual({ 'PC a': 'applied', 'PC b': 'applied' })
})
