import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer, startWebhook } from './support/outside.ts'
import { runRelay, spawnRelay } from './support/process.ts'
import {
  call,
  eventOf,
  OFFICE,
  pageOf,
  pairDevice,
  post,
  postMany,
  temporaryDirectory,
} from './support/relay.ts'
import { openStream } from './support/stream.ts'

test('one line on stdout, nothing secret in any log, owner-only data, and a clean end', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  await post(relay.url, JSON.stringify(eventOf('p1', { vrm: '1234BCD' })))
  await call(`${relay.url}/v1/events`, 'GET', 'not-a-token')
  const stream = openStream(relay.url, OFFICE.adminToken)
  await expect.poll(() => stream.seqs()).toEqual([1])
  expect((await fetch(`${relay.ops}/livez`)).status).toBe(200)
  expect((await fetch(`${relay.ops}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${relay.ops}/metrics`)).text()).toContain(
    'relay_ingest_total{result="stored"} 1',
  )
  expect((await fetch(`${relay.url}/metrics`)).status).toBe(404)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600)

  relay.kill('SIGTERM')
  expect(await relay.exited).toEqual({ code: 0, signal: null })
  expect(stream.frames.at(-1)?.event).toBe('bye')
  expect(JSON.parse(relay.stdout())).toEqual({ listening: relay.url, ops: relay.ops })
  for (const secret of [OFFICE.adminToken, OFFICE.inboxKey, OFFICE.header.value, '1234BCD', 'not-a-token'])
    expect(relay.stderr()).not.toContain(secret)
  // The log is folded into the file.
  expect(readdirSync(directory).toSorted()).toEqual([
    'database-stamp',
    'epoch-guard',
    'relay.db',
    'relay.lock',
    'reserve',
    'secrets.json',
  ])
})

test('a relay that is told to stop answers what is on its way', async () => {
  const relay = await spawnRelay(await temporaryDirectory())
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const outcomes = new Map<string, number>()
  const send = (id: string) =>
    new Promise<string>((resolve) => {
      const headers = { 'content-type': 'application/json', [OFFICE.header.name]: OFFICE.header.value }
      request(`${relay.url}/in/${OFFICE.inboxKey}`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(String(answer.statusCode)))
      })
        .on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
        .end(JSON.stringify(eventOf(id)))
    })
  const working = Array.from({ length: 16 }, async (_, worker) => {
    for (let index = 0, outcome = '200'; outcome === '200'; index++) {
      outcome = await send(`w${worker}-${index}`)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  })
  await expect.poll(() => outcomes.get('200') ?? 0).toBeGreaterThan(200)
  relay.kill('SIGTERM')
  expect(await relay.exited).toEqual({ code: 0, signal: null })
  await Promise.all(working)
  // The only refusals are of new connections.
  expect([...outcomes.keys()].toSorted()).toEqual(['200', 'ECONNREFUSED'])
})

test('the database alone opens nothing', async () => {
  const directory = await temporaryDirectory()
  const relay = await spawnRelay(directory)
  const { token } = await pairDevice(relay.url, 'PC 1')
  relay.kill('SIGTERM')
  await relay.exited
  const bytes = readFileSync(join(directory, 'relay.db')).toString('latin1')
  for (const secret of [token, OFFICE.adminToken, OFFICE.inboxKey, OFFICE.header.value])
    expect(bytes).not.toContain(secret)
})

test('a data directory has one relay, and RELAY_OFFICE keeps its office with new secrets', async () => {
  const directory = await temporaryDirectory()
  const first = await spawnRelay(directory)
  await postMany(first.url, 2)
  await expect(spawnRelay(directory)).rejects.toThrow('in use by another relay')
  first.kill('SIGKILL')
  await first.exited
  const changed = {
    ...OFFICE,
    adminToken: 'another-admin-token-1',
    header: { name: 'X-New', value: 'new-value' },
  }
  const again = await spawnRelay(directory, [], changed)
  expect((await call(`${again.url}/v1/events`, 'GET', OFFICE.adminToken)).status).toBe(401)
  expect(await pageOf(again.url, '', changed.adminToken)).toMatchObject({ head: 2 })
  expect((await post(again.url, JSON.stringify(eventOf('p')), changed)).status).toBe(200)
  expect((await post(again.url, JSON.stringify(eventOf('p')))).status).toBe(401)
})

