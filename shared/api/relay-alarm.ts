import * as z from 'zod'

/**
 * Wire format of the relay's alarm. It is raised when events wait and no PC of the office has confirmed any for a set
 * number of hours. The relay sends it by mail and to a webhook (docs/relay/operate.md).
 */

/** Maximum wait before the alarm, in counted hours. */
const MAX_HOURS = 72
const MAX_RECIPIENTS = 5

/** `working`: Monday to Friday, 8:00 to 20:00 in mainland Spain; `all`: nights and weekends too. */
const COUNTED_HOURS = ['working', 'all'] as const

const loopback = /^(127\.[\d.]+|localhost|\[::1\])$/
const webhookUrl = z.union([
  z.url({ protocol: /^https$/ }).max(500),
  z.url({ protocol: /^http$/, hostname: loopback }).max(500),
])

/** Body of `PUT /v1/office/alarm`. */
export const alarmSettingsWire = z.strictObject({
  afterHours: z.int().min(1).max(MAX_HOURS),
  hours: z.enum(COUNTED_HOURS),
  mail: z.array(z.email().max(200)).max(MAX_RECIPIENTS),
  /** Address that gets a POST with `alarmMessageWire`. `http:` is allowed for this machine only. */
  webhook: webhookUrl.nullable(),
})
export type AlarmSettings = z.infer<typeof alarmSettingsWire>

/** Settings of an office that has set nothing: the relay knows the state and tells nobody. */
export const defaultAlarmSettings: AlarmSettings = {
  afterHours: 4,
  hours: 'working',
  mail: [],
  webhook: null,
}

/** Answer of `GET /v1/office/alarm`, for an administrator. */
export const alarmWire = z.object({
  settings: alarmSettingsWire,
  /** True if the relay has a mail server. */
  canMail: z.boolean(),
  /** Number of events that no PC has confirmed. */
  waiting: z.int().nonnegative(),
  /** Time that the first waiting event was received. */
  waitingSince: z.iso.datetime().nullable(),
  /** Last time that a PC confirmed an event. */
  confirmedAt: z.iso.datetime().nullable(),
  /** Start of the present alarm. */
  raisedAt: z.iso.datetime().nullable(),
  /** Last message that was sent or given up. */
  lastMessage: z
    .object({ at: z.iso.datetime(), outcome: z.enum(['sent', 'failed']), detail: z.string().optional() })
    .nullable(),
})
export type Alarm = z.infer<typeof alarmWire>

const ALARM_CHANNELS = ['mail', 'webhook'] as const
export type AlarmChannel = (typeof ALARM_CHANNELS)[number]

/** Answer of `POST /v1/office/alarm/test`: outcome of a test message for each channel that is set. */
export const alarmTestWire = z.object({
  sent: z.array(
    z.object({
      channel: z.enum(ALARM_CHANNELS),
      outcome: z.enum(['ok', 'failed']),
      /** For a log: a code such as `ECONNREFUSED` or `550`. */
      detail: z.string().optional(),
    }),
  ),
})
export type AlarmTest = z.infer<typeof alarmTestWire>

const ALARM_KINDS = ['unattended', 'attended', 'unreadable', 'test'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Body of the webhook. A repeated message has the same `id`. */
export const alarmMessageWire = z.object({
  id: z.string().min(1),
  kind: z.enum(ALARM_KINDS),
  office: z.string(),
  at: z.iso.datetime(),
  waiting: z.int().nonnegative(),
  waitingSince: z.iso.datetime().nullable(),
  /** Subject and text of the mail, in Spanish. Chat services show `text`. */
  title: z.string(),
  text: z.string(),
})
