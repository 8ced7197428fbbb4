import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createInvitation, createPairing } from '#electron/core/features/relay/pairing.ts'
import { createRelayApi } from '#electron/core/features/relay/relay-api.ts'
import type { RelayHttp, RelayRequest } from '#electron/core/features/relay/relay-http.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import type { PairingState } from '#shared/api/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import {
  pairingWords,
  newPairingNonce,
  pairingCommitment,
  wordsOfPairing,
} from '#shared/sealing/compared-words.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'

const CODE = 'K7QF-9M2T'
const officeKey = newKeyPair().publicKey
const CLAIMED = {
  token: `rly_${'t'.repeat(43)}`,
  deviceId: 'pc-1',
  office: 'Gestoría',
  admin: false,
  cursor: 'epoch.0',
}
type Key = NonNullable<PairingState['key']>

/** The values of one pairing that a relay passes on, or replaces. */
function createExchange() {
  return {
    /** From the new PC, and for the administrating PC. */
    pcKey: Promise.withResolvers<Key>(),
    toAdmin: Promise.withResolvers<Key>(),
    /** From the administrating PC, and for the new PC. */
    adminNonce: Promise.withResolvers<string>(),
    toPc: Promise.withResolvers<string>(),
    /** From the new PC, and for the administrating PC. */
    pcNonce: Promise.withResolvers<string>(),
    revealed: Promise.withResolvers<Key>(),
    refused: Promise.withResolvers<void>(),
    /** The relay admits the new PC. */
    admitted: Promise.withResolvers<typeof CLAIMED>(),
  }
}
type Exchange = ReturnType<typeof createExchange>
type Relay = (exchange: Exchange) => Promise<void>

/** Both PCs, with this relay between them. `answer` replaces the relay's answers to some requests. */
function startPair(relay: Relay, answer: (request: RelayRequest) => Result<unknown> | null = () => null) {
  const exchange = createExchange()
  const requests: RelayRequest[] = []
  const stateOf = async (known: string | null): Promise<PairingState> => {
    if (known === 'waiting') return { state: 'committed', name: 'PC', key: await exchange.toAdmin.promise }
    if (known === 'answered') return { state: 'claimed', name: 'PC', key: await exchange.revealed.promise }
    return new Promise(() => undefined)
  }
  async function respond({ method, path, body }: RelayRequest): Promise<unknown> {
    const sent = (body ?? {}) as Key & { code: string }
    const { pathname, searchParams } = new URL(path, 'http://relay')
    if (pathname === '/v1/pairings')
      return { id: 'one', code: CODE, expiresAt: new Date(Date.now() + 600_000).toISOString() }
    if (pathname === '/v1/pair') {
      exchange.pcKey.resolve(sent)
      return { claim: 'claim' }
    }
    if (pathname === '/v1/pair/claim' && sent.nonce === undefined)
      return { nonce: await exchange.toPc.promise }
    if (pathname === '/v1/pair/claim') {
      exchange.pcNonce.resolve(sent.nonce ?? '')
      return exchange.admitted.promise
    }
    if (pathname.endsWith('/nonce')) exchange.adminNonce.resolve(sent.nonce ?? '')
    if (pathname.endsWith('/refuse')) exchange.refused.resolve()
    return method === 'GET' ? stateOf(searchParams.get('state')) : null
  }
  const ask: RelayHttp['ask'] = async (_address, request, schema) => {
    requests.push(request)
    const given = answer(request)
    if (given?.ok === false) return given
    const aborted = new Promise<null>((resolve) =>
      request.signal.addEventListener('abort', () => resolve(null), { once: true }),
    )
    const value = given?.ok ? given.value : await Promise.race([respond(request), aborted])
    if (request.signal.aborted) return fail(appError('cancelled'))
    return value === undefined ? ok(null) : ok(schema.parse(value))
  }
  const api = createRelayApi({ ask } as RelayHttp, 5)
  const changed = { notify: () => {} }
  const admitted: string[] = []
  /** Office's key that each stored pairing has proved. */
  const stored: (string | null)[] = []
  const invitation = createInvitation({
    api,
    clock: systemClock,
    target: async () => ok({ address: 'https://relay.example.com', token: 'token' }),
    readOfficeKey: async () => officeKey,
    async admit({ publicKey }) {
      admitted.push(publicKey)
      return ok('keyring')
    },
    onState: () => changed.notify(),
    personMs: 5,
  })
  const pairing = createPairing({
    api,
    clock: systemClock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    findProhibition: () => null,
    async onClaimed(_address, _claimed, _pair, proved) {
      stored.push(proved)
    },
    onState: () => changed.notify(),
  })
  onTestFinished(async () => {
    invitation.dismiss()
    await Promise.all([invitation.stop(), pairing.stop()])
  })
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      changed.notify = () => isThere() && resolve()
      changed.notify()
    })
  void relay(exchange)
  return {
    invitation,
    pairing,
    exchange,
    requests,
    admitted,
    stored,
    until,
    begin: () => pairing.begin('https://relay.example.com', CODE, 'PC'),
    /** Words of both screens. */
    async words() {
      await until(() => pairing.state?.words !== undefined && invitation.state?.words !== undefined)
      return { pc: pairing.state?.words, admin: invitation.state?.words }
    },
  }
}

