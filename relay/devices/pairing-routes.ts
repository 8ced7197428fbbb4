import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import {
  claimBody,
  createPairingBody,
  cursorText,
  pairBody,
  pairingNonceBody,
  type PairingState,
  pairingStateWire,
  confirmBody,
} from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { callerOf, networkOf } from '../http/addresses.ts'
import { badRequest, HttpError, notFound } from '../http/errors.ts'
import { hashOf } from '../http/secrets.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import type { Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'
import type { Hub } from '../stream/hub.ts'
import type { Waits } from '../stream/waits.ts'
import { isClaimed, type Pairing, type Pairings } from './pairings.ts'

export interface PairingDeps {
  auth: Auth
  clock: Clock
  hub: Hub
  reader: Reader
  writer: Writer
  pairings: Pairings
  waits: Waits
}

const waitQuery = z.object({
  wait: z.coerce.number().int().min(0).max(25).default(0),
  state: pairingStateWire.shape.state.optional(),
})
const CLAIM_WAIT_MS = 25_000
/** Guesses of all networks that have given a wrong code. */
const ALL = 'all'

const expired = () => new HttpError(410, 'expired', 'The code has expired.')

/**
 * Pairing: a code for the administrator, a claim of the PC, three words to compare, and a token once. The relay only
 * passes on commitment and nonces: both PCs make the words themselves.
 */
