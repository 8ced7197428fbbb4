import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import {
  MOVE_KINDS,
  moveInWire,
  type MoveOut,
  moveOutBody,
  type MovePage,
  type MoveRecord,
  moveTokenBody,
} from '#shared/api/relay-move.ts'
import type { Log } from '#shared/server/log.ts'
import type { Auth } from '../http/auth.ts'
import { badRequest, HttpError, notFound, unavailable } from '../http/errors.ts'
import { hashOf, isSecret } from '../http/secrets.ts'
import type { Secrets } from '../office/secrets.ts'
import type { OfficeRow, Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'

export interface MoveOutDeps {
  auth: Auth
  log: Log
  reader: Reader
  writer: Writer
  secrets: Secrets
  /** Token of who runs this relay. */
  operatorToken: string
  /** Of the data set. */
  epoch: string
}

const ASK_MS = 10_000
const EVENTS = { limit: 500, bytes: 256 * 1024 }
const rowsQuery = z.object({
  kind: z.enum(MOVE_KINDS),
  after: z
    .string()
    .regex(/^[\da-f]{0,64}$/)
    .default(''),
})

/**
 * The relay that an office moves from, for the holder of its administrator's token. That it is open there, or discarded
 * there, this relay hears from the other one itself: two that number the same list would be worse than none.
 */
export function addMoveOutRoutes(app: FastifyInstance, deps: MoveOutDeps): void {
  const { auth, log, reader, writer, secrets, operatorToken, epoch } = deps

  async function officeOf(id: number): Promise<OfficeRow> {
    const office = await reader.office(id)
    if (office === null) throw notFound()
    if (office.state === 'incoming') throw unavailable('moving', 'This office is just being moved here.')
    return office
  }
  async function stateOf(id: number): Promise<MoveOut> {
    const { state, movedTo } = await officeOf(id)
    return { state: state === 'moving' || state === 'moved' ? state : 'here', to: movedTo }
  }

  app.get('/v1/office/move', async (request, reply) =>
    reply.send(await stateOf(await auth.identifyMover(request))),
  )

  app.get('/v1/office/move/record', async (request, reply) => {
    const officeId = await auth.identifyMover(request)
    await officeOf(officeId)
    const row = await reader.moveRecord(officeId)
    const own = await secrets.of(officeId)
    if (row === null) throw notFound()
    if (own === null)
      throw new HttpError(409, 'no_secrets', 'The secrets of this office are not there: rotate first.')
    const { name: _, keys, ...rest } = own
    return reply.send({
      ...row,
      epoch: row.epoch ?? epoch,
      secrets: rest,
      keys: keys ?? { key: secrets.key.toString('base64url'), officeId },
    } satisfies MoveRecord)
  })

  app.get('/v1/office/move/rows', async (request, reply) => {
    const officeId = await auth.identifyMover(request)
    const asked = rowsQuery.safeParse(request.query)
    if (!asked.success) throw badRequest('kind or after is not valid')
    const { kind, after } = asked.data
    const { head, floor } = await officeOf(officeId)
    if (kind !== 'event')
      return reply.send({ kind, after, ...(await reader.moveRows(kind, officeId, after)) })
    const rows = await reader.events(officeId, Math.max(Number(after), floor - 1), head, EVENTS)
    const upTo = rows.length === 0 ? after : String(rows.at(-1)?.seq)
    return reply.send({ kind, after, rows, upTo } satisfies MovePage)
  })

  app.put('/v1/office/move', async (request, reply) => {
    const officeId = await auth.identifyMover(request)
    const body = moveOutBody.safeParse(request.body)
    if (!body.success)
      throw badRequest('to is an address, token that of receive, and operatorToken that of this relay')
    const { to, token } = body.data
    // This relay asks that address, and sends on to it what is not known here: its offices do not choose it alone.
    if (!isSecret(body.data.operatorToken, operatorToken)) {
      auth.countRefusal(request)
      throw new HttpError(403, 'operator', 'Who runs this relay moves its offices.')
    }
    const there = await askThere('GET', to, token)
    if (there !== 'receiving')
      throw new HttpError(409, 'not_receiving', 'The office is not being received there.')
    const { isLeaving } = await writer.write('leave', { officeId, to, tokenHash: hashOf(token) })
    if (!isLeaving) throw new HttpError(409, 'elsewhere', 'This office is, or is moving, elsewhere.')
    log.info(`office ${officeId} moves to another relay: it is given no numbers here`)
    return reply.send(await stateOf(officeId))
  })

  app.post('/v1/office/move/settle', async (request, reply) => {
    const officeId = await auth.identifyMover(request)
    const { movedTo } = await officeOf(officeId)
    const token = tokenOf(request)
    if (movedTo === null) throw notMoving()
    const there = await askThere('GET', movedTo, token)
    if (there !== 'open') throw new HttpError(409, 'not_open', 'The office is not open there.')
    const { isDone } = await writer.write('settleMove', { officeId, tokenHash: hashOf(token) })
    if (!isDone) throw notMoving()
    return reply.send(await stateOf(officeId))
  })

  app.delete('/v1/office/move', async (request, reply) => {
    const officeId = await auth.identifyMover(request)
    const { movedTo } = await officeOf(officeId)
    const token = tokenOf(request)
    if (movedTo === null) return reply.send(await stateOf(officeId))
    const there = await askThere('DELETE', movedTo, token)
    if (there !== 'discarded')
      throw new HttpError(409, 'open', 'The office is open there: it can only move back.')
    const { isDone } = await writer.write('comeBack', { officeId, tokenHash: hashOf(token) })
    if (!isDone) throw notMoving()
    log.info(`the move of office ${officeId} was undone`)
    return reply.send(await stateOf(officeId))
  })

  app.delete('/v1/office/move/record', async (request, reply) => {
    const officeId = await auth.identifyMover(request)
    const { isDone } = await writer.write('forget', { officeId })
    if (!isDone) throw new HttpError(409, 'not_moved', 'Only an office that has moved is forgotten.')
    await secrets.remove(officeId)
    log.info(`office ${officeId}, which has moved to another relay, is forgotten`)
    return reply.code(204).send()
  })

  /** What has become of a move, by the relay that the office goes to. Throws when it does not say. */
  async function askThere(method: 'GET' | 'DELETE', to: string, token: string): Promise<string> {
    const answer = await fetch(`${to}/v1/move-in`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ASK_MS),
    }).catch(() => null)
    if (answer?.status === 409) return 'open'
    const said = answer?.status === 200 ? moveInWire.safeParse(await answer.json()) : null
    if (said?.success !== true)
      throw unavailable(
        'moving',
        `The other relay does not say how the move stands (${answer?.status ?? 'no answer'}).`,
      )
    return said.data.state
  }
}

function tokenOf({ body }: FastifyRequest): string {
  const given = moveTokenBody.safeParse(body)
  if (!given.success) throw badRequest('token is missing')
  return given.data.token
}

const notMoving = () => new HttpError(409, 'not_moving', 'This office does not move with this token.')
