import { expect, test } from 'vitest'
import { alarmTestWire } from '#shared/api/relay-alarm.ts'
import { alarmOf, mailServer, MINUTE, pass, PATH, set, settings, start } from './support/alarm.ts'
import { startMailServer, startWebhook } from './support/outside.ts'
import { call, OFFICE, OTHER, pageOf, pairDevice, post, postMany } from './support/relay.ts'

const HOUR = 60 * MINUTE
const token = OFFICE.adminToken

const ack = async (url: string, device: string) => {
  const { epoch, head } = await pageOf(url, '', device)
  const answer = await call(`${url}/v1/ack`, 'POST', device, { cursor: `${epoch}.${head}` })
  expect(answer.status).toBe(204)
}

test('events that no PC confirms are told by mail and to the webhook, once, and so is the PC that listens again', async () => {
  const webhook = await startWebhook()
  const mailbox = await startMailServer()
  const { url, clock, ops } = await start({ mailServer: mailServer(mailbox) })
  const { token: pc } = await pairDevice(url, 'Mostrador 1')
  expect(
    (await set(url, { mail: ['jefa@example.com', 'otra@example.com'], webhook: webhook.url })).status,
  ).toBe(200)
  await postMany(url, 2)
  await ack(url, pc)
  await postMany(url, 3, 'q')

  clock.advance(4 * HOUR - MINUTE)
  expect((await alarmOf(url)).raisedAt).toBeNull()
  expect(webhook.got).toEqual([])

  await pass(clock, MINUTE, () => webhook.got.length > 0 && mailbox.mails.length > 0)
  expect(webhook.got).toMatchObject([
    {
      kind: 'unattended',
      office: OFFICE.name,
      waiting: 3,
      waitingSince: '2026-11-20T13:05:00.000Z',
      title: `Nadie escucha en ${OFFICE.name}: 3 avisos esperan desde el 20/11/2026 a las 14:05`,
    },
  ])
  expect(webhook.got[0]?.text).toContain('- Mostrador 1: se le oyó el 20/11/2026 a las 14:05')
  expect(mailbox.recipients).toEqual(['jefa@example.com', 'otra@example.com'])
  expect(mailbox.mails[0]).toContain('Auto-Submitted: auto-generated')
  expect(await (await fetch(`${ops}/metrics`)).text()).toContain('relay_offices_unattended 1\n')
  expect(await alarmOf(url)).toMatchObject({ waiting: 3, lastMessage: { outcome: 'sent' } })

  // More events, and more hours: it has been told.
  await postMany(url, 1, 'r')
  for (let hour = 0; hour < 12; hour++) clock.advance(HOUR)
  const before = await alarmOf(url)
  expect(before).toMatchObject({ waiting: 4 })
  expect(before.raisedAt).not.toBeNull()
  expect(webhook.got).toHaveLength(1)

  await ack(url, pc)
  await pass(clock, 0, () => webhook.got.length > 1 && mailbox.mails.length > 1)
  expect(webhook.got[1]).toMatchObject({
    kind: 'attended',
    waiting: 0,
    title: `Ya escucha un equipo en ${OFFICE.name}`,
  })
  expect(webhook.got[1]?.text).toMatch(
    /^Mostrador 1 recibe avisos desde el 2\d\/11\/2026 a las \d\d:\d\d\. Ya no queda/,
  )
  expect(await alarmOf(url)).toMatchObject({ waiting: 0, raisedAt: null })
})

test('a message that fails is tried again under its id, and is withdrawn when it is no longer true', async () => {
  const webhook = await startWebhook()
  const { url, clock, logged } = await start()
  const { token: pc } = await pairDevice(url, 'PC 1')
  await set(url, { webhook: webhook.url })
  await postMany(url, 1)
  webhook.answers(500)
  await pass(clock, 5 * HOUR, () => webhook.got.length > 1)
  expect(new Set(webhook.got.map(({ id }) => id)).size).toBe(1)
  expect(logged.join('\n')).toContain('by webhook failed: 500')
  const tried = webhook.got.length

  // Its beginning was told to no one, so its end is not told either.
  await ack(url, pc)
  await pass(clock, 0, async () => (await alarmOf(url)).raisedAt === null)
  webhook.answers(200)
  // The other office's message is younger: when it has come, the first one's turn has passed.
  const other = await startWebhook()
  await set(url, { webhook: other.url }, OTHER.adminToken)
  await postMany(url, 1, 'other', OTHER)
  await pass(clock, 24 * HOUR, () => other.got.length > 0)
  expect((await alarmOf(url)).lastMessage).toBeNull()
  expect(webhook.got).toHaveLength(tried)
})