export function addPairingRoutes(app: FastifyInstance, deps: PairingDeps): void {
  const { auth, clock, hub, reader, writer, pairings, waits } = deps
  const perAddress = createTokenBuckets(clock, { perSecond: 10 / 60, burst: 10 })
  const together = createTokenBuckets(clock, { perSecond: 2, burst: 60 })
  /** Wrong codes of a network, which count for ten minutes. */
  const wrong = createTokenBuckets(clock, { perSecond: 1 / 600, burst: 1 })
  /** Many callers that guess do not keep a PC of another network out. */
  const mayTry = ({ ip }: FastifyRequest) =>
    perAddress.take(callerOf(ip)) && (!wrong.isUsed(networkOf(ip)) || together.take(ALL))

  const waitWhile = async (
    id: string,
    state: PairingState['state'],
    get: () => Promise<Pairing | null>,
    ms: number,
    request: FastifyRequest,
  ) => {
    const until = performance.now() + ms
    const isOver = () => performance.now() >= until || request.raw.socket.destroyed || waits.isStopped()
    let [changes, seen] = [0, 0]
    let wake = () => {}
    // Before it is looked at: nothing changes unnoticed between a look and the wait.
    const ignore = pairings.listen(id, () => {
      changes += 1
      wake()
    })
    const listen = (end: () => void) => {
      wake = end
      if (changes !== seen) queueMicrotask(end)
      return () => {}
    }
    try {
      while (!isOver()) {
        seen = changes
        if ((await get())?.state !== state) return
        await waits.until(listen, until - performance.now(), request.raw)
      }
    } finally {
      ignore()
    }
  }

  app.post('/v1/pairings', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const body = createPairingBody.safeParse(request.body)
    if (!body.success)
      throw badRequest('The body is {"version": 2}, with "admin": true if the new PC administers.')
    const created = await pairings.create(officeId, body.data.admin === true)
    if (created === null)
      throw new HttpError(429, 'too_many', 'Too many codes are open.', { 'retry-after': '60' })
    const { pairing, code } = created
    return reply
      .code(201)
      .send({ id: pairing.id, code, expiresAt: new Date(pairing.expiresMs).toISOString() })
  })

  app.get<{ Params: { id: string } }>('/v1/pairings/:id', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const asked = waitQuery.safeParse(request.query)
    if (!asked.success) throw badRequest('wait is 0..25, and state one of a pairing')
    const get = () => pairings.get(officeId, request.params.id)
    const before = await get()
    if (before === null) throw notFound()
    const { wait, state = before.state } = asked.data
    await waitWhile(before.id, state, get, wait * 1_000, request)
    return reply.send(stateOf((await get()) ?? before))
  })

  app.post<{ Params: { id: string } }>('/v1/pairings/:id/nonce', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const { id } = request.params
    const body = pairingNonceBody.safeParse(request.body)
    if (!body.success) throw badRequest('A nonce is needed: 16 random bytes in base64url.')
    if ((await pairings.get(officeId, id)) === null) throw notFound()
    if (!(await pairings.answer(officeId, id, body.data.nonce)))
      throw new HttpError(409, 'not_committed', 'No PC waits for a nonce of this pairing.')
    return reply.code(204).send()
  })

  /** A PC that cannot open an office's sealed events would hear nothing, and not know it. */
  async function canOpen(officeId: number, keyring: string | null): Promise<boolean> {
    return keyring !== null || (await reader.office(officeId))?.sealKey === null
  }

  const decide = (isConfirmed: boolean) => async (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { officeId } = await auth.identifyAdmin(request)
    const { id } = request.params
    const body = confirmBody.safeParse(request.body)
    if (!body.success) throw badRequest('The body is empty, or a keyring.')
    const keyring = body.data?.keyring ?? null
    const asked = await pairings.get(officeId, id)
    if (asked === null) throw notFound()
    if (isConfirmed && !(await canOpen(officeId, keyring)))
      throw new HttpError(409, 'sealed', 'Events are sealed: this PC must get its keyring from a PC.')
    if (!(await pairings.decide(officeId, id, isConfirmed, keyring)))
      throw new HttpError(409, 'not_claimed', 'No PC has given this code and revealed its nonce.')
    const pairing = await pairings.get(officeId, id)
    if (pairing === null) throw notFound()
    return stateOf(pairing)
  }
  app.post('/v1/pairings/:id/confirm', decide(true))
  app.post('/v1/pairings/:id/refuse', decide(false))

  app.post('/v1/pair', async (request, reply) => {
    if (!mayTry(request))
      throw new HttpError(429, 'too_many', 'Too many codes were tried.', { 'retry-after': '30' })
    const body = pairBody.safeParse(request.body)
    if (!body.success)
      throw badRequest(
        'Version 2, a code, a name, a publicKey and a commitment are needed: docs/relay/protocol.md.',
      )
    const claimed = await pairings.claim(body.data)
    if (claimed === null) {
      wrong.take(networkOf(request.ip))
      throw new HttpError(404, 'bad_code', 'The code is not valid.')
    }
    return reply.code(202).send(claimed)
  })

  app.post('/v1/pair/claim', async (request, reply) => {
    const body = claimBody.safeParse(request.body)
    if (!body.success) throw badRequest('A claim is needed.')
    const { claim, nonce } = body.data
    const before = await pairings.ofClaim(claim)
    if (before === null) {
      auth.countRefusal(request)
      throw notFound()
    }
    if (nonce !== undefined) await pairings.reveal(claim, nonce)
    const known = nonce === undefined ? 'committed' : 'claimed'
    await waitWhile(before.id, known, () => pairings.ofClaim(claim), CLAIM_WAIT_MS, request)
    const now = await pairings.ofClaim(claim)
    const state = now?.state
    if (now !== null && isClaimed(now)) {
      const isAnswer = nonce === undefined && now.adminNonce !== null
      return reply.code(202).send(isAnswer ? { nonce: now.adminNonce } : undefined)
    }
    if (state === 'refused') throw new HttpError(403, 'refused', 'The administrator refused this PC.')
    if (state !== 'confirmed') throw expired()
    // Gone while it waited: the token would be lost with the answer.
    if (request.raw.socket.destroyed) throw expired()
    return reply.send(await give(before.officeId, claim))
  })

  async function give(officeId: number, claim: string) {
    // Read first: nothing may fail between the PC's row and the answer with its token. The token cannot be asked for again.
    await hub.refresh(officeId)
    const office = (await reader.office(officeId))?.name ?? ''
    const taken = await pairings.take(claim)
    if (taken === null) throw expired()
    const { pairing, deviceId, token } = taken
    const { isAdmin, name, key, keyring } = pairing
    const device = {
      id: deviceId,
      officeId,
      name: name ?? '',
      tokenHash: hashOf(token),
      isAdmin,
      now: clock.now(),
      publicKey: key?.publicKey ?? null,
      keyring,
    }
    const added = await writer.write('addDevice', device).catch(async (error: unknown) => {
      await pairings.giveBack(pairing.id)
      throw error
    })
    const cursor = cursorText({ epoch: hub.place(officeId).epoch, seq: added.acked })
    return { token, deviceId, office, admin: added.isAdmin, cursor }
  }
}

function stateOf({ state, name, key }: Pairing) {
  return {
    state,
    ...(name !== null && { name }),
    ...(key !== null && { key }),
  }
}
