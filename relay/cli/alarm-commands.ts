import { alarmTestWire, alarmWire, type Alarm, type AlarmSettings } from '#shared/api/relay-alarm.ts'
import { receiptsWire, type Receipt, quarantineWire } from '#shared/api/relay.ts'
import type { Said } from './commands.ts'
import type { OfficeApi } from './office-api.ts'
import type { AlarmOptions, Options } from './options.ts'

/** `alarm`: shows whom the relay tells when no PC listens, changes it, or tries it. */
export async function alarmCommand(api: OfficeApi, { alarm: given }: Options): Promise<Said> {
  let alarm = alarmWire.parse(await api.ask('GET', '/v1/office/alarm'))
  const wanted = changed(alarm.settings, given)
  if (wanted !== null) alarm = alarmWire.parse(await api.ask('PUT', '/v1/office/alarm', wanted))
  if (!given.isTest) return { json: alarm, lines: alarmLines(alarm) }
  const test = alarmTestWire.parse(await api.ask('POST', '/v1/office/alarm/test'))
  const lines = test.sent.map(({ channel, outcome, detail }) =>
    outcome === 'ok' ? `Test by ${channel}: sent.` : `Test by ${channel}: failed (${detail}).`,
  )
  return {
    isFailed: test.sent.length === 0 || test.sent.some(({ outcome }) => outcome === 'failed'),
    json: { ...alarm, test },
    lines: [...alarmLines(alarm), ...(lines.length > 0 ? lines : ['No test: it tells no one.'])],
  }
}

/** `null`: no option changes anything. */
function changed(settings: AlarmSettings, given: AlarmOptions): AlarmSettings | null {
  const { afterHours, isAllHours, mail, webhook, isOff } = given
  if (isOff) return { ...settings, mail: [], webhook: null }
  if (afterHours === null && isAllHours === null && mail === null && webhook === null) return null
  return {
    afterHours: afterHours ?? settings.afterHours,
    hours: isAllHours === null ? settings.hours : isAllHours ? 'all' : 'working',
    mail: mail === null ? settings.mail : [...mail],
    webhook: webhook ?? settings.webhook,
  }
}

function alarmLines({
  settings,
  waiting,
  waitingSince,
  confirmedAt,
  raisedAt,
  lastMessage,
}: Alarm): string[] {
  const { afterHours, hours, mail, webhook } = settings
  const told = [...mail, ...(webhook === null ? [] : [webhook])]
  return [
    told.length === 0
      ? 'It tells no one: give --mail or --webhook.'
      : `Told after ${afterHours} h${hours === 'all' ? '' : ' (Monday to Friday, 8 to 20)'}: ${told.join(', ')}`,
    waiting === 0 ? 'No event waits.' : `${waiting} events wait since ${waitingSince}.`,
    `Last confirmation: ${confirmedAt ?? 'never'}`,
    ...(raisedAt === null ? [] : [`Raised: ${raisedAt}`]),
    ...(lastMessage === null
      ? []
      : [`Last message: ${lastMessage.outcome} ${lastMessage.at} ${lastMessage.detail ?? ''}`.trim()]),
  ]
}

/** `quarantine`: bodies that could not be read, as they came. */
export async function quarantineCommand(api: OfficeApi): Promise<Said> {
  const answer = quarantineWire.parse(await api.ask('GET', '/v1/quarantine'))
  const { count, bodies } = answer
  const lines = bodies.flatMap(({ receivedAt, bytes, reason, beginning }) => [
    `${receivedAt}  ${bytes} bytes  ${reason}`,
    `  ${asLine(Buffer.from(beginning, 'base64'))}`,
  ])
  const left = count - bodies.length
  return {
    json: answer,
    lines: [
      ...(count === 0 ? ['Every body of the last seven days could be read.'] : lines),
      ...(left > 0 ? [`and ${left} more`] : []),
    ],
  }
}

/** A body on one line of a terminal: control characters and what is not UTF-8 are escaped. */
const asLine = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(
      /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu,
      (sign) => `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`,
    )

/** `receipts`: every event that is known, with the PCs that confirmed it. */
export async function receiptsCommand(api: OfficeApi): Promise<Said> {
  const receipts: Receipt[] = []
  for (let from: number | null = 1; from !== null;) {
    const page = receiptsWire.parse(await api.ask('GET', `/v1/receipts?from=${from}&limit=500`))
    receipts.push(...page.receipts)
    from = page.next
  }
  const lines = receipts.map(({ seq, receivedAt, event, id, brief, confirmed }) =>
    [
      seq,
      receivedAt,
      ...(brief === undefined ? [event, id] : ['(sealed)']),
      ...confirmed.map(({ name, at }) => `${name} ${at}`),
    ].join('  '),
  )
  return { json: { receipts }, lines: lines.length === 0 ? ['No event was received.'] : lines }
}
