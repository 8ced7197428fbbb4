import { expect, test, vi } from 'vitest'
import { alarmWire } from '#shared/api/relay-alarm.ts'
import { receiptsWire } from '#shared/api/relay-receipts.ts'
import { officeWire } from '#shared/api/relay.ts'
import { moved, permission, type Site, startPc, startSender, startSites, upTo } from './support/move.ts'
import { allEvents, call, eventOf, OFFICE, pageOf, pairDevice, post, postMany } from './support/relay.ts'

vi.setConfig({ testTimeout: 300_000 })

const ask = async (url: string, path: string) => (await call(url + path, 'GET', OFFICE.adminToken)).json()

test('an office moves to another relay and back while it is in use', async () => {
  const { own, shared } = await startSites()
  const { url } = own
  await postMany(url, 30)
  const early = JSON.stringify(eventOf('early'))
  for (const body of [early, 'not JSON']) expect((await post(url, body)).status).toBe(200)
  const pc = await pairDevice(url, 'PC 1')
  const { epoch } = await pageOf(url)
  // From now on the operator's header is the former one.
  const rotated = (await (await call(`${url}/v1/office/rotate`, 'POST', OFFICE.adminToken)).json()) as {
    header: { value: string }
  }
  const settings = { afterHours: 7, hours: 'all', mail: [], webhook: 'https://alarm.example.com/x' }
  expect((await call(`${url}/v1/office/alarm`, 'PUT', OFFICE.adminToken, settings)).status).toBe(200)
  const sender = startSender(url)
  const reader = startPc(url, pc.token, `${epoch}.0`)
  await expect.poll(() => sender.taken.length).toBeGreaterThan(30)
  await expect.poll(() => reader.cursors.length).toBeGreaterThan(30)

  async function isWhole(at: Site): Promise<void> {
    const events = await allEvents(at.url)
    expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
    const ids = events.map(({ event }) => event.data.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(sender.taken.filter((id) => !ids.includes(id))).toEqual([])
    const { head, ...office } = officeWire.parse(await ask(at.url, '/v1/office'))
    expect(office).toMatchObject({ epoch, quarantined: 1, name: OFFICE.name })
    expect(office.inbox?.header.value).toBe(rotated.header.value)
    expect(alarmWire.parse(await ask(at.url, '/v1/office/alarm')).settings).toEqual(settings)
    const receipts = receiptsWire.parse(await ask(at.url, '/v1/receipts?limit=20'))
    expect(receipts.receipts.map(({ confirmed }) => confirmed.length)).toEqual(upTo(20).map(() => 1))
    expect(head).toBeGreaterThan(30)
  }

  for (const [from, to] of [
    [own, shared],
    [shared, own],
  ] as const) {
    await moved(from, to, await permission(to))
    // The address of the first is still the one that is known.
    const before = sender.taken.length
    await expect.poll(() => sender.taken.length).toBeGreaterThan(before + 30)
    await isWhole(to)
    await isWhole(own)
  }
  // Both ends of the way have seen each event once.
  const taken = await sender.end()
  const all = await allEvents(url)
  expect(all.length).toBe(taken.length + 31)
  await expect.poll(() => reader.cursors.length).toBe(all.length + 1)
  expect(reader.cursors).toEqual([0, ...upTo(all.length)].map((seq) => `${epoch}.${seq}`))
  await reader.end()
  expect(reader.problems).toEqual([])
  // Known from before, from there and from here.
  const { duplicates } = officeWire.parse(await ask(url, '/v1/office'))
  const again = [early, sender.bodies[0] ?? '', sender.bodies.at(-1) ?? '', 'not JSON']
  for (const body of again) expect((await post(url, body)).status).toBe(200)
  const office = officeWire.parse(await ask(url, '/v1/office'))
  expect(office).toMatchObject({ head: all.length, duplicates: duplicates + again.length })
  // Alone again, without the other one.
  await shared.kill()
  expect((await post(url, JSON.stringify(eventOf('last')))).status).toBe(200)
  expect((await pageOf(url, `?after=${epoch}.${all.length}`)).events.map(({ seq }) => seq)).toEqual([
    all.length + 1,
  ])
})
