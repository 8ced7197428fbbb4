import { expect, test } from 'vitest'
import { alarmWire } from '#shared/api/relay-alarm.ts'
import { receiptsWire } from '#shared/api/relay.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { call, OFFICE, pageOf, pairDevice, postMany, startRelay } from './support/relay.ts'

const DAY = 86_400_000

const receiptsOf = async (url: string, query = '') =>
  receiptsWire.parse(await (await call(`${url}/v1/receipts${query}`, 'GET', OFFICE.adminToken)).json())

const alarmOf = async (url: string) => {
  const answer = await call(`${url}/v1/office/alarm`, 'GET', OFFICE.adminToken)
  return alarmWire.parse(await answer.json())
}

async function ack(url: string, device: string, seq: number) {
  const { epoch } = await pageOf(url, '?limit=1', device)
  expect((await call(`${url}/v1/ack`, 'POST', device, { cursor: `${epoch}.${seq}` })).status).toBe(204)
}

test('each event says which PC confirmed it and when, also after the PC and the event are gone', async () => {
  const clock = createFakeClock()
  const { url, relay } = await startRelay({ clock })
  const first = await pairDevice(url, 'PC 1')
  const second = await pairDevice(url, 'PC 2')
  // The first by itself: what is sent at once is numbered in any order.
  await postMany(url, 1, 'first')
  await postMany(url, 2)
  await ack(url, first.token, 2)
  clock.advance(60_000)
  await ack(url, second.token, 1)
  clock.advance(60_000)
  // Confirmed before: a PC that repeats itself has received nothing new.
  await ack(url, second.token, 1)
  await ack(url, first.token, 1)
  expect(await alarmOf(url)).toMatchObject({ confirmedAt: '2026-11-20T13:06:00.000Z' })
  await ack(url, first.token, 3)
  const expected = [
    [1, ['PC 1 13:05', 'PC 2 13:06']],
    [2, ['PC 1 13:05']],
    [3, ['PC 1 13:07']],
  ]
  const brief = async () =>
    (await receiptsOf(url)).receipts.map(({ seq, confirmed }) => [
      seq,
      confirmed.map(({ name, at }) => `${name} ${at.slice(11, 16)}`),
    ])
  expect(await brief()).toEqual(expected)
  expect((await receiptsOf(url)).receipts[0]).toMatchObject({
    event: 'procedure.status_changed',
    id: 'first0',
    receivedAt: '2026-11-20T13:05:00.000Z',
  })

  expect((await call(`${url}/v1/devices/${second.deviceId}`, 'DELETE', OFFICE.adminToken)).status).toBe(204)
  clock.advance(181 * DAY)
  await relay.store.writer.write('sweep', { now: clock.now() })
  expect((await pageOf(url)).events).toEqual([])
  expect(await brief()).toEqual(expected)

  clock.advance(6 * 366 * DAY)
  await relay.store.writer.write('sweep', { now: clock.now() })
  expect(await receiptsOf(url)).toEqual({ receipts: [], next: null })
})

test('they come by pages, and those of another office never', async () => {
  const { url } = await startRelay()
  const { token } = await pairDevice(url, 'PC 1')
  await postMany(url, 5)
  await ack(url, token, 5)
  const page = await receiptsOf(url, '?from=2&limit=2')
  expect(page.receipts.map(({ seq }) => seq)).toEqual([2, 3])
  expect(page.receipts[0]?.confirmed).toMatchObject([{ name: 'PC 1' }])
  expect(page.next).toBe(4)
  expect((await receiptsOf(url, '?from=4&limit=2')).next).toBeNull()
  const other = await call(`${url}/v1/receipts`, 'GET', 'admin-token-of-soto-office')
  expect(await other.json()).toEqual({ receipts: [], next: null })
  expect((await call(`${url}/v1/receipts?limit=501`, 'GET', OFFICE.adminToken)).status).toBe(400)
})
