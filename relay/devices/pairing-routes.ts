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
import { getCallerKey, getNetworkKey } from '../http/addresses.ts'
import { createBadRequestError, HttpError, createNotFoundError } from '../http/errors.ts'
import { hashSecret } from '../office/secrets.ts'
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
/** Key of the bucket that all networks with a wrong code share. */
const ALL = 'all'

const createExpiredError = () => new HttpError(410, 'expired', 'The code has expired.')

/**
 * Routes of pairing: a code for the administrator, a claim by the PC, three words to compare, and one token. The
 * relay only forwards the commitment and the nonces. Both PCs compute the words themselves.
 */
export function addPairingRoutes(app: FastifyInstance, deps: PairingDeps): void {
  const { auth, clock, hub, reader, writer, pairings, waits } = deps
  const perAddress = createTokenBuckets(clock, { perSecond: 10 / 60, burst: 10 })
  const together = createTokenBuckets(clock, { perSecond: 2, burst: 60 })
  /** Networks that gave a wrong code within the last ten minutes. */
  const wrong = createTokenBuckets(clock, { perSecond: 1 / 600, burst: 1 })
  /** Networks that guess share one limit, so they cannot lock out a PC of another network. */
  const mayTry = ({ ip }: FastifyRequest) =>
    perAddress.takeToken(getCallerKey(ip)) && (!wrong.isUsed(getNetworkKey(ip)) || together.takeToken(ALL))

  const waitForStateChange = async (
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
    // Listen before the first read, so that no change between a read and the wait is missed.
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
      throw createBadRequestError('The body is {"version": 2}, with "admin": true if the new PC administers.')
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
    if (!asked.success) throw createBadRequestError('wait is 0..25, and state one of a pairing')
    const get = () => pairings.get(officeId, request.params.id)
    const before = await get()
    if (before === null) throw createNotFoundError()
    const { wait, state = before.state } = asked.data
    await waitForStateChange(before.id, state, get, wait * 1_000, request)
    return reply.send(describePairing((await get()) ?? before))
  })

  app.post<{ Params: { id: string } }>('/v1/pairings/:id/nonce', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const { id } = request.params
    const body = pairingNonceBody.safeParse(request.body)
    if (!body.success) throw createBadRequestError('A nonce is needed: 16 random bytes in base64url.')
    if ((await pairings.get(officeId, id)) === null) throw createNotFoundError()
    if (!(await pairings.storeAdminNonce(officeId, id, body.data.nonce)))
      throw new HttpError(409, 'not_committed', 'No PC waits for a nonce of this pairing.')
    return reply.code(204).send()
  })

  /** False if events are sealed and the PC has no keyring. Such a PC would silently see no events. */
  async function canOpen(officeId: number, keyring: string | null): Promise<boolean> {
    return keyring !== null || (await reader.findOffice(officeId))?.sealKey === null
  }

  const createDecision =
    (isConfirmed: boolean) => async (request: FastifyRequest<{ Params: { id: string } }>) => {
      const { officeId } = await auth.identifyAdmin(request)
      const { id } = request.params
      const body = confirmBody.safeParse(request.body)
      if (!body.success) throw createBadRequestError('The body is empty, or a keyring.')
      const keyring = body.data?.keyring ?? null
      const asked = await pairings.get(officeId, id)
      if (asked === null) throw createNotFoundError()
      if (isConfirmed && !(await canOpen(officeId, keyring)))
        throw new HttpError(409, 'sealed', 'Events are sealed: this PC must get its keyring from a PC.')
      if (!(await pairings.decide(officeId, id, isConfirmed, keyring)))
        throw new HttpError(409, 'not_claimed', 'No PC has given this code and revealed its nonce.')
      const pairing = await pairings.get(officeId, id)
      if (pairing === null) throw createNotFoundError()
      return describePairing(pairing)
    }
  app.post('/v1/pairings/:id/confirm', createDecision(true))
  app.post('/v1/pairings/:id/refuse', createDecision(false))

  app.post('/v1/pair', async (request, reply) => {
    if (!mayTry(request))
      throw new HttpError(429, 'too_many', 'Too many codes were tried.', { 'retry-after': '30' })
    const body = pairBody.safeParse(request.body)
    if (!body.success)
      throw createBadRequestError(
        'Version 3, a code, a name, a publicKey and a commitment are needed: docs/relay/protocol.md.',
      )
    const claimed = await pairings.claim(body.data)
    if (claimed === null) {
      wrong.takeToken(getNetworkKey(request.ip))
      throw new HttpError(404, 'bad_code', 'The code is not valid.')
    }
    return reply.code(202).send(claimed)
  })

  app.post('/v1/pair/claim', async (request, reply) => {
    const body = claimBody.safeParse(request.body)
    if (!body.success) throw createBadRequestError('A claim is needed.')
    const { claim, nonce } = body.data
    const before = await pairings.findByClaim(claim)
    if (before === null) {
      auth.countRefusal(request)
      throw createNotFoundError()
    }
    if (nonce !== undefined) await pairings.storeNonce(claim, nonce)
    const known = nonce === undefined ? 'committed' : 'claimed'
    await waitForStateChange(before.id, known, () => pairings.findByClaim(claim), CLAIM_WAIT_MS, request)
    const now = await pairings.findByClaim(claim)
    const state = now?.state
    if (now !== null && isClaimed(now)) {
      const isAnswer = nonce === undefined && now.adminNonce !== null
      return reply.code(202).send(isAnswer ? { nonce: now.adminNonce } : undefined)
    }
    if (state === 'refused') throw new HttpError(403, 'refused', 'The administrator refused this PC.')
    if (state !== 'confirmed') throw createExpiredError()
    // The PC has disconnected: the response would be lost, and the token with it.
    if (request.raw.socket.destroyed) throw createExpiredError()
    return reply.send(await issueToken(before.officeId, claim))
  })

  async function issueToken(officeId: number, claim: string) {
    // Read everything before the PC's row is written. After that row, no error may prevent the response with the
    // token, which is issued only once.
    await hub.refresh(officeId)
    const office = (await reader.findOffice(officeId))?.name ?? ''
    const taken = await pairings.takeToken(claim)
    if (taken === null) throw createExpiredError()
    const { pairing, deviceId, token } = taken
    const { isAdmin, name, key, keyring } = pairing
    const device = {
      id: deviceId,
      officeId,
      name: name ?? '',
      tokenHash: hashSecret(token),
      isAdmin,
      now: clock.now(),
      publicKey: key?.publicKey ?? null,
      keyring,
    }
    const added = await writer.write('addDevice', device).catch(async (error: unknown) => {
      await pairings.returnToken(pairing.id)
      throw error
    })
    const cursor = cursorText({ epoch: hub.place(officeId).epoch, seq: added.acked })
    return { token, deviceId, office, admin: added.isAdmin, cursor }
  }
}

function describePairing({ state, name, key }: Pairing) {
  return {
    state,
    ...(name !== null && { name }),
    ...(key !== null && { key }),
  }
}