const honest: Relay = async (exchange) => {
  const key = await exchange.pcKey.promise
  exchange.toAdmin.resolve({ publicKey: key.publicKey, commitment: key.commitment })
  exchange.toPc.resolve(await exchange.adminNonce.promise)
  exchange.revealed.resolve({ ...key, nonce: await exchange.pcNonce.promise })
}

/** A key of the relay, committed as a PC commits its own. */
function committedKey() {
  const { publicKey } = newKeyPair()
  const nonce = newPairingNonce()
  return { publicKey, nonce, commitment: pairingCommitment({ code: CODE, publicKey, nonce }) }
}

/** A nonce that makes words with this first one. One word of three is enough to tell a search from luck. */
function searchNonce(word: string, wordsOf: (nonce: string) => readonly string[]): string {
  for (;;) {
    const nonce = randomBytes(16).toString('base64url')
    if (wordsOf(nonce)[0] === word) return nonce
  }
}

test('an honest relay: both PCs show the same words, and the keyring is sealed to the key of the new PC', async () => {
  const { invitation, begin, words, exchange, admitted } = startPair(honest)
  await invitation.make()
  expect((await begin()).ok).toBe(true)
  const { pc, admin } = await words()
  expect(admin).toEqual(pc)
  expect(await invitation.decide('one', 'confirm')).toEqual(ok({}))
  expect(admitted).toEqual([(await exchange.pcKey.promise).publicKey])
})

test('the office’s key is part of the words, and this PC stores it once its person has compared them', async () => {
  const { invitation, pairing, begin, words, stored, exchange, until } = startPair(honest)
  await invitation.make()
  await begin()
  const { pc, admin } = await words()
  expect(admin).toEqual(pc)
  // A relay could admit this PC by itself.
  exchange.admitted.resolve(CLAIMED)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect([stored, pairing.state?.state]).toEqual([[], 'waiting'])
  pairing.confirmWords()
  await until(() => pairing.state === null)
  expect(stored).toEqual([officeKey])
})

test('a PC that was admitted and gives up before its words were compared leaves the office', async () => {
  const { invitation, pairing, begin, words, stored, exchange, requests } = startPair(honest)
  await invitation.make()
  await begin()
  await words()
  exchange.admitted.resolve(CLAIMED)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  pairing.cancel()
  await pairing.stop()
  expect([stored, pairing.state]).toEqual([[], null])
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /v1/devices/pc-1')
})

test('a relay that passes on a key of its own as the office’s shows other words', async () => {
  const { invitation, begin, words } = startPair(async (exchange) => {
    const key = await exchange.pcKey.promise
    exchange.toAdmin.resolve({ publicKey: key.publicKey, commitment: key.commitment })
    const [nonce] = (await exchange.adminNonce.promise).split('.')
    exchange.toPc.resolve(`${nonce}.${newKeyPair().publicKey}`)
    exchange.revealed.resolve({ ...key, nonce: await exchange.pcNonce.promise })
  })
  await invitation.make()
  await begin()
  const { pc, admin } = await words()
  expect(admin).not.toEqual(pc)
})

test('a PC cannot be confirmed before its words were shown', async () => {
  const { invitation, admitted } = startPair(async () => undefined)
  await invitation.make()
  expect(await invitation.decide('one', 'confirm')).toMatchObject({ error: { code: 'not-found' } })
  expect(admitted).toEqual([])
})

