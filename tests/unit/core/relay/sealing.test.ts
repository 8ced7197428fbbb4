import { describe, expect, test } from 'vitest'
import { type RelayDevice, SEALED, type SealingChange } from '#shared/api/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { createSealer, newKeyPair } from '#shared/sealing/sealed-box.ts'
import {
  isClosedKey,
  isSuccessorKeyring,
  emptyKeyring,
  type Keyring,
  mergeKeyrings,
  withKey,
  type OfficeKey,
} from '#electron/core/features/relay/relay.rules.ts'
import {
  createSealedEvents,
  createSealingKeys,
  sealKeyring,
} from '#electron/core/features/relay/sealing-keys.ts'
import { createSealing } from '#electron/core/features/relay/sealing.ts'
import type { SecretStore } from '#electron/core/keychain/secret-store.ts'

const YEAR = 366 * 86_400_000

/** A keyring of these keys. */
const ringOf = (...keys: OfficeKey[]): Keyring => ({ ...emptyKeyring, keys })
const keyOf = (id: string, madeAt = 1): OfficeKey => ({ id, ...newKeyPair(), madeAt })

function memorySecrets(): SecretStore & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    persistent: true,
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  }
}

describe('the keys of an office', () => {
  test('come from somebody who had the newest one', () => {
    const [first, second, forged] = [keyOf('a', 1), keyOf('b', 2), keyOf('b', 3)]
    const known = ringOf(first, second)
    expect(isSuccessorKeyring(emptyKeyring, ringOf(forged), null)).toBe(true)
    expect(isSuccessorKeyring(known, ringOf(second, keyOf('c', 3)), null)).toBe(true)
    expect(isSuccessorKeyring(known, ringOf(first, keyOf('c', 3)), null)).toBe(false)
    // Of the same id, but not the same key.
    expect(isSuccessorKeyring(known, ringOf(first, forged), null)).toBe(false)
  })

  test('are the first ones only with the key that the words of the pairing have proved', () => {
    const [first, second] = [keyOf('a', 1), keyOf('b', 2)]
    const isFirst = (ring: Keyring) => isSuccessorKeyring(emptyKeyring, ring, first.publicKey)
    expect(isFirst(ringOf(first, second))).toBe(true)
    expect(isFirst(ringOf(second))).toBe(false)
    // The relay knows the public half.
    expect(isFirst(ringOf({ ...second, publicKey: first.publicKey }))).toBe(false)
  })

  test('of two keyrings know all removed PCs, and the newer of what is closed', () => {
    const [a, b, c] = [keyOf('a', 1), keyOf('b', 2), keyOf('c', 3)]
    const one = { keys: [a, b, c], revoked: ['x'], removed: { 'pc-x': 1 }, recordsSince: 'b' }
    const other = { keys: [a, b], revoked: ['y'], removed: { 'pc-y': 2 }, recordsSince: 'a' }
    for (const merged of [mergeKeyrings(one, other), mergeKeyrings(other, one)]) {
      expect(merged).toMatchObject({ recordsSince: 'b', removed: { 'pc-x': 1, 'pc-y': 2 } })
      expect(merged.revoked.toSorted()).toEqual(['x', 'y'])
      expect(['a', 'b', 'c', 'unknown'].map((id) => isClosedKey(merged, id))).toEqual([
        true,
        false,
        false,
        false,
      ])
    }
    expect(isClosedKey(ringOf(a, b), 'a')).toBe(false)
  })

  test('are kept beside those that are known, in the order in which they were made', () => {
    const [a, b, c] = [keyOf('a', 1), keyOf('b', 2), keyOf('c', 3)]
    expect(mergeKeyrings(ringOf(a, c), ringOf(b, keyOf('c', 9)))).toEqual(ringOf(a, b, c))
  })

  test('leave six years after the next one was made, and a clock that was set back makes none older', () => {
    const keys = [keyOf('a', 0), keyOf('b', YEAR), keyOf('c', 6 * YEAR)]
    const ids = (madeAt: number) => withKey(ringOf(...keys), keyOf('d', madeAt)).keys.map(({ id }) => id)
    expect(ids(6.5 * YEAR)).toEqual(['a', 'b', 'c', 'd'])
    expect(ids(7.5 * YEAR)).toEqual(['b', 'c', 'd'])
    expect(withKey(ringOf(...keys), keyOf('d', 5)).keys.at(-1)).toMatchObject({
      id: 'd',
      madeAt: 6 * YEAR + 1,
    })
  })

  test('are taken only as this PC can open them, and a forged ring changes nothing', async () => {
    const secrets = memorySecrets()
    const keys = createSealingKeys(secrets)
    const pair = newKeyPair()
    const [first, second] = [keyOf('a', 1), keyOf('b', 2)]
    const approved = { publicKey: 'p', name: 'PC', id: null }
    expect(await keys.acceptKeyring(sealKeyring(pair.publicKey, ringOf(first)))).toBe(false)
    await keys.begin(pair, null)
    await keys.change((known) => ({ ...known, approved: [approved] }))
    expect(await keys.acceptKeyring('not-sealed')).toBe(false)
    expect(await keys.acceptKeyring(sealKeyring(newKeyPair().publicKey, ringOf(first)))).toBe(false)
    expect(await keys.acceptKeyring(sealKeyring(pair.publicKey, ringOf(first)))).toBe(true)
    const forged = ringOf(keyOf('evil', 9))
    expect(await keys.acceptKeyring(sealKeyring(pair.publicKey, forged))).toBe(false)
    expect(await keys.acceptKeyring(sealKeyring(pair.publicKey, ringOf(first, second)))).toBe(true)
    const kept = await createSealingKeys(secrets).read()
    expect(kept).toEqual({ pair, firstKey: null, keyring: ringOf(first, second), approved: [approved] })
    await keys.delete()
    expect([await keys.read(), secrets.values.size]).toEqual([null, 0])
  })
})

