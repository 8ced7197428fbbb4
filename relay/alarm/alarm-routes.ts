import type { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { alarmSettingsWire } from '#shared/api/relay-alarm.ts'
import type { Auth } from '../http/auth.ts'
import { badRequest, HttpError, notFound } from '../http/errors.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import type { Reader } from '../store/store.ts'
import type { Alarms } from './alarms.ts'
import { isWebhookAllowed } from './channels.ts'

export interface AlarmRouteDeps {
  auth: Auth
  reader: Reader
  alarms: Alarms
  canMail: boolean
  tests: TokenBuckets
  /** Networks beside the internet that webhooks may be in. */
  allowed: BlockList
}

/** Whom the relay tells when no PC listens. For administrators: it names addresses. */
export function addAlarmRoutes(app: FastifyInstance, deps: AlarmRouteDeps): void {
  const { auth, reader, alarms, canMail, tests, allowed } = deps

  app.get('/v1/office/alarm', async (request, reply) =>
    reply.send(await alarms.of((await auth.identifyAdmin(request)).officeId)),
  )

  app.put('/v1/office/alarm', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const settings = alarmSettingsWire.safeParse(request.body)
    if (!settings.success)
      throw badRequest(`${settings.error.issues[0]?.path.join('.') ?? 'the body'} is missing or not valid`)
    const { webhook } = settings.data
    if (webhook !== null && !isWebhookAllowed(webhook, allowed))
      throw badRequest(
        "webhook: an address without user and password, and not of the relay's own machine or network (--alarm-networks)",
      )
    if (settings.data.mail.length > 0 && !canMail)
      throw new HttpError(409, 'no_mail_server', 'The relay has no mail server: see RELAY_SMTP.')
    await alarms.set(officeId, settings.data)
    return reply.send(await alarms.of(officeId))
  })

  app.post('/v1/office/alarm/test', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const office = await reader.office(officeId)
    if (office === null) throw notFound()
    if (!tests.take(String(officeId)))
      throw new HttpError(429, 'too_many', 'One at a time.', { 'retry-after': '10' })
    return reply.send(await alarms.test(office))
  })
}
