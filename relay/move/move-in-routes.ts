import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import {
  MOVE_PAGE_BYTES,
  moveFinishBody,
  type MoveIn,
  movePageWire,
  type MoveRecord,
  moveRecordWire,
} from '#shared/api/relay-move.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { type Auth, bearerOf } from '../http/auth.ts'
import { badRequest, HttpError, unauthorized, unavailable } from '../http/errors.ts'
import { hashOf, isSecret, newMoveToken } from '../http/secrets.ts'
import type { Offices } from '../office/offices.ts'
import type { Secrets } from '../office/secrets.ts'
import type { MovedOffice, MoveInRow } from '../store/move.ts'
import type { Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'

export interface MoveInDeps {
  auth: Auth
  clock: Clock
  log: Log
  reader: Reader
  writer: Writer
  offices: Offices
  secrets: Secrets
  /** Token of who runs this relay. */
  operatorToken: string
  /** Reason to take nothing now, or `null`. */
  closedBecause: () => string | null
}

interface Move extends MoveInRow {
  tokenHash: Buffer
}

/** A move begins within this time. */
const PERMITTED_MS = 86_400_000

const ended = () => new HttpError(409, 'ended', 'This move has ended, or was not begun.')

/** The relay that an office moves to: everything of it comes with the token of one permission. */
export function addMoveInRoutes(app: FastifyInstance, deps: MoveInDeps): void {
  const { auth, clock, log, reader, writer, offices, secrets, operatorToken, closedBecause } = deps
  const moves = new WeakMap<FastifyRequest, Move>()

  app.post('/v1/moves', async (request, reply) => {
    if (!isSecret(bearerOf(request) ?? '', operatorToken)) {
      auth.countRefusal(request)
      throw unauthorized()
    }
    const token = newMoveToken()
    const now = clock.now()
    const expiresMs = now + PERMITTED_MS
    await writer.write('permitMove', { tokenHash: hashOf(token), now, expiresMs })
    return reply.code(201).send({ token, expiresAt: new Date(expiresMs).toISOString() })
  })

  /** Before the body, which is large, is read. */
  async function onRequest(request: FastifyRequest): Promise<void> {
    const token = bearerOf(request)
    const tokenHash = hashOf(token ?? '')
    const move = token === undefined ? null : await reader.moveIn(tokenHash)
    if (move === null || (move.state === 'waiting' && move.expiresMs < clock.now())) {
      auth.countRefusal(request)
      throw move === null ? unauthorized() : new HttpError(401, 'expired', 'The permission has expired.')
    }
    const reason = closedBecause()
    if (reason !== null && request.method !== 'GET') throw unavailable('busy', reason)
    moves.set(request, { ...move, tokenHash })
  }
  const moveOf = (request: FastifyRequest): Move => {
    const move = moves.get(request)
    if (move === undefined) throw unauthorized()
    return move
  }
  const receiving = (request: FastifyRequest) => {
    const { state, officeId, ...move } = moveOf(request)
    if (state !== 'receiving' || officeId === null) throw ended()
    return { ...move, officeId }
  }
  async function stateOf(tokenHash: Buffer): Promise<MoveIn> {
    const { state, positions } = (await reader.moveIn(tokenHash)) ?? {
      state: 'discarded' as const,
      positions: {},
    }
    return { state, positions }
  }

  const options = { onRequest, bodyLimit: MOVE_PAGE_BYTES }

  app.get('/v1/move-in', { onRequest }, async (request, reply) =>
    reply.send(await stateOf(moveOf(request).tokenHash)),
  )

  app.put('/v1/move-in', options, async (request, reply) => {
    const { tokenHash } = moveOf(request)
    const record = parse(moveRecordWire, request.body)
    const now = clock.now()
    const begun = await writer.write('beginMove', { tokenHash, now, office: officeOf(record) })
    if (begun.kind === 'ended') throw ended()
    if (begun.kind === 'taken')
      throw new HttpError(409, 'taken', `Another office of this relay has ${begun.what}.`)
    await secrets.set(begun.officeId, secretsOf(record))
    for (const id of begun.replaced) await secrets.remove(id)
    return reply.send(await stateOf(tokenHash))
  })

  app.post('/v1/move-in/rows', options, async (request, reply) => {
    const { officeId, tokenHash } = receiving(request)
    const page = parse(movePageWire, request.body)
    const size = Number(request.headers['content-length'] ?? MOVE_PAGE_BYTES)
    const { kind } = await writer.write('addMoveRows', { officeId, tokenHash, page }, size)
    if (kind === 'ended') throw ended()
    if (kind === 'elsewhere')
      throw new HttpError(409, 'elsewhere', 'This page does not begin where the one before ended.')
    return reply.send(await stateOf(tokenHash))
  })

  app.post('/v1/move-in/finish', options, async (request, reply) => {
    const { state, tokenHash } = moveOf(request)
    // Said again: what has changed here since then stays.
    if (state === 'open') return reply.send(await stateOf(tokenHash))
    const { officeId } = receiving(request)
    const { record, positions } = parse(moveFinishBody, request.body)
    const own = await secrets.of(officeId)
    if (own?.inboxKey !== record.secrets.inboxKey) throw badRequest('The record is of another office.')
    await secrets.set(officeId, secretsOf(record))
    const finished = await writer.write('finishMove', {
      officeId,
      tokenHash,
      office: officeOf(record),
      positions,
    })
    if (finished.kind === 'ended') throw ended()
    if (finished.kind === 'incomplete')
      throw new HttpError(409, 'incomplete', `Not everything came: ${finished.what}.`)
    log.info(`office ${officeId} has moved here`)
    // A header that was just being changed there.
    await offices.settleOne(officeId)
    return reply.send(await stateOf(tokenHash))
  })

  app.delete('/v1/move-in', { onRequest }, async (request, reply) => {
    const { tokenHash } = moveOf(request)
    const { state, gone } = await writer.write('discardMove', { tokenHash })
    if (state === 'open') throw new HttpError(409, 'open', 'The office is open here: it can only move back.')
    if (gone !== null) await secrets.remove(gone)
    return reply.send(await stateOf(tokenHash))
  })
}

/** Throws 400 with the place of what is wrong, never its content. */
function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badRequest(`${issue?.path.join('.') || 'the body'} is missing or not valid`)
}

const officeOf = ({ secrets, keys, ...record }: MoveRecord): MovedOffice => ({
  ...record,
  adminHash: hashOf(secrets.adminToken),
  inboxHash: hashOf(secrets.inboxKey),
  headerName: secrets.header.name,
  keysOf: keys.officeId,
})

const secretsOf = ({ name, secrets, keys }: MoveRecord) => {
  const { adminToken, inboxKey, alarm, header } = secrets
  const { former } = header
  return {
    name,
    adminToken,
    inboxKey,
    header: { name: header.name, value: header.value, ...(former !== undefined && { former }) },
    keys,
    ...(alarm !== undefined && { alarm }),
  }
}
