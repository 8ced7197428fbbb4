import type { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  type Alarm,
  type AlarmKind,
  alarmMessageWire,
  type AlarmSettings,
  alarmSettingsWire,
  type AlarmTest,
  defaultAlarmSettings,
} from '#shared/api/relay-alarm.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { AlarmWords } from '#shared/text/relay-alarm.ts'
import type { Presence } from '../devices/devices.ts'
import type { Auth } from '../http/auth.ts'
import { createBadRequestError, HttpError, createNotFoundError } from '../http/errors.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import { newId, type Secrets } from '../office/secrets.ts'
import type { DueMessage, OfficeRow, Reader } from '../store/store.ts'
import { StoreBusyError, type Writer } from '../store/write-queue.ts'
import { decideAlarmStep, type Attention } from './alarm.rules.ts'
import {
  type AlarmMessage,
  type Channels,
  listChannels,
  readFailureCode,
  isWebhookAllowed,
  NOT_ALLOWED,
  NOT_SET,
  readPreciseCode,
  SOME_REFUSED,
} from './channels.ts'

export interface AlarmDeps {
  reader: Reader
  writer: Writer
  clock: Clock
  log: Log
  secrets: Secrets
  presence: Presence
  channels: Channels
  canMail: boolean
}

export interface Alarms {
  /** Raises and clears alarms of all offices, and sends due messages. */
  check(): Promise<void>
  /** Number of offices with a raised alarm. */
  countRaised(): Promise<number>
  get(officeId: number): Promise<Alarm>
  set(officeId: number, settings: AlarmSettings): Promise<void>
  /** Sends a test message through every configured channel. */
  test(office: OfficeRow): Promise<AlarmTest>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Backoff after each failed attempt. After the last one, the message is given up. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]
/** Minimum time between two messages about unreadable bodies. */
const UNREADABLE_MS = 24 * HOUR_MS
/** Failures without a retry: the message has no destination, or some recipients already have it. */
const FINAL: ReadonlySet<string> = new Set([NOT_SET, NOT_ALLOWED, SOME_REFUSED])

/** Loaded on first use: grammar and dates take some megabytes. */
const loadTexts = () => import('#shared/text/relay-alarm.ts')

