import { expect, test, vi } from 'vitest'
import { permission, moved, startSites } from './support/move.ts'
import { moveNow } from './support/move-in-process.ts'
import { runRelay } from './support/process.ts'
import {
  allEvents,
  call,
  eventOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  startRelay,
} from './support/relay.ts'
import { isPostgres, storedText } from './support/store.ts'

vi.setConfig({ testTimeout: 300_000 })

const admin = OFFICE.adminToken
const RECORD = '/v1/office/move/record'
const statusAt = async (url: string, token: string) => (await call(`${url}/v1/office`, 'GET', token)).status
const postAt = async (url: string, id: string) => (await post(url, JSON.stringify(eventOf(id)))).status

test('an office that has moved is forgotten, and only that one: its relay answers as if it had never had it', async () => {
  const [from, to] = [await startRelay(), await startRelay({ offices: [] })]
  const { url, relay, directory } = from
  // Of the same data, where there may be two.
  const beside = isPostgres ? await startRelay({ directory, offices: [] }) : from
  await postMany(url, 3)
  const pc = await pairDevice(url, 'PC 1')
  const { epoch } = await pageOf(url)
  expect((await call(url + RECORD, 'DELETE', admin)).status).toBe(409)
  const { reader, writer, secrets } = relay.store
  const id = (await reader.offices()).find(({ name }) => name === OFFICE.name)?.id ?? 0
  // It has left, and is not open there yet.
  await writer.write('leave', { officeId: id, to: to.url, tokenHash: Buffer.from('t') })
  expect((await call(url + RECORD, 'DELETE', admin)).status).toBe(409)
  await writer.write('comeBack', { officeId: id, tokenHash: Buffer.from('t') })
  expect(await postAt(url, 'p4')).toBe(200)

  await moveNow(from, to)
  // A PC that is paired there, and comes by the former address of each node.
  const late = await pairDevice(url, 'PC 2')
  for (const node of [url, beside.url]) {
    expect(await postAt(node, `by ${node}`)).toBe(200)
    for (const token of [admin, pc.token, late.token]) expect(await statusAt(node, token)).toBe(200)
  }
  for (const token of [pc.token, late.token])
    expect((await call(url + RECORD, 'DELETE', token)).status).not.toBe(204)
  expect(await storedText(directory)).toContain(to.url)

  expect((await call(url + RECORD, 'DELETE', admin)).status).toBe(204)
  for (const node of [url, beside.url]) {
    await expect.poll(() => postAt(node, 'nobody')).toBe(404)
    for (const token of [admin, pc.token, late.token])
      await expect.poll(() => statusAt(node, token)).toBe(401)
  }
  expect((await call(url + RECORD, 'DELETE', admin)).status).toBe(401)
  expect(await reader.movedTo()).toEqual([])
  expect(await reader.devices(id)).toEqual([])
  expect(await secrets.of(id)).toBeNull()
  expect((await reader.office(id))?.name).toBe('')
  expect((await post(url, JSON.stringify(eventOf('q1')), OTHER)).status).toBe(200)

  // There it is as it was, and it may come back.
  const list = await allEvents(to.url)
  expect(await postAt(to.url, 'last')).toBe(200)
  await moveNow(to, from)
  const page = await pageOf(url, '', late.token)
  expect([page.epoch, page.head]).toEqual([epoch, list.length + 1])
  expect((await allEvents(url)).slice(0, -1)).toEqual(list)
})

test('the command forgets the office that it is told by name, on a running relay or beside nodes', async () => {
  const { own, shared } = await startSites()
  const forget = ({ directory }: { directory: string }, name: string) => runRelay(directory, ['forget', name])
  expect(await forget(own, OFFICE.name)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has moved') as string,
  })
  for (const [from, to] of [
    [own, shared],
    [shared, own],
    [own, shared],
  ] as const)
    await moved(from, to, await permission(to))
  expect((await forget(shared, OFFICE.name)).code).toBe(1)
  expect(await forget(own, 'Gestoría Soto')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no office is called') as string,
  })
  expect(await postAt(own.url, 'p1')).toBe(200)
  const said = await forget(own, OFFICE.name)
  expect([said.code, said.stdout]).toEqual([0, expect.stringContaining('Forgotten')])
  await expect.poll(() => postAt(own.url, 'p2')).toBe(404)
  expect((await allEvents(shared.url)).map(({ event }) => event.data.id)).toEqual(['p1'])
  expect((await forget(own, OFFICE.name)).code).toBe(2)
})
