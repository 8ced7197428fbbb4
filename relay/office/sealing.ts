import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import {
  deviceKeyBody,
  type OfficeSealing,
  SEALED,
  type sealedEventWire,
  sealingBody,
} from '#shared/api/relay.ts'
import { createSealer, isSealable, type SealingKey } from '#shared/sealing/sealed-box.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { createBadRequestError, HttpError } from '../http/errors.ts'
import type { ReadBody } from '../inbox/read-event.ts'
import type { OfficeRow, Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'

/**
 * Seals the stored parts of an event. The rest of `data` is deleted sooner than the thin event. The name and id
 * outlive it in the receipts. Each part opens without the others.
 */
export function sealEvent(
  to: SealingKey,
  { body, extra, event, id }: Extract<ReadBody, { kind: 'event' }>,
): { body: string; extra: string | null } {
  const seal = createSealer(to)
  const sealed: z.infer<typeof sealedEventWire> = {
    event: SEALED,
    data: { id: to.id, thin: seal('thin', body), brief: seal('brief', JSON.stringify({ event, id })) },
  }
  return {
    body: JSON.stringify(sealed),
    extra: extra === null ? null : JSON.stringify({ extra: seal('extra', extra) }),
  }
}

/** Seals the beginning of an unreadable body. */
export const sealBeginning = (to: SealingKey, beginning: Uint8Array): Uint8Array =>
  Buffer.from(JSON.stringify({ key: to.id, beginning: createSealer(to)('unreadable', beginning) }))

const createDeviceOnlyError = () => new HttpError(403, 'forbidden', 'This is for a paired PC.')
const CONFLICTS = {
  key_changed: 'The key was changed meanwhile.',
  devices_changed: 'Every PC of the office needs a keyring that is sealed to its key.',
}

/** Routes of the sealing keys: public keys of PCs, their keyrings, and the key of the office. */
export function addSealingRoutes(
  app: FastifyInstance,
  deps: { auth: Auth; clock: Clock; reader: Reader; writer: Writer },
): void {
  const { auth, clock, reader, writer } = deps

  app.put('/v1/devices/self/key', async (request, reply) => {
    const { officeId, deviceId } = await auth.identify(request)
    if (deviceId === null) throw createDeviceOnlyError()
    const body = deviceKeyBody.safeParse(request.body)
    if (!body.success || !isSealable(body.data.publicKey))
      throw createBadRequestError('A public key is needed.')
    await writer.write('giveKey', { officeId, deviceId, publicKey: body.data.publicKey })
    return reply.code(204).send()
  })

  app.get('/v1/devices/self/keyring', async (request, reply) => {
    const { deviceId } = await auth.identify(request)
    if (deviceId === null) throw createDeviceOnlyError()
    return reply.send({ keyring: await reader.readKeyring(deviceId) })
  })

  app.put('/v1/office/sealing', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const body = sealingBody.safeParse(request.body)
    if (!body.success || (body.data.key !== null && !isSealable(body.data.key.publicKey)))
      throw createBadRequestError('A key and the keyrings of all PCs are needed.')
    const change = { ...body.data, officeId, now: clock.now() }
    const size = 256 + change.keyrings.reduce((sum, { keyring }) => sum + keyring.length, 0)
    const { outcome } = await writer.write('changeSealing', change, size)
    if (outcome !== 'changed') throw new HttpError(409, outcome, CONFLICTS[outcome])
    return reply.code(204).send()
  })
}

/** Part of `GET /v1/office`. */
export const describeSealing = ({
  sealKey,
  sealPublic,
  sealMadeMs,
  isSealStale,
}: OfficeRow): OfficeSealing => ({
  key:
    sealKey === null || sealPublic === null
      ? null
      : { id: sealKey, publicKey: sealPublic, madeAt: new Date(sealMadeMs ?? 0).toISOString() },
  isStale: isSealStale,
})