test('a PC named in RELAY_OFFICE is paired from the start; its token changes and its place stays', async () => {
  const directory = await temporaryDirectory()
  const device = (letter: string) => ({
    ...OFFICE,
    device: { id: 'this-pc', name: 'Mostrador', token: `rly_${letter.repeat(43)}` },
  })
  const [before, after] = [device('a'), device('b')]
  const first = await spawnRelay(directory, [], before)
  await postMany(first.url, 3)
  const { epoch } = await pageOf(first.url, '', before.device.token)
  const acked = await call(`${first.url}/v1/ack`, 'POST', before.device.token, { cursor: `${epoch}.2` })
  expect(acked.status).toBe(204)
  first.kill('SIGKILL')
  await first.exited

  const again = await spawnRelay(directory, [], after)
  expect((await call(`${again.url}/v1/events`, 'GET', before.device.token)).status).toBe(401)
  const answer = await call(`${again.url}/v1/devices`, 'GET', after.device.token)
  expect(await answer.json()).toMatchObject({
    devices: [{ id: 'this-pc', name: 'Mostrador', admin: true, self: true, acked: 2 }],
  })
})

test.each([
  [['fly'], 'there is no command fly'],
  [['init'], 'init takes a NAME'],
  [['--port=70000'], '--port must be a whole number'],
  [['--prot=1'], 'relay: there is no option --prot: --help lists them\n'],
  [['--port'], '--port needs a value'],
  [['--json=1'], '--json takes no value'],
  [['--public-url=ftp://x'], '--public-url must be'],
])('%j is a usage error', async (args, message) => {
  const { code, stdout, stderr } = await runRelay(await temporaryDirectory(), args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})

test('the administrator makes an office, pairs, lists, revokes, rotates and asks, running or not', async () => {
  const directory = await temporaryDirectory()
  expect((await runRelay(directory, ['status'])).stderr).toContain('there is no office')
  const made = await runRelay(directory, [
    'init',
    'Gestoría Soto',
    '--json',
    '--public-url=https://relay.example.com',
  ])
  expect(made).toMatchObject({ code: 0 })
  const secrets = JSON.parse(made.stdout) as Pick<typeof OFFICE, 'adminToken' | 'header'> & { inbox: string }
  expect(secrets.inbox).toMatch(/^https:\/\/relay\.example\.com\/in\/[\w-]{22}$/)
  const asked = async (...args: string[]) =>
    JSON.parse((await runRelay(directory, [...args, '--json'])).stdout)
  expect(await asked('status')).toMatchObject({ running: false, name: 'Gestoría Soto', head: 0 })

  const relay = await spawnRelay(directory, [], null)
  expect((await runRelay(directory, ['init', 'Another'])).stderr).toContain('stop the relay first')
  const one = await pairDevice(relay.url, 'PC 1', { ...OFFICE, ...secrets })
  expect(one.admin).toBe(true)
  // The code is typed at the PC while the command waits.
  const pairing = runRelay(directory, ['pair', '--json'], 'yes\n')
  const list = async () => (await asked('devices')) as { devices: { name: string; admin: boolean }[] }
  expect((await list()).devices).toMatchObject([{ name: 'PC 1', admin: true }])
  expect(await asked('status')).toMatchObject({
    running: true,
    inbox: { header: { value: secrets.header.value } },
  })
  const rotated = (await asked('rotate')) as { header: { value: string } }
  expect(await asked('status')).toMatchObject({ inbox: { header: rotated.header } })
  expect(await asked('revoke', one.deviceId)).toEqual({ revoked: one.deviceId })
  expect((await call(`${relay.url}/v1/events`, 'GET', one.token)).status).toBe(401)
  const nobody = await runRelay(directory, ['revoke', 'nobody'])
  expect([nobody.code, nobody.stderr]).toEqual([1, 'relay: no PC has the id nobody: see devices\n'])
  relay.kill('SIGTERM')
  await relay.exited
  expect((await pairing).code).not.toBe(0)
  expect((await list()).devices).toEqual([])
})

/** Puts another database in the place of a stopped relay's. */
function putBack(from: string, directory: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(join(directory, `relay.db${suffix}`), { force: true })
  copyFileSync(from, join(directory, 'relay.db'))
}

test.each<NodeJS.Signals>(['SIGTERM', 'SIGKILL'])(
  'an older copy that is put back after %s has a new epoch',
  async (signal) => {
    const directory = await temporaryDirectory()
    const copy = join(await temporaryDirectory(), 'copy.db')
    const first = await spawnRelay(directory)
    await postMany(first.url, 5)
    first.kill('SIGTERM')
    await first.exited
    copyFileSync(join(directory, 'relay.db'), copy)
    const second = await spawnRelay(directory)
    const { epoch } = await pageOf(second.url)
    await postMany(second.url, 1, 'q')
    second.kill(signal)
    await second.exited
    putBack(copy, directory)
    const restored = await spawnRelay(directory)
    const page = await pageOf(restored.url)
    expect(page.head).toBe(5)
    expect(page.epoch).not.toBe(epoch)
    await postMany(restored.url, 3, 'r')
    const answer = await call(`${restored.url}/v1/events?after=${epoch}.6`, 'GET', OFFICE.adminToken)
    expect(answer.status).toBe(409)
  },
)

test('a guard that is lost or unreadable is a new epoch', async () => {
  const directory = await temporaryDirectory()
  const epochs = new Set<string>()
  for (const spoil of [
    () => {},
    () => {},
    () => rmSync(join(directory, 'epoch-guard')),
    () => writeFileSync(join(directory, 'epoch-guard'), ''),
  ]) {
    spoil()
    const relay = await spawnRelay(directory)
    epochs.add((await pageOf(relay.url)).epoch)
    relay.kill('SIGTERM')
    await relay.exited
  }
  expect(epochs.size).toBe(3)
})

test('the administrator says whom the alarm tells, tries it, and reads the receipts, running or not', async () => {
  const directory = await temporaryDirectory()
  const webhook = await startWebhook()
  const mailbox = await startMailServer()
  const relay = await spawnRelay(directory)
  const { token } = await pairDevice(relay.url, 'PC 1')
  await postMany(relay.url, 1)
  const { epoch } = await pageOf(relay.url, '', token)
  await call(`${relay.url}/v1/ack`, 'POST', token, { cursor: `${epoch}.1` })

  const set = await runRelay(directory, [
    'alarm',
    '--after-hours=2',
    '--all-hours',
    `--webhook=${webhook.url}`,
  ])
  expect(set.stdout).toContain(`Told after 2 h: ${webhook.url}`)
  // What is not given stays.
  const tested = await runRelay(directory, ['alarm', '--no-all-hours', '--test'])
  expect(tested.stdout).toContain(`Told after 2 h (Monday to Friday, 8 to 20): ${webhook.url}`)
  expect(tested.stdout).toContain('Test by webhook: sent.')
  expect(webhook.got).toMatchObject([{ kind: 'test', office: OFFICE.name }])
  expect(tested.code).toBe(0)
  webhook.answers(500)
  const failed = await runRelay(directory, ['alarm', '--test', '--json'])
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.stdout)).toMatchObject({
    test: { sent: [{ channel: 'webhook', outcome: 'failed', detail: 'REFUSED' }] },
  })
  webhook.answers(200)
  expect((await runRelay(directory, ['alarm', '--mail=jefa@example.com'])).stderr).toContain('no mail server')
  const receipts = await runRelay(directory, ['receipts'])
  expect(receipts.stdout).toMatch(/^1 {2}\S+Z {2}procedure\.status_changed {2}p0 {2}PC 1 \S+Z\n$/)

  relay.kill('SIGTERM')
  await relay.exited
  const here = '--alarm-networks=127.0.0.1'
  const args = ['alarm', here, '--mail=jefa@example.com', '--mail-from=relay@example.com', '--test', '--json']
  const smtp = { RELAY_SMTP: `smtp://127.0.0.1:${mailbox.port}` }
  const mailed = JSON.parse((await runRelay(directory, args, '', smtp)).stdout)
  expect(mailed).toMatchObject({
    test: { sent: [{ channel: 'mail', outcome: 'ok' }, { channel: 'webhook' }] },
  })
  expect(mailbox.recipients).toEqual(['jefa@example.com'])
  expect((await runRelay(directory, ['alarm', '--off'])).stdout).toContain('It tells no one')
})