test('a mail that one address refuses is not sent to the others again', async () => {
  const mailbox = await startMailServer({ refuses: 'otra@example.com' })
  const { url, clock } = await start({ mailServer: mailServer(mailbox) })
  await set(url, { mail: ['jefa@example.com', 'otra@example.com'] })
  await postMany(url, 1)
  await pass(clock, 4 * HOUR, async () => (await alarmOf(url)).lastMessage !== null)
  expect((await alarmOf(url)).lastMessage).toMatchObject({ outcome: 'failed', detail: 'SOME_REFUSED' })
  expect(mailbox.recipients).toEqual(['jefa@example.com'])
  expect(mailbox.mails).toHaveLength(1)
})

test('an office without a PC is unattended too, and one that set nothing is told to no one', async () => {
  const { url, clock, logged } = await start()
  await postMany(url, 1)
  // Friday at 14:05 in Madrid: four working hours end at 18:05.
  clock.advance(3 * HOUR)
  expect((await alarmOf(url)).raisedAt).toBeNull()
  await pass(clock, HOUR, async () => (await alarmOf(url)).raisedAt !== null)
  expect(logged.join('\n')).toContain('no PC has confirmed 1 events')
  expect((await alarmOf(url)).lastMessage).toBeNull()
})

test('a webhook reaches no machine beside the relay, and says nothing of what is there', async () => {
  const webhook = await startWebhook()
  const { url } = await start({ alarmNetworks: [] })
  const { port } = new URL(webhook.url)
  for (const refused of [
    webhook.url,
    `http://127.1:${port}/`,
    `http://[::1]:${port}/`,
    `https://user:password@ntfy.example.com/topic`,
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
  ])
    expect([refused, (await set(url, { webhook: refused })).status]).toEqual([refused, 400])
  // A name is looked up when it is called.
  expect((await set(url, { webhook: `http://localhost:${port}/hook` })).status).toBe(200)
  const sent = async (at: string) =>
    alarmTestWire.parse(await (await call(`${at}${PATH}/test`, 'POST', token)).json()).sent
  expect(await sent(url)).toEqual([{ channel: 'webhook', outcome: 'failed', detail: 'NOT_ALLOWED' }])
  expect(webhook.got).toEqual([])

  // Where it is permitted, the log of who runs the relay has what an office is not told.
  const permitted = await start({ alarmNetworks: ['127.0.0.1'] })
  await set(permitted.url, { webhook: webhook.url })
  webhook.answers(418)
  expect(await sent(permitted.url)).toEqual([{ channel: 'webhook', outcome: 'failed', detail: 'REFUSED' }])
  expect(permitted.logged.at(-1)).toContain('failed: 418')
  await set(permitted.url, { webhook: 'http://127.0.0.1:9/' })
  expect(await sent(permitted.url)).toEqual([
    { channel: 'webhook', outcome: 'failed', detail: 'UNREACHABLE' },
  ])
  expect(permitted.logged.at(-1)).toContain('failed: ECONNREFUSED')
})

test('bodies that cannot be read are told once a day, and the end of an alarm is told all the same', async () => {
  const webhook = await startWebhook()
  const { url, clock } = await start()
  const { token: pc } = await pairDevice(url, 'PC 1')
  await set(url, { webhook: webhook.url })
  const kinds = () => webhook.got.map(({ kind }) => kind)
  await post(url, 'not JSON')
  await pass(clock, 0, () => webhook.got.length > 0)
  expect(webhook.got).toMatchObject([
    { kind: 'unreadable', title: `El relé de ${OFFICE.name} no entiende 1 aviso del servicio` },
  ])
  // Events wait, and more that cannot be read come within the day.
  await postMany(url, 1)
  await post(url, 'not JSON either')
  await pass(clock, 4 * HOUR, () => webhook.got.length > 1)
  expect(kinds()).toEqual(['unreadable', 'unattended'])
  await pass(clock, 20 * HOUR, () => webhook.got.length > 2)
  await ack(url, pc)
  await pass(clock, 0, () => webhook.got.length > 3)
  // Nothing new: the next days are silent.
  await pass(clock, 50 * HOUR, async () => (await alarmOf(url)).raisedAt === null)
  expect(kinds()).toEqual(['unreadable', 'unattended', 'unreadable', 'attended'])
  expect(webhook.got[2]?.text).toMatch(
    /^Han llegado 2 avisos que el relé no sabe leer, el último el 20\/11\/2026/,
  )
})

