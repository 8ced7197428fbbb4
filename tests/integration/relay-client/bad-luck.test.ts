import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { procedureEvent } from '#tests/fakes/procedures.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { CALM, startDesk, type Desk, type DeskOptions } from './desk.ts'

let desk: Desk
const start = async (options?: DeskOptions) => (desk = await startDesk(options))

afterEach(() => desk.stop())
afterAll(removeTemporaryDirectories)

const streamsAsked = () => desk.relay.seen.filter((line) => line.startsWith('GET /v1/stream')).length

/** A new open procedure at the service, and its event in the relay's list. */
function happen(id: string): unknown {
  desk.procedures.set(id, 'BLOCKED')
  return procedureEvent(id, 'BLOCKED', Date.now())
}

test('a stream that falls silent is given up, and what came meanwhile is read', async () => {
  const relayTimings = { ...CALM, silenceMs: 1_000 }
  const { relay, until } = await start({ core: { relayTimings } })
  await desk.pair()
  const before = streamsAsked()
  relay.options.isSilent = true
  relay.push(happen('p1'))
  await waitUntil(streamsAsked, (asked) => asked > before)
  expect((await desk.slice()).state).not.toBe('live')
  relay.options.isSilent = false
  expect(await until(({ cursor, state }) => cursor === 1 && state === 'live')).toMatchObject({ received: 1 })
})

test('where the network holds streams back it asks for events, and tries a stream after a wake', async () => {
  const relayTimings = { ...CALM, firstBeatMs: 800 }
  const { relay, until, core } = await start({ relay: { isBuffering: true }, core: { relayTimings } })
  await desk.pair()
  await until(({ state }) => state === 'longpoll')
  const before = streamsAsked()
  relay.push(happen('p1'))
  await until(({ cursor }) => cursor === 1)
  for (let index = 2; index < 700; index++) relay.store({ event: 'moon.phase', data: { id: `m${index}` } })
  relay.push(happen('p2'))
  expect(await until(({ cursor }) => cursor === 700)).toMatchObject({ received: 700, misordered: 0 })
  expect((await until(({ state }) => state === 'longpoll')).missing).toBe(0)
  expect(streamsAsked()).toBe(before)
  await waitUntil(
    () => relay.acks,
    (acks) => acks.includes('abcd.700'),
  )
  relay.options.isBuffering = false
  core.core.handlePower('asleep')
  expect((await until(({ state }) => state === 'asleep')).missing).toBe(0)
  core.core.handlePower('awake')
  await until(({ state }) => state === 'live')
})

test('not even the headers of a stream pass: events are asked for', async () => {
  const relayTimings = { ...CALM, firstBeatMs: 800 }
  const { relay, until } = await start({ relay: { holdsHeaders: true }, core: { relayTimings } })
  await desk.pair()
  await until(({ state }) => state === 'longpoll')
  relay.push(happen('p1'))
  await until(({ cursor }) => cursor === 1)
})

test('numbers no longer kept are a gap: shown until read, and every open resource is looked at', async () => {
  const { relay, procedures, until, core } = await start()
  procedures.set('known', 'PENDING')
  await core.value('changes.add', { text: 'known' })
  await desk.pair()
  core.core.handlePower('asleep')
  await until(({ state }) => state === 'asleep')
  procedures.set('known', 'DONE')
  for (let index = 0; index < 9; index++) relay.store({ event: 'moon.phase', data: { id: `m${index}` } })
  relay.forget(6)
  core.core.handlePower('awake')
  const slice = await until(({ state, cursor }) => state === 'live' && cursor === 9)
  const { gap } = await until(({ gap: shown }) => shown !== null)
  expect(gap).toMatchObject({ reason: 'retention', from: 1, to: 5, looked: 1 })
  expect(slice).toMatchObject({ received: 4, missing: 0, misordered: 0 })
  await waitUntil(
    () => desk.lines('known'),
    (lines) => lines.at(-1) === 'DONE',
  )
  await desk.again()
  expect((await until(({ state }) => state === 'live')).gap).toEqual(gap)
  await desk.core.value('relay.dismiss-gap', {})
  expect((await desk.slice()).gap).toBeNull()
  await desk.again()
  expect((await until(({ state }) => state === 'live')).gap).toBeNull()
})