describe('a relay that wants the keys', () => {
  test('by refusing the key of the new PC gets no pairing without it', async () => {
    const own = committedKey()
    const relayNonce = newPairingNonce()
    const admin = wordsOfPairing({ code: CODE, publicKey: own.publicKey, nonce: own.nonce }, relayNonce)
    const { invitation, pairing, begin, requests } = startPair(
      async ({ toAdmin }) => toAdmin.resolve(own),
      ({ path, body }) => {
        if (path !== '/v1/pair') return null
        const { publicKey, nonce } = body as Partial<Key>
        if (publicKey !== undefined) return fail(appError('rejected', { status: 400 }))
        const plain = (text: string) =>
          pairingWords(createHash('sha256').update(`${CODE} ${nonce} ${text}`).digest())
        return ok({ claim: 'claim', nonce: searchNonce(admin[0], plain) })
      },
    )
    await invitation.make()
    expect(await begin()).toMatchObject({ error: { code: 'relay-pairing-old' } })
    expect(pairing.state).toBeNull()
    expect(requests.filter(({ path }) => path === '/v1/pair')).toHaveLength(1)
  })

  /** Each relay shows its own key to the administrating PC, and searches for words that begin with the same one. */
  const searches: Record<string, Relay> = {
    'after it saw the words of the new PC': async (exchange) => {
      const { publicKey } = await exchange.pcKey.promise
      const adminNonce = newPairingNonce()
      exchange.toPc.resolve(adminNonce)
      const nonce = await exchange.pcNonce.promise
      const [word] = wordsOfPairing({ code: CODE, publicKey, nonce }, adminNonce)
      const own = newKeyPair()
      const searched = searchNonce(word, (text) =>
        wordsOfPairing({ code: CODE, publicKey: own.publicKey, nonce: text }, adminNonce),
      )
      const committed = { code: CODE, publicKey: own.publicKey, nonce: searched }
      const key = { publicKey: own.publicKey, commitment: pairingCommitment(committed) }
      exchange.toAdmin.resolve(key)
      await exchange.adminNonce.promise
      exchange.revealed.resolve({ ...key, nonce: searched })
    },
    'after it saw the words of the administrating PC': async (exchange) => {
      const { publicKey, nonce = newPairingNonce() } = await exchange.pcKey.promise
      const own = committedKey()
      exchange.toAdmin.resolve({ publicKey: own.publicKey, commitment: own.commitment })
      const adminNonce = await exchange.adminNonce.promise
      exchange.revealed.resolve(own)
      const [word] = wordsOfPairing({ code: CODE, publicKey: own.publicKey, nonce: own.nonce }, adminNonce)
      exchange.toPc.resolve(
        searchNonce(word, (text) => wordsOfPairing({ code: CODE, publicKey, nonce }, text)),
      )
    },
  }
  for (const [when, relay] of Object.entries(searches))
    test(`cannot search for equal words ${when}`, async () => {
      const found: boolean[] = []
      // Luck gives one equal word in 256: five in a row are a search that works.
      for (let run = 0; run < 5; run++) {
        const { invitation, begin, words } = startPair(relay)
        await invitation.make()
        await begin()
        const { pc, admin } = await words()
        found.push(pc?.[0] === admin?.[0])
      }
      expect(found).toContain(false)
    })

  test('cannot commit to another key once it has the nonce of the administrating PC', async () => {
    const [first, second] = [committedKey(), committedKey()]
    const nonces: string[] = []
    const { invitation, until, admitted } = startPair(
      async () => undefined,
      ({ path, body }) => {
        const { pathname, searchParams } = new URL(path, 'http://relay')
        if (pathname.endsWith('/nonce')) {
          nonces.push((body as Partial<Key>).nonce ?? '')
          // The relay has the nonce, and says that it was lost.
          return nonces.length === 1 ? fail(appError('unreachable')) : ok(null)
        }
        const known = searchParams.get('state')
        const { publicKey, commitment } = nonces.length === 0 ? first : second
        if (known === 'waiting') return ok({ state: 'committed', name: 'PC', key: { publicKey, commitment } })
        return known === 'answered' ? ok({ state: 'claimed', name: 'PC', key: second }) : null
      },
    )
    await invitation.make()
    await until(() => invitation.state?.state === 'claimed' || invitation.state?.state === 'refused')
    expect(invitation.state?.state).toBe('refused')
    expect(invitation.state?.words).toBeUndefined()
    expect(nonces).toEqual([nonces[0], nonces[0]])
    expect(await invitation.decide('one', 'confirm')).toMatchObject({ error: { code: 'not-found' } })
    expect(admitted).toEqual([])
  })

  test.each<[string, (key: Key) => Key]>([
    ['another key', (key) => ({ ...key, publicKey: newKeyPair().publicKey })],
    ['another nonce', (key) => ({ ...key, nonce: newPairingNonce() })],
    ['no nonce', ({ publicKey, commitment }) => ({ publicKey, commitment })],
  ])('cannot give %s than the PC was committed to', async (_what, replaced) => {
    const { invitation, begin, until, exchange, admitted } = startPair(async (given) => {
      const key = await given.pcKey.promise
      given.toAdmin.resolve({ publicKey: key.publicKey, commitment: key.commitment })
      given.toPc.resolve(await given.adminNonce.promise)
      given.revealed.resolve(replaced({ ...key, nonce: await given.pcNonce.promise }))
    })
    await invitation.make()
    await begin()
    await until(() => invitation.state?.state === 'refused')
    expect(invitation.state?.words).toBeUndefined()
    await exchange.refused.promise
    expect(await invitation.decide('one', 'confirm')).toMatchObject({ error: { code: 'not-found' } })
    expect(admitted).toEqual([])
  })
})

test('the relay is told which state is known, so that no change falls between two questions', async () => {
  const { invitation, begin, words, requests } = startPair(honest)
  await invitation.make()
  await begin()
  await words()
  await expect
    .poll(() =>
      requests.filter(({ path }) => path.includes('?')).map(({ path }) => /state=(\w+)/.exec(path)?.[1]),
    )
    .toEqual(['waiting', 'answered', 'claimed'])
})