test('secrets of one office that do not open stop neither the alarm of another nor a start', async () => {
  const [webhook, other] = [await startWebhook(), await startWebhook()]
  const { url, clock, relay, logged } = await start()
  const { secrets, reader } = relay.store
  const broken = (await reader.listOffices()).find(({ name }) => name === OFFICE.name)?.id
  await set(url, { webhook: webhook.url })
  await set(url, { webhook: other.url }, OTHER.adminToken)
  webhook.answers(500)
  await postMany(url, 1)
  // A message of the first office waits to be tried again, before any of the other.
  await pass(clock, 4 * HOUR, () => webhook.got.length > 0)
  const { get } = secrets
  secrets.get = async (id) => (id === broken ? Promise.reject(new Error('they do not open')) : get(id))
  await postMany(url, 1, 'q', OTHER)
  await pass(clock, 4 * HOUR, () => other.got.length > 0)
  expect(other.got).toMatchObject([{ kind: 'unattended', office: OTHER.name }])
  await relay.offices.finishInterrupted()
  expect(logged.filter((line) => line.includes(`of office ${broken}`)).length).toBeGreaterThan(0)
})

test('a test message says of each channel whether it arrived', async () => {
  const webhook = await startWebhook()
  const mailbox = await startMailServer({ user: { name: 'relay', password: 'right' } })
  const url = `smtp://relay:wrong@127.0.0.1:${mailbox.port}`
  const relay = await start({ mailServer: { url, from: 'relay@example.com' } })
  await set(relay.url, { mail: ['jefa@example.com'], webhook: webhook.url })
  const done = alarmTestWire.parse(await (await call(`${relay.url}${PATH}/test`, 'POST', token)).json())
  expect(done.sent).toEqual([
    { channel: 'mail', outcome: 'failed', detail: 'EAUTH 535' },
    { channel: 'webhook', outcome: 'ok' },
  ])
  expect(webhook.got).toMatchObject([{ kind: 'test', title: `Prueba del relé de ${OFFICE.name}` }])
  const again = () => call(`${relay.url}${PATH}/test`, 'POST', token)
  expect([(await again()).status, (await again()).status]).toEqual([200, 429])
  expect(relay.logged.join('\n')).not.toContain('wrong')
})

test('a password is never sent without encryption over a network, nor to a certificate of no authority', async () => {
  const sendTest = async (mailUrl: string) => {
    const { url } = await start({ mailServer: { url: mailUrl, from: 'relay@example.com' } })
    await set(url, { mail: ['jefa@example.com'] })
    const answer = await call(`${url}${PATH}/test`, 'POST', token)
    return alarmTestWire.parse(await answer.json()).sent[0]?.outcome
  }
  const user = { name: 'relay', password: 'right' }
  const plain = await startMailServer({ user })
  // The same machine under a name that is not known to be this machine.
  expect(await sendTest(`smtp://relay:right@0.0.0.0:${plain.port}`)).toBe('failed')
  expect(plain.signedIn).toEqual([])
  const secure = await startMailServer({ user, isSecure: true })
  expect(await sendTest(`smtps://relay:right@127.0.0.1:${secure.port}`)).toBe('failed')
  expect(secure.signedIn).toEqual([])
  expect(await sendTest(`smtp://relay:right@127.0.0.1:${plain.port}`)).toBe('ok')
})

test('only an administrator sees and sets it, with addresses that make sense', async () => {
  const { url } = await start()
  const { token: admin } = await pairDevice(url, 'PC 1')
  const { token: other } = await pairDevice(url, 'PC 2')
  expect((await call(url + PATH, 'GET', admin)).status).toBe(200)
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', settings({})],
  ] as const)
    expect((await call(url + PATH, method, other, body)).status).toBe(403)
  expect((await call(`${url}${PATH}/test`, 'POST', other)).status).toBe(403)
  expect((await call(`${url}/v1/receipts`, 'GET', other)).status).toBe(403)
  const refused = await set(url, { mail: ['jefa@example.com'] })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'no_mail_server' })
  for (const wrong of [
    { afterHours: 0 },
    { mail: ['not an address'] },
    { webhook: 'http://192.168.1.10/hook' },
    { webhook: 'file:///etc/passwd' },
  ])
    expect((await set(url, wrong)).status).toBe(400)
  expect((await set(url, { webhook: 'https://ntfy.example.com/secret-topic' })).status).toBe(200)
})