describe('sealed events', () => {
  function setUp() {
    const key = keyOf('office-key')
    let held: OfficeKey[] = []
    let ring: Result<string | null> = ok(null)
    let elapsed = 0
    let asked = 0
    const blind: boolean[] = []
    const events = createSealedEvents({
      keys: {
        read: async () => ({ pair: newKeyPair(), firstKey: null, keyring: ringOf(...held), approved: [] }),
        async acceptKeyring() {
          held = [key]
          return true
        },
      },
      clock: { elapsed: () => elapsed },
      log: { info: () => {}, warn: () => {}, error: () => {} },
      async fetchKeyring() {
        asked++
        return ring
      },
      onBlind: () => blind.push(events.isBlind),
    })
    const seal = createSealer(key)
    const thin = { event: 'procedure.status_changed', data: { id: 'p1', status: 'BLOCKED' } }
    const sealed = {
      event: SEALED,
      data: { id: key.id, thin: seal('thin', JSON.stringify(thin)), brief: seal('brief', '{}') },
    }
    const incoming = (event: unknown, seq = 1) => ({
      event,
      cursor: { epoch: 'abcd', seq },
      receivedAt: null,
    })
    return {
      key,
      thin,
      sealed,
      seal,
      events,
      blind,
      incoming,
      asked: () => asked,
      give: (answer: Result<string | null>) => (ring = answer),
      lose: () => (held = []),
      pass: (ms: number) => (elapsed += ms),
      open: async (...all: unknown[]) => events.open(all.map((event, index) => incoming(event, index + 1))),
    }
  }

  test('open with the key that the relay keeps for this PC, and with the rest of their data', async () => {
    const { open, give, thin, sealed, seal, incoming, asked, events } = setUp()
    give(ok('a keyring'))
    const whole = { ...sealed, data: { ...sealed.data, extra: seal('extra', '{"who":"x","id":"other"}') } }
    const plain = { event: 'moon.rising', data: { id: 'm' } }
    expect(await open(sealed, plain, whole)).toEqual(
      ok({
        events: [
          incoming(thin, 1),
          incoming(plain, 2),
          incoming({ ...thin, data: { who: 'x', ...thin.data } }, 3),
        ],
        isMissed: false,
      }),
    )
    expect([asked(), events.isBlind]).toEqual([1, false])
  })

  test('wait while the relay does not say which keys there are', async () => {
    const { open, give, sealed, events } = setUp()
    give(fail(appError('unreachable')))
    expect(await open(sealed)).toEqual(fail(appError('unreachable')))
    expect(events.isBlind).toBe(false)
  })

  test('that nothing opens mean that everything is looked at, and not again at once', async () => {
    const { open, sealed, incoming, events, blind, pass, give } = setUp()
    expect(await open(sealed)).toEqual(ok({ events: [incoming(null)], isMissed: true }))
    expect(await open(sealed)).toMatchObject({ value: { isMissed: false } })
    pass(600_000)
    expect(await open(sealed)).toMatchObject({ value: { isMissed: true } })
    expect(events.isBlind).toBe(true)
    give(ok('a keyring'))
    expect(await open(sealed)).toMatchObject({ value: { isMissed: false } })
    expect(blind).toEqual([true, false])
  })

  test.each(['changed', 'short', 'without parts'])(
    'that are %s are missed, and those around them heard',
    async (how) => {
      const { open, give, sealed, thin, incoming } = setUp()
      give(ok('a keyring'))
      const text = sealed.data.thin
      const damaged = {
        changed: { ...sealed, data: { ...sealed.data, thin: `${text.slice(0, -2)}AA` } },
        short: { ...sealed, data: { ...sealed.data, thin: text.slice(0, 20) } },
        'without parts': { event: SEALED, data: { id: 'office-key' } },
      }[how]
      expect(await open(sealed, damaged, sealed)).toEqual(
        ok({ events: [incoming(thin, 1), incoming(null, 2), incoming(thin, 3)], isMissed: true }),
      )
    },
  )
})