test('a mail server that makes no sense is a usage error that does not repeat its password', async () => {
  const directory = await temporaryDirectory()
  for (const address of ['https://user:secret@smtp.example.com', 'user:secret', 'smtps://relay:secret@']) {
    const { code, stderr } = await runRelay(directory, ['status'], '', { RELAY_SMTP: address })
    expect(code).toBe(2)
    expect(stderr).toContain('RELAY_SMTP must be an address')
    expect(stderr).not.toContain('secret')
  }
  const noSender = await runRelay(directory, ['status'], '', { RELAY_SMTP: 'smtp://smtp.example.com' })
  expect([noSender.code, noSender.stderr.includes('--mail-from')]).toEqual([2, true])
})

test('an office that takes events without the header requires it once told', async () => {
  const directory = await temporaryDirectory()
  const made = await runRelay(directory, ['init', 'Gestoría Soto', '--observe', '--json'])
  expect(made).toMatchObject({ code: 0 })
  const { inbox, adminToken } = JSON.parse(made.stdout) as { inbox: string; adminToken: string }
  const relay = await spawnRelay(directory, [], null)
  const send = async () =>
    (await fetch(relay.url + inbox, { method: 'POST', body: JSON.stringify(eventOf('p1')) })).status
  expect(await send()).toBe(200)
  // The first PC of an office administers it.
  await pairDevice(relay.url, 'PC 1', { ...OFFICE, adminToken })
  const { token: other } = await pairDevice(relay.url, 'PC 2', { ...OFFICE, adminToken })
  expect((await call(`${relay.url}/v1/office/enforce`, 'POST', other)).status).toBe(403)
  expect(await send()).toBe(200)
  expect((await runRelay(directory, ['enforce'])).stdout).toBe('The header is required.\n')
  expect(await send()).toBe(401)
})