describe('another list', () => {
  test('of another epoch is adopted, with what it still keeps, and everything is looked at', async () => {
    const { relay, procedures, until, core } = await start()
    procedures.set('known', 'PENDING')
    await core.value('changes.add', { text: 'known' })
    await desk.pair()
    relay.push(happen('p1'))
    await until(({ cursor }) => cursor === 1)
    procedures.set('known', 'DONE')
    relay.restart('wxyz', [happen('p1'), happen('p2')])
    await until(({ state, cursor }) => state === 'live' && cursor === 2)
    expect((await until(({ gap }) => gap !== null)).gap).toMatchObject({ reason: 'reset', from: 2, to: null })
    await waitUntil(
      () => desk.lines('known'),
      (lines) => lines.at(-1) === 'DONE',
    )
    await waitUntil(
      () => desk.lines('p2'),
      (lines) => lines.length > 0,
    )
    relay.push(happen('p3'))
    await until(({ cursor }) => cursor === 3)
    await desk.again()
    await until(({ state, cursor }) => state === 'live' && cursor === 3)
  })

  test('that is shorter than what is stored here is adopted too', async () => {
    const { relay, until } = await start()
    await desk.pair()
    for (let index = 0; index < 5; index++) relay.push(happen(`p${index}`))
    await until(({ cursor }) => cursor === 5)
    relay.restart('abcd', [happen('q1')])
    await until(({ state, cursor }) => state === 'live' && cursor === 1)
    relay.push(happen('q2'))
    await until(({ cursor }) => cursor === 2)
    await waitUntil(
      () => desk.unread(),
      (rows) => rows.includes('q1 BLOCKED') && rows.includes('q2 BLOCKED'),
    )
  })

  test('resets without end do not hammer the relay', async () => {
    const { relay } = await start()
    await desk.pair()
    const before = streamsAsked()
    let frames = 0
    const timer = setInterval(() => {
      if (relay.streams === 0) return
      frames++
      relay.raw(
        `event: reset\ndata: {"epoch":"zzzz","floor":1,"head":${frames},"time":"2026-01-01T00:00:00Z"}\n\n`,
      )
    }, 5)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    clearInterval(timer)
    // Full jitter on half a second doubled each time: some forty at the very worst, and hundreds without it.
    expect(streamsAsked() - before).toBeLessThan(60)
  })
})

test('a revoked PC says so, asks no more, and polls as before; the user can try again', async () => {
  const { relay, until, core, procedures } = await start()
  await desk.pair()
  relay.options.refuses = true
  relay.cut()
  expect(await until(({ state }) => state === 'revoked')).toMatchObject({ error: { code: 'relay-revoked' } })
  const asked = relay.seen.length
  core.core.handlePower('awake')
  procedures.set('p1', 'PENDING')
  await core.value('changes.add', { text: 'p1' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(relay.seen.length).toBe(asked)
  relay.options.refuses = false
  await core.value('relay.retry', {})
  await until(({ state }) => state === 'live')
})

test("a stopping relay's farewell says when to come back", async () => {
  const { relay, until } = await start()
  await desk.pair()
  const before = streamsAsked()
  const saidAt = performance.now()
  relay.raw('event: bye\nretry: 1500\ndata: {"reason":"stopping"}\n\n')
  await waitUntil(streamsAsked, (asked) => asked > before)
  expect(performance.now() - saidAt).toBeGreaterThanOrEqual(1_400)
  await until(({ state }) => state === 'live')
})

test('a sleeping PC asks nothing, and reads everything as soon as it wakes', async () => {
  const { relay, until, core } = await start()
  await desk.pair()
  core.core.handlePower('asleep')
  await until(({ state }) => state === 'asleep')
  await waitUntil(
    () => relay.streams,
    (open) => open === 0,
  )
  const asked = streamsAsked()
  for (let index = 0; index < 20; index++) relay.push(happen(`p${index}`))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(streamsAsked()).toBe(asked)
  core.core.handlePower('awake')
  await until(({ state, cursor }) => state === 'live' && cursor === 20)
})

test.each([-1, 1])('a clock set %s day off loses and delays nothing', async (days) => {
  let off = 0
  const clock = { ...systemClock, now: () => systemClock.now() + off }
  const { relay, until } = await start({ core: { clock } })
  await desk.pair()
  relay.push(happen('p1'))
  await until(({ cursor }) => cursor === 1)
  off = days * 86_400_000
  relay.push(happen('p2'))
  const slice = await until(
    ({ state, cursor, skewMs }) => state === 'live' && cursor === 2 && Math.abs(skewMs ?? 0) > 3_600_000,
  )
  expect(Math.round((slice.skewMs ?? 0) / 86_400_000)).toBe(-days)
  relay.cut()
  relay.push(happen('p3'))
  await until(({ state, cursor }) => state === 'live' && cursor === 3)
})

test('a list that shows more and sends nothing is asked again', async () => {
  const { relay, until } = await start()
  await desk.pair()
  // Stored without being sent: the heartbeats show it.
  relay.store(happen('p1'))
  await until(({ cursor }) => cursor === 1)
})
