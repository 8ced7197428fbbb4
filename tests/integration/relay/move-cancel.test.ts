import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { receiptsWire } from '#shared/api/relay-receipts.ts'
import { type Between, startBetween } from './support/between.ts'
import { moved, moveOffice, permission, type Site, startSites, upTo } from './support/move.ts'
import { moveNow, permit, runMove } from './support/move-in-process.ts'
import { runRelay, startCommand } from './support/process.ts'
import {
  allEvents,
  call,
  eventOf,
  OFFICE,
  pageOf,
  pairDevice,
  post,
  postMany,
  startRelay,
  temporaryDirectory,
} from './support/relay.ts'
import { isPostgres } from './support/store.ts'

const admin = OFFICE.adminToken
const seqsAt = async (url: string) => (await allEvents(url)).map(({ seq }) => seq)

/** Begins a move whose command ends before this call arrives. */
async function beginUntil(own: Site, between: Between, token: string, last: string): Promise<void> {
  const env = { RELAY_MOVE_TOKEN: token }
  const command = await startCommand(own.directory, ['move', `--to=${between.url}`], '', env)
  between.onCall = async (made) => {
    if (made !== last) return
    command.child.kill('SIGKILL')
    throw new Error('not passed on')
  }
  await command.ended
  between.onCall = async () => {}
}

test.each([
  ['before the office was closed here', 'POST /v1/move-in/rows', 200],
  ['after it', 'POST /v1/move-in/finish', 503],
])('a move is cancelled %s, and the office goes on where it was', async (_when, until, inbox) => {
  const { own, shared } = await startSites()
  const between = await startBetween(shared.url)
  await postMany(own.url, 10)
  const pc = await pairDevice(own.url, 'PC 1')
  const { epoch } = await pageOf(own.url)
  const token = await permission(shared)
  await beginUntil(own, between, token, until)
  expect((await post(own.url, JSON.stringify(eventOf('during')))).status).toBe(inbox)
  const site = { ...shared, url: between.url }
  const said = await moveOffice(own, site, token, '--cancel')
  expect([said.code, said.stderr]).toEqual([0, expect.any(String)])
  // Said again, it is the same.
  expect((await moveOffice(own, site, token, '--cancel')).code).toBe(0)
  expect((await post(own.url, JSON.stringify(eventOf('after')))).status).toBe(200)
  const kept = await seqsAt(own.url)
  expect(kept).toEqual(upTo(inbox === 200 ? 12 : 11))
  expect((await pageOf(own.url)).epoch).toBe(epoch)
  expect((await call(`${own.url}/v1/events`, 'GET', pc.token)).status).toBe(200)
  expect((await post(shared.url, JSON.stringify(eventOf('x')))).status).toBe(404)
  // Its token is used up; with another one the office moves.
  expect((await moveOffice(own, site, token)).stderr).toContain('was cancelled')
  await moved(own, site, await permission(shared))
  expect(await seqsAt(shared.url)).toEqual(kept)
  expect((await moveOffice(own, site, token, '--cancel')).code).toBe(1)
})

test('what became of an earlier permission neither brings an office back nor lets its rows leave', async () => {
  const [from, to] = [await startRelay({ offices: [OFFICE] }), await startRelay({ offices: [] })]
  await postMany(from.url, 3)
  const [discarded, used, token] = [await permit(to), await permit(to), await permit(to)]
  expect((await call(`${to.url}/v1/move-in`, 'DELETE', discarded)).status).toBe(200)
  await runMove(from, to, used)
  await moveNow(to, from)
  const record = await (await call(`${from.url}/v1/office/move/record`, 'GET', admin)).json()
  expect((await call(`${to.url}/v1/move-in`, 'PUT', token, record as object)).status).toBe(200)
  const move = (method: string, path: string, given: object) =>
    call(`${from.url}/v1/office/move${path}`, method, admin, given).then((answer) => answer.status)
  const { operatorToken } = from.relay
  const leave = (other: string) => move('PUT', '', { to: to.url, token: other, operatorToken })
  for (const other of [discarded, used]) expect(await leave(other)).toBe(409)
  expect(await leave(token)).toBe(200)
  expect(await move('DELETE', '', { token: discarded })).toBe(409)
  expect(await move('POST', '/settle', { token: used })).toBe(409)
  const [office] = await from.relay.store.reader
    .offices()
    .then((all) => all.filter(({ state }) => state !== 'gone'))
  expect(office).toMatchObject({ state: 'moving', head: 3 })
  await runMove(from, to, token)
  expect(await seqsAt(from.url)).toEqual(upTo(3))
  await expect(runMove(from, to, token, '--cancel')).rejects.toThrow('open there')
})

test('a token that was lost in between is replaced by another one', async () => {
  const { own, shared } = await startSites()
  const between = await startBetween(shared.url)
  await postMany(own.url, 10)
  const lost = await permission(shared)
  await beginUntil(own, between, lost, 'POST /v1/move-in/rows')
  const site = { ...shared, url: between.url }
  await moved(own, site, await permission(shared))
  expect(await seqsAt(shared.url)).toEqual(upTo(10))
  // The former one is of nothing any more.
  const { state } = (await (await call(`${shared.url}/v1/move-in`, 'GET', lost)).json()) as { state: string }
  expect(state).toBe('discarded')
  expect((await call(`${shared.url}/v1/move-in`, 'DELETE', lost)).status).toBe(200)
  expect(await seqsAt(shared.url)).toEqual(upTo(10))
})