/** Notifies people outside the office when events wait and no PC confirms any. Notifies them again when a PC does. */
export function createAlarms(deps: AlarmDeps): Alarms {
  const { reader, writer, clock, log, secrets, presence, channels, canMail } = deps
  const failing = new Set<number>()
  const readSettings = async (officeId: number) =>
    (await secrets.get(officeId))?.alarm ?? defaultAlarmSettings

  async function buildMessages(
    { id: officeId, name }: OfficeRow,
    kind: AlarmKind,
    { waiting, waitingMs }: Attention,
    words: AlarmWords,
  ) {
    return listChannels(await readSettings(officeId)).map((channel) => {
      const id = newId()
      const message: AlarmMessage = {
        id,
        kind,
        office: name,
        at: formatTime(clock.now()),
        waiting,
        waitingSince: formatTimeOrNull(waitingMs),
        ...words,
      }
      return { id, channel, kind, body: JSON.stringify(message) }
    })
  }

  async function updateAlarm(office: OfficeRow): Promise<void> {
    const { id: officeId, name } = office
    const attention = await reader.readAttention(officeId)
    if (attention === null || office.closedMs !== null || office.state !== null) return
    const now = clock.now()
    const step = decideAlarmStep(attention, await readSettings(officeId), now)
    const { waiting, waitingMs, heardMs, heardBy } = attention
    if (step === null) return
    const { attendedWords, unattendedWords } = await loadTexts()
    if (step === 'raise') {
      const pcs = (await reader.listDevices(officeId)).map(({ id, name: pc, seenMs }) => ({
        name: pc,
        seenAt: presence.getSeenAt(id) ?? seenMs,
      }))
      const words = unattendedWords({ office: name, waiting, since: waitingMs ?? now, pcs })
      const messages = await buildMessages(office, 'unattended', attention, words)
      log.info(`no PC has confirmed ${waiting} events of office ${officeId}; ${messages.length} messages`)
      await writer.write('raiseAlarm', { officeId, now, messages })
    } else {
      const words = attendedWords({
        office: name,
        by: step === 'clear' ? heardBy : null,
        at: heardMs ?? now,
        waiting,
      })
      await writer.write('endAlarm', {
        officeId,
        now,
        messages: await buildMessages(office, 'attended', attention, words),
      })
      log.info(`the alarm of office ${officeId} has ended`)
    }
  }

  async function checkOffice(office: OfficeRow): Promise<void> {
    await updateAlarm(office)
    await notifyUnreadable(office)
  }

  /** Notifies about unreadable bodies, at most once a day. */
  async function notifyUnreadable(office: OfficeRow): Promise<void> {
    const { id: officeId, name } = office
    if (office.closedMs !== null || office.state !== null) return
    const { count, last } = await reader.countUnreadable(officeId, 1)
    const [latest] = last
    if (latest === undefined) return
    const toldMs = await reader.findLastMessageMs(officeId, 'unreadable')
    const now = clock.now()
    if (toldMs !== null && (latest.receivedMs <= toldMs || now - toldMs < UNREADABLE_MS)) return
    const attention = await reader.readAttention(officeId)
    if (attention === null) return
    const words = (await loadTexts()).unreadableWords({ office: name, count, lastAt: latest.receivedMs })
    const messages = await buildMessages(office, 'unreadable', attention, words)
    if (messages.length > 0) await writer.write('addMessages', { officeId, now, messages })
  }

  /** Isolates the failure of one office, such as secrets that do not open. The other offices continue. */
  async function isolateFailure(officeId: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing.delete(officeId)
    } catch (error) {
      if (error instanceof StoreBusyError) throw error
      // The check fails every minute. The log gets the error once.
      if (!failing.has(officeId))
        log.error(`the alarm of office ${officeId} cannot be checked: see doctor`, error)
      failing.add(officeId)
    }
  }

  async function sendMessage({ id, officeId, channel, body, attempts }: DueMessage): Promise<void> {
    const retry = RETRIES_MS[attempts]
    const end = (outcome: 'sent' | 'failed', detail: string | null) =>
      writer.write('endMessage', { id, now: clock.now(), outcome, detail })
    await writer.write('startMessage', { id, nextMs: clock.now() + (retry ?? HOUR_MS) })
    try {
      const settings = await readSettings(officeId)
      if (!listChannels(settings).includes(channel)) throw Object.assign(new Error(), { code: NOT_SET })
      await channels[channel](settings, alarmMessageWire.parse(JSON.parse(body)))
    } catch (error) {
      const code = readFailureCode(error)
      log.error(`a message of office ${officeId} by ${channel} failed: ${readPreciseCode(error)}`)
      if (retry === undefined || FINAL.has(code)) await end('failed', code)
      else await writer.write('failMessage', { id, detail: code })
      return
    }
    await end('sent', null)
  }

  return {
    async check() {
      for (const office of await reader.listOffices())
        await isolateFailure(office.id, () => checkOffice(office))
      for (const message of await reader.listDueMessages(clock.now()))
        await isolateFailure(message.officeId, () => sendMessage(message))
    },
    countRaised: reader.countRaisedAlarms,
    async get(officeId) {
      const attention = await reader.readAttention(officeId)
      const last = await reader.findLastEndedMessage(officeId)
      return {
        settings: await readSettings(officeId),
        canMail,
        waiting: attention?.waiting ?? 0,
        waitingSince: formatTimeOrNull(attention?.waitingMs ?? null),
        confirmedAt: formatTimeOrNull(attention?.confirmedMs ?? null),
        raisedAt: formatTimeOrNull(attention?.raisedMs ?? null),
        lastMessage:
          last === null
            ? null
            : {
                at: formatTime(last.endedMs),
                outcome: last.outcome,
                ...(last.detail !== null && { detail: last.detail }),
              },
      }
    },
    async set(officeId, settings) {
      await secrets.change(officeId, (own) => ({ ...own, alarm: settings }))
    },
    async test({ id: officeId, name }) {
      const settings = await readSettings(officeId)
      const { testWords } = await loadTexts()
      const message: AlarmMessage = {
        id: newId(),
        kind: 'test',
        office: name,
        at: formatTime(clock.now()),
        waiting: 0,
        waitingSince: null,
        ...testWords(name),
      }
      const sent = listChannels(settings).map(async (channel) => {
        try {
          await channels[channel](settings, message)
          return { channel, outcome: 'ok' as const }
        } catch (error) {
          log.error(`a test of office ${officeId} by ${channel} failed: ${readPreciseCode(error)}`)
          return { channel, outcome: 'failed' as const, detail: readFailureCode(error) }
        }
      })
      return { sent: await Promise.all(sent) }
    },
  }
}

const formatTime = (at: number) => new Date(at).toISOString()
const formatTimeOrNull = (at: number | null) => (at === null ? null : formatTime(at))

export interface AlarmRouteDeps {
  auth: Auth
  reader: Reader
  alarms: Alarms
  canMail: boolean
  tests: TokenBuckets
  /** Private networks that webhooks may be in. */
  allowed: BlockList
}

/** Routes of the alarm settings, for administrators only: the settings contain addresses of people. */
export function addAlarmRoutes(app: FastifyInstance, deps: AlarmRouteDeps): void {
  const { auth, reader, alarms, canMail, tests, allowed } = deps

  app.get('/v1/office/alarm', async (request, reply) =>
    reply.send(await alarms.get((await auth.identifyAdmin(request)).officeId)),
  )

  app.put('/v1/office/alarm', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const settings = alarmSettingsWire.safeParse(request.body)
    if (!settings.success)
      throw createBadRequestError(
        `${settings.error.issues[0]?.path.join('.') ?? 'the body'} is missing or not valid`,
      )
    const { webhook } = settings.data
    if (webhook !== null && !isWebhookAllowed(webhook, allowed))
      throw createBadRequestError(
        "webhook: an address without user and password, and not of the relay's own machine or network (--alarm-networks)",
      )
    if (settings.data.mail.length > 0 && !canMail)
      throw new HttpError(409, 'no_mail_server', 'The relay has no mail server: see RELAY_SMTP.')
    await alarms.set(officeId, settings.data)
    return reply.send(await alarms.get(officeId))
  })

  app.post('/v1/office/alarm/test', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const office = await reader.findOffice(officeId)
    if (office === null) throw createNotFoundError()
    if (!tests.takeToken(String(officeId)))
      throw new HttpError(429, 'too_many', 'One at a time.', { 'retry-after': '10' })
    return reply.send(await alarms.test(office))
  })
}
