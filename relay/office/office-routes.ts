import type { FastifyInstance } from 'fastify'
import { QUARANTINE_LIMIT, type RelayOffice } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth, Identity } from '../http/auth.ts'
import { createForbiddenError, createNotFoundError } from '../http/errors.ts'
import { describeSealing } from './sealing.ts'
import type { OfficeRow, Reader, UnreadableBodies } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'
import { type Hub, describePosition } from '../stream/hub.ts'
import type { Offices } from './offices.ts'
import type { Secrets } from './secrets.ts'
import type { SelfTester } from './self-test.ts'

export interface OfficeDeps {
  auth: Auth
  clock: Clock
  hub: Hub
  reader: Reader
  writer: Writer
  offices: Offices
  secrets: Secrets
  publicUrl: () => string
  selfTest: SelfTester
}

/** Routes of an office: its state, its secrets, unreadable bodies and the self-test. */
export function addOfficeRoutes(app: FastifyInstance, deps: OfficeDeps): void {
  const { auth, clock, hub, reader, writer, offices, secrets, publicUrl, selfTest } = deps

  async function readInbox({ id, headerName, mode }: OfficeRow, { isAdmin }: Identity) {
    const own = isAdmin ? await secrets.get(id) : null
    if (own === null) return null
    const header = { name: headerName, value: own.header.value }
    return { url: `${publicUrl()}/in/${own.inboxKey}`, header, mode }
  }

  app.get('/v1/office', async (request, reply) => {
    const identity = await auth.identify(request)
    await hub.refresh(identity.officeId)
    const office = await reader.findOffice(identity.officeId)
    if (office === null) throw createNotFoundError()
    const { name, receivedMs, duplicates, quarantined } = office
    const unreadable = quarantined === 0 ? null : await reader.countUnreadable(office.id, 1)
    return reply.send({
      ...describePosition(hub, office.id, clock),
      name,
      lastReceivedAt: receivedMs === null ? null : new Date(receivedMs).toISOString(),
      duplicates,
      quarantined,
      unreadable: unreadable === null ? null : summarizeUnreadable(unreadable),
      sealing: describeSealing(office),
      inbox: await readInbox(office, identity),
    })
  })

  // For administrators only: the bodies may name people and vehicles.
  app.get('/v1/quarantine', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const { count, last } = await reader.countUnreadable(officeId, QUARANTINE_LIMIT)
    const bodies = last.map(({ receivedMs, bytes, reason, beginning }) => ({
      receivedAt: new Date(receivedMs).toISOString(),
      bytes,
      reason,
      beginning: Buffer.from(beginning).toString('base64'),
    }))
    return reply.send({ count, bodies })
  })

  app.post('/v1/office/enforce', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    await writer.write('enforceHeader', { officeId })
    return reply.code(204).send()
  })

  app.post('/v1/office/rotate', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const { header, formerUntilMs } = await offices.rotate(officeId)
    return reply.send({ header, formerUntil: new Date(formerUntilMs).toISOString() })
  })

  // Needs the administrator token, which no PC has, because closing cannot be undone.
  app.delete('/v1/office', async (request, reply) => {
    const { officeId, deviceId } = await auth.identifyAdmin(request)
    if (deviceId !== null) throw createForbiddenError()
    await writer.write('closeOffice', { officeId, now: clock.now() })
    return reply.code(204).send()
  })

  app.post('/v1/selftest', async (request, reply) => {
    const { officeId } = await auth.identify(request)
    return reply.send(await selfTest.run(officeId))
  })
}

/** Summary of unreadable bodies for the office's PCs. */
function summarizeUnreadable({ count, last: [latest] }: UnreadableBodies): RelayOffice['unreadable'] {
  if (latest === undefined) return null
  return { count, lastAt: new Date(latest.receivedMs).toISOString(), reason: latest.reason }
}