/** An administering PC, and what the relay lists. */
async function startSealing(
  listed: (own: string) => Partial<RelayDevice>[],
  keyring: (own: string) => string | null,
) {
  const keys = createSealingKeys(memorySecrets())
  const pair = newKeyPair()
  await keys.begin(pair, null)
  const changes: SealingChange[] = []
  const device = { name: 'PC', pairedAt: '', seenAt: null, acked: 0, streaming: false, hasKeyring: false }
  const relay = { devices: listed(pair.publicKey), sealedKey: null as SealingChange['key'], refuses: false }
  const sealing = createSealing({
    api: {
      office: async () => ok({ sealing: { key: relay.sealedKey, isStale: false } } as never),
      devices: async () =>
        ok(relay.devices.map((one) => ({ ...device, self: false, admin: false, ...one }) as never)),
      giveKey: async () => ok({}),
      keyring: async () => ok(keyring(pair.publicKey)),
      async changeSealing(_to, change) {
        changes.push(change)
        relay.sealedKey = change.key
        return ok({})
      },
      revoke: async () => (relay.refuses ? fail(appError('unreachable')) : ok({})),
    },
    keys,
    events: { isBlind: false, setBlind: () => {} },
    clock: { now: () => 5 },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    target: async () => ok({ address: 'https://relay.example', token: 'rly_x' }),
    signal: new AbortController().signal,
    onState: () => {},
  })
  return { sealing, keys, changes, relay }
}

test('a relay cannot tell an administering PC which keys a person has compared', async () => {
  const ghost = newKeyPair().publicKey
  const { sealing, changes } = await startSealing(
    (own) => [
      { id: 'own', self: true, admin: true, publicKey: own },
      { id: 'ghost', publicKey: ghost },
    ],
    // A PC without a key of the office takes any keyring encrypted for it. The relay can encrypt one too: it knows the
    // PC's public key.
    (own) => {
      const forged = JSON.stringify({ keys: [keyOf('of the relay')], approved: [ghost] })
      return createSealer({ id: 'keyring', publicKey: own })('keyring', forged)
    },
  )
  expect(await sealing.changeKey([])).toMatchObject({ ok: false, error: { code: 'relay-pc-unknown' } })
  expect(await sealing.view()).toMatchObject({
    value: { devices: [{ isApproved: true }, { isApproved: false }] },
  })
  expect(changes).toEqual([])
  // Its words were compared by a person at this PC.
  expect(await sealing.changeKey([ghost])).toEqual(ok({}))
  expect(changes).toHaveLength(1)
  expect(await sealing.changeKey([])).toEqual(ok({}))
})