test('a relay that is stopped hands over its office as well, and commands then ask the other one', async () => {
  const { own, shared } = await startSites()
  await postMany(own.url, 5)
  own.process.kill('SIGTERM')
  await own.process.exited
  await moved(own, shared, await permission(shared))
  expect(await seqsAt(shared.url)).toEqual(upTo(5))
  const status = await runRelay(own.directory, ['status', '--json'])
  expect(JSON.parse(status.stdout)).toMatchObject({ name: OFFICE.name, head: 5 })
})

test('the command says what is wrong with it', async () => {
  const { own, shared } = await startSites()
  const env = { RELAY_MOVE_TOKEN: 'rlm_wrong' }
  const run = (...args: string[]) => runRelay(own.directory, ['move', ...args], '', env)
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--to') })
  expect(await run('--to=ftp://x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--to must be'),
  })
  expect(await run(`--to=${shared.url}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('valid token'),
  })
  const without = await runRelay(own.directory, ['move', `--to=${shared.url}`])
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('RELAY_MOVE_TOKEN') })
  expect(await seqsAt(own.url)).toEqual([])
})

test('rows that stayed behind leave, and an office that comes back has each receipt once', async () => {
  const [from, to] = [await startRelay({ offices: [OFFICE] }), await startRelay({ offices: [] })]
  await postMany(from.url, 3)
  const pc = await pairDevice(from.url, 'PC 1')
  const { epoch } = await pageOf(from.url)
  await call(`${from.url}/v1/ack`, 'POST', pc.token, { cursor: `${epoch}.2` })
  const { store } = from.relay
  const officeId = (await store.reader.offices())[0]?.id ?? 0
  const size = { limit: 10, bytes: 10_000 }
  await moveNow(from, to)
  const receiptsAt = async (url: string) =>
    receiptsWire
      .parse(await (await call(`${url}/v1/receipts`, 'GET', admin)).json())
      .receipts.map(({ seq, confirmed }) => [seq, confirmed.length])
  // Back before they have left, and again after.
  await moveNow(to, from)
  expect(await receiptsAt(from.url)).toEqual([
    [1, 1],
    [2, 1],
    [3, 0],
  ])
  expect((await store.reader.events(officeId, 0, 10, size)).length).toBe(3)
  await store.writer.write('sweep', { now: Date.now() })
  expect(await store.reader.events(officeId, 0, 10, size)).toEqual([])
  expect((await store.reader.moveRows('receipt', officeId, '')).rows).toEqual([])
  expect(await seqsAt(from.url)).toEqual([1, 2, 3])
  expect(await receiptsAt(from.url)).toHaveLength(3)
  await moveNow(from, to)
  expect(await receiptsAt(to.url)).toHaveLength(3)
})

test('a permission that is not used leaves the record of an office that moved away as it was', async () => {
  const [from, to] = [await startRelay({ offices: [OFFICE] }), await startRelay({ offices: [] })]
  await postMany(from.url, 3)
  await moveNow(from, to)
  const token = await permit(from)
  const record = await (await call(`${to.url}/v1/office/move/record`, 'GET', admin)).json()
  expect((await call(`${from.url}/v1/move-in`, 'PUT', token, record as object)).status).toBe(200)
  // While it comes back, and when it does not after all, it is asked where it is.
  expect((await post(from.url, JSON.stringify(eventOf('p4')))).status).toBe(200)
  expect((await call(`${from.url}/v1/move-in`, 'DELETE', token)).status).toBe(200)
  expect((await post(from.url, JSON.stringify(eventOf('p5')))).status).toBe(200)
  expect(await seqsAt(from.url)).toEqual(upTo(5))
  await expect(runMove(to, from, token)).rejects.toThrow('was cancelled')
  await moveNow(to, from)
  await to.stop()
  expect((await post(from.url, JSON.stringify(eventOf('p6')))).status).toBe(200)
  expect(await seqsAt(from.url)).toEqual(upTo(6))
})

test('an older copy of the data gives a new epoch to offices that were moved here too', async () => {
  const directory = await temporaryDirectory()
  const [from, to] = [await startRelay({ offices: [OFFICE] }), await startRelay({ offices: [], directory })]
  await postMany(from.url, 3)
  const { epoch } = await pageOf(from.url)
  await moveNow(from, to)
  expect((await pageOf(to.url)).epoch).toBe(epoch)
  expect(to.relay.store.epoch).not.toBe(epoch)
  await to.stop()
  if (isPostgres) expect((await runRelay(directory, ['new-epoch'])).code).toBe(0)
  else rmSync(join(directory, 'epoch-guard'))
  const again = await startRelay({ offices: [], directory })
  const page = await pageOf(again.url)
  expect(page.epoch).toBe(again.relay.store.epoch)
  expect(page.epoch).not.toBe(epoch)
  const reset = await call(`${again.url}/v1/events?after=${epoch}.3`, 'GET', admin)
  expect(reset.status).toBe(409)
})