describe('after a PC was removed', () => {
  const [laptop, desk] = [newKeyPair().publicKey, newKeyPair().publicKey]
  const start = async () => {
    const setUp = await startSealing(
      (own) => [
        { id: 'own', name: 'Dirección', self: true, admin: true, publicKey: own },
        { id: 'l', name: 'Portátil', publicKey: laptop },
        { id: 'd', name: 'Mostrador', publicKey: desk },
      ],
      () => null,
    )
    expect(await setUp.sealing.changeKey([laptop, desk])).toEqual(ok({}))
    return setUp
  }
  const sealedTo = (change: SealingChange | undefined) => change?.keyrings.map(({ publicKey }) => publicKey)

  test('the new key is sealed to the others', async () => {
    const { sealing, changes, relay } = await start()
    const listed = relay.devices
    relay.devices = listed.filter(({ id }) => id !== 'l')
    expect(await sealing.revoke('l')).toEqual(ok({}))
    expect(changes).toHaveLength(2)
    expect(sealedTo(changes.at(-1))).not.toContain(laptop)
  })

  test('the keyring tells the others that it was removed, and when', async () => {
    const { sealing, changes, relay } = await start()
    const other = newKeyPair()
    relay.devices = [
      ...relay.devices.filter(({ id }) => id === 'own'),
      { id: 'o', publicKey: other.publicKey },
    ]
    expect(await sealing.changeKey([other.publicKey])).toEqual(ok({}))
    await sealing.revoke('l')
    const keys = createSealingKeys(memorySecrets())
    await keys.begin(other, null)
    expect(await keys.acceptKeyring(changes.at(-1)?.keyrings.at(-1)?.keyring ?? '')).toBe(true)
    expect((await keys.read())?.keyring.removed).toEqual({ l: 5 })
  })

  test('a PC whose words are compared again is not a removed one', async () => {
    const { sealing, keys } = await start()
    // The relay lists it as before.
    await sealing.revoke('l')
    expect((await keys.read())?.keyring.removed).toEqual({ l: 5 })
    expect(await sealing.changeKey([laptop])).toEqual(ok({}))
    expect((await keys.read())?.keyring.removed).toEqual({})
  })

  test.each([
    ['as before', { id: 'l', name: 'Portátil', publicKey: laptop }],
    ['under another id', { id: 'x', name: 'Portátil', publicKey: laptop }],
    ['as another PC', { id: 'd', name: 'Mostrador', publicKey: laptop }],
  ])('a relay that still lists it %s gets no key for it', async (_how, ghost) => {
    const { sealing, keys, changes, relay } = await start()
    relay.devices = [...relay.devices.filter(({ id }) => id !== 'l'), ghost]
    await sealing.revoke('l')
    expect(changes).toHaveLength(1)
    expect((await keys.read())?.keyring.revoked).toEqual([laptop])
    expect(await sealing.changeKey([])).toMatchObject({ error: { code: 'relay-pc-unknown' } })
  })

  test.each([
    ['id', { id: 'd', name: 'Portátil', publicKey: laptop }],
    ['name', { id: 'l', name: 'Mostrador', publicKey: laptop }],
  ])('an approved key under another %s is not approved', async (_what, listed) => {
    const { sealing, changes, relay } = await start()
    relay.devices = [...relay.devices.slice(0, 1), listed]
    expect(await sealing.view()).toMatchObject({
      value: { devices: [{ isApproved: true }, { isApproved: false }] },
    })
    expect(await sealing.changeKey([])).toMatchObject({ error: { code: 'relay-pc-unknown' } })
    expect(changes).toHaveLength(1)
  })

  test('the relay cannot exchange its key for that of another PC', async () => {
    const { sealing, keys, changes, relay } = await start()
    const [own = {}] = relay.devices
    // Asked for the key of the removed PC, and for what is left, it tells both the other way round.
    relay.devices = [
      own,
      { id: 'l', name: 'Portátil', publicKey: desk },
      { id: 'd', name: 'Mostrador', publicKey: laptop },
    ]
    await sealing.revoke('l')
    expect((await keys.read())?.keyring.revoked).toEqual([laptop])
    relay.devices = [own, { id: 'd', name: 'Mostrador', publicKey: laptop }]
    expect(await sealing.changeKey([])).toMatchObject({ error: { code: 'relay-pc-unknown' } })
    expect(changes).toHaveLength(1)
  })

  test('a removal that failed leaves its key as it was', async () => {
    const { sealing, keys, relay } = await start()
    relay.refuses = true
    expect(await sealing.revoke('l')).toMatchObject({ error: { code: 'unreachable' } })
    expect((await keys.read())?.keyring).toMatchObject({ revoked: [], removed: {} })
    expect(await sealing.changeKey([])).toEqual(ok({}))
  })
})
