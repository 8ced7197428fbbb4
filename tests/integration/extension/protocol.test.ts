import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Place } from '#shared/bridge/route.ts'
import { hostCommands, hostErrorSchema, type HostCommand } from '#shared/host-protocol/messages.ts'
import { MAX_BATCH, MAX_FRAME_BYTES, PROTOCOL_VERSION } from '#shared/host-protocol/protocol.ts'
import { encodeFrame } from '#electron/core/features/extension/frames.ts'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { hostPointingAt, removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { helloArgs } from '#tests/fakes/extension-client.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startWithBrowsers, type ExtensionFixture } from './extension-fixture.ts'

let service: FaultService
let core: ExtensionFixture

const places: Place[] = []

// One for all of them: whatever a browser sends, the application is as before for the next.
beforeAll(async () => {
  service = await startFaultService(reducedReports())
  const host = { ...hostPointingAt(() => service.url), openRoute: (place: Place) => places.push(place) > 0 }
  core = await startWithBrowsers(service.url, { host })
})
afterEach(() => core.disconnect())
afterAll(async () => {
  await core.end()
  await service.close()
  await removeTemporaryDirectories()
})

const framed = (body: Buffer | string, length = Buffer.byteLength(body)) => {
  const header = Buffer.alloc(4)
  header.writeUInt32LE(length)
  return Buffer.concat([header, Buffer.from(body)])
}
const frame = (message: object) => encodeFrame(message) ?? Buffer.alloc(0)

/** Arguments that fit each command. */
const ARGS: { [C in HostCommand]: object } = {
  hello: helloArgs('s'.repeat(43)),
  'approval.ask': {},
  'lookup.start': { vrm: '1234BCD' },
  'lookup.get': { vrms: ['1234BCD'] },
  'lookup.recent': { limit: 5 },
  'batch.start': { id: 'a', vrms: ['1234BCD'] },
  'batch.get': { id: 'a' },
  'batch.stop': { id: 'a' },
  'answer.get': { vrm: '1234BCD' },
  open: { vrm: '1234BCD', transfer: true },
  'open.inbox': {},
}
const OF_APPROVED = Object.keys(ARGS).filter((name) => name !== 'hello' && name !== 'approval.ask')

describe('before a browser is let in', () => {
  test.each(OF_APPROVED)('%s is refused, before and after hello', async (command) => {
    const browser = await core.connect()
    const asked = service.seen.length
    const ask = () => browser.raw({ id: 7, command, args: ARGS[command as HostCommand] })
    expect(await ask()).toEqual({ id: 7, ok: false, error: { code: 'invalid-request' } })
    expect(await browser.value('hello', helloArgs(newSecret()))).toEqual({
      application: '0',
      approved: false,
      words: null,
      locked: false,
      demo: true,
      online: null,
      unread: null,
    })
    expect(await ask()).toEqual({ id: 7, ok: false, error: { code: 'not-approved' } })
    expect(service.seen).toHaveLength(asked)
  })

  test.each([
    ['older', PROTOCOL_VERSION - 1, 'extension'],
    ['newer', PROTOCOL_VERSION + 1, 'application'],
  ])('an extension of an %s protocol is told which end to update', async (_, protocol, update) => {
    const browser = await core.connect()
    // Whatever else that version writes.
    const hello = { id: 1, command: 'hello', args: { protocol, browser: 'opera', more: [] } }
    const wrong = { code: 'wrong-version', update }
    expect(await browser.raw(hello)).toEqual({ id: 1, ok: false, error: wrong })
    expect(await browser.ask('lookup.get', { vrms: [] })).toEqual({ ok: false, error: wrong, id: 1 })
    expect(await browser.ask('approval.ask', {})).toMatchObject({ ok: false, error: wrong })
    expect(await browser.ask('hello', helloArgs(newSecret()))).toMatchObject({ ok: true })
  })

  test('a hello that this version does not understand is refused', async () => {
    const browser = await core.connect()
    for (const args of [{}, null, { ...helloArgs('short') }, { ...helloArgs(newSecret()), browser: 'opera' }])
      expect(await browser.raw({ id: 1, command: 'hello', args })).toMatchObject({
        error: { code: 'invalid-request' },
      })
  })

  test('it is answered at a measured pace', async () => {
    const browser = await core.connect()
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        browser.raw({ id: id + 1, command: 'hello', args: helloArgs('s'.repeat(43)) }),
      ),
    )
    const refused = all.filter((one) => !one.ok)
    expect(refused.length).toBeGreaterThan(50)
    for (const one of refused) expect(one).toMatchObject({ error: { code: 'rate-limited' } })
  })
})

describe('an approved browser', () => {
  test.each(OF_APPROVED)('%s with wrong arguments is refused', async (command) => {
    const browser = await core.approved()
    const { args } = hostCommands[command as HostCommand]
    for (const wrong of [null, [], 'text', { vrm: 7, vrms: [7], id: '', limit: 0, transfer: 'yes' }]) {
      if (args.safeParse(wrong).success) continue
      expect(await browser.raw({ id: 9, command, args: wrong })).toEqual({
        id: 9,
        ok: false,
        error: { code: 'invalid-request' },
      })
    }
  })

  test.each(['nothing', '__proto__', 'constructor', 'app.quit', 'accounts.remove'])(
    'the command %s does not exist',
    async (command) => {
      const browser = await core.approved()
      expect(await browser.raw({ id: 3, command, args: {} })).toMatchObject({
        error: { code: 'invalid-request' },
      })
    },
  )

  test('a text that is no plate is never looked up', async () => {
    const browser = await core.approved()
    const asked = service.seen.length
    expect(await browser.ask('lookup.start', { vrm: 'B12345674' })).toMatchObject({
      error: { code: 'invalid-request' },
    })
    const { rows } = await browser.value('lookup.get', { vrms: ['1234 BCD', 'B12345674', '1234BCD'] })
    expect(rows.map(({ vrm, failed }) => [vrm, failed])).toEqual([
      ['1234BCD', null],
      ['B12345674', 'Eso no es una matrícula.'],
      ['1234BCD', null],
    ])
    expect(service.seen).toHaveLength(asked)
  })

  test('the largest page is answered whole', async () => {
    const browser = await core.approved()
    const vrms = Array.from({ length: MAX_BATCH }, (_, index) => `${String(index).padStart(4, '0')}BCD`)
    const { rows } = await browser.value('lookup.get', { vrms })
    expect(rows.map(({ vrm }) => vrm)).toEqual(vrms)
    expect(await browser.ask('lookup.get', { vrms: [...vrms, '1111FGH'] })).toMatchObject({
      error: { code: 'invalid-request' },
    })
  })

  test('a hundred requests at once are all answered: some at once, the others with when to come back', async () => {
    const browser = await core.approved()
    const all = await Promise.all(
      Array.from({ length: 100 }, () => browser.ask('lookup.recent', { limit: 1 })),
    )
    const refused = all.flatMap((one) => (one.ok ? [] : [one.error]))
    expect(all.length - refused.length).toBeGreaterThan(20)
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused)
      expect(error).toEqual({ code: 'rate-limited', retryAfterMs: expect.any(Number) })
    // First those above the number under way, then those above the pace.
    const waits = refused.map(({ retryAfterMs = 0 }) => retryAfterMs)
    expect(waits.filter((ms) => ms === 100).length).toBeGreaterThan(10)
    expect(waits.filter((ms) => ms < 100).length).toBeGreaterThan(10)
    // It is let on again after that.
    await waitUntil(
      () => browser.ask('lookup.recent', { limit: 1 }),
      ({ ok }) => ok,
    )
  })

  test('a page of many plates costs as much as many requests', async () => {
    const browser = await core.approved()
    const vrms = Array.from({ length: MAX_BATCH }, (_, index) => `${String(index).padStart(4, '0')}BCD`)
    const all = await Promise.all(Array.from({ length: 10 }, () => browser.ask('lookup.get', { vrms })))
    expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(7)
  })

  test('lookups have a pace of their own, which another connection of that browser does not renew', async () => {
    const secret = newSecret()
    const [browser, second] = [await core.approved(secret), await core.approved(secret)]
    const plates = Array.from({ length: 40 }, (_, index) => `${1000 + index}BCD`)
    const all = await Promise.all(
      plates.map((vrm, index) => (index % 2 ? browser : second).ask('lookup.start', { vrm })),
    )
    expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(14)
    expect(await browser.ask('lookup.get', { vrms: plates })).toMatchObject({ ok: true })
  })

  test('windows come to the front once a second at most, by whichever browser', async () => {
    const browser = await core.approved()
    expect(await browser.ask('open', { vrm: '1234 bcd', transfer: true })).toMatchObject({ ok: true })
    expect(await browser.ask('open.inbox', {})).toMatchObject({
      error: { code: 'rate-limited', retryAfterMs: expect.any(Number) },
    })
    await waitUntil(
      () => browser.ask('open.inbox', {}),
      ({ ok }) => ok,
    )
    expect(places).toEqual([
      { route: { view: 'lookup', vrm: '1234BCD' }, action: 'transfer' },
      { route: { view: 'inbox' } },
    ])
  })
})

describe('what is no message', () => {
  test.each([
    ['a message of 1 MB and one byte', framed('', MAX_FRAME_BYTES + 1)],
    ['no UTF-8', framed(Buffer.from([0xff, 0xfe]))],
    ['no JSON', framed('{"id":1')],
    ['no request', framed('[]')],
    ['a request without an id', framed('{"command":"hello","args":{}}')],
  ])('%s ends its connection, and no other', async (_, bytes) => {
    const [one, other] = [await core.approved(), await core.approved()]
    one.send(bytes)
    await one.closed
    expect(await other.ask('lookup.recent', { limit: 1 })).toMatchObject({ ok: true })
  })

  test('half a message keeps nobody waiting but its own connection, which goes on once it is whole', async () => {
    const [one, other] = [await core.approved(), await core.approved()]
    const bytes = frame({ id: 50, command: 'lookup.recent', args: { limit: 1 } })
    one.send(bytes.subarray(0, 11))
    expect(await other.ask('lookup.recent', { limit: 1 })).toMatchObject({ ok: true })
    const whole = waitUntil(
      () => one.heard,
      (heard) => heard.some((text) => text.includes('"id":50')),
    )
    one.send(bytes.subarray(11))
    await whole
  })

  test('a message of 1 MB exactly is answered', async () => {
    const browser = await core.approved()
    const empty = JSON.stringify({ id: 60, command: 'x', args: '' })
    const largest = JSON.stringify({ id: 60, command: 'x', args: 'x'.repeat(MAX_FRAME_BYTES - empty.length) })
    browser.send(framed(largest))
    await waitUntil(
      () => browser.heard,
      (heard) => heard.some((text) => text.includes('"id":60')),
    )
  })

  test('any bytes from a browser that is let in leave the application as it was', async () => {
    const steady = await core.approved()
    const json = fc.jsonValue().map((value) => framed(JSON.stringify(value)))
    const request = fc
      .record({
        id: fc.integer({ min: -1, max: 5 }),
        command: fc.constantFrom(...Object.keys(ARGS), 'x', '__proto__'),
        args: fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(ARGS))),
      })
      .filter(({ command }) => command !== 'hello')
      .map((message) => framed(JSON.stringify(message)))
    const bytes = fc.uint8Array({ maxLength: 64 }).map((raw) => Buffer.from(raw))
    const chunk = fc.oneof(request, request, json, bytes)
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 12 }), async (chunks) => {
        const browser = await core.approved()
        for (const each of chunks) browser.send(each)
        // Whatever is answered is of the protocol.
        browser.send(frame({ id: 999, command: 'batch.get', args: { id: 'none' } }))
        await Promise.race([
          browser.closed,
          waitUntil(
            () => browser.heard,
            (heard) => heard.some((text) => text.includes('"id":999')),
            2_000,
          ).catch(() => undefined),
        ])
        for (const text of browser.heard) {
          const message = JSON.parse(text) as { ok?: boolean; error?: unknown }
          if (message.ok === false) expect(hostErrorSchema.safeParse(message.error).success).toBe(true)
        }
        await browser.end()
        await waitUntil(
          () => steady.ask('lookup.recent', { limit: 1 }),
          ({ ok }) => ok,
        )
      }),
      { numRuns: 40 },
    )
    expect(await core.call('lookup.get', { vrm: '1234BCD' })).toMatchObject({ ok: true })
    expect(core.logged.filter((text) => / error extension: /.test(text))).toEqual([])
  })

  test('one that goes on sending although it is refused is cut, approved or not', async () => {
    const other = await core.approved()
    const many = Buffer.concat(Array.from({ length: 2_000 }, () => frame({ id: 1, command: 'x', args: {} })))
    for (const flooding of [await core.approved(), await core.connect()]) {
      flooding.send(many)
      await flooding.closed
    }
    expect(await other.ask('lookup.recent', { limit: 1 })).toMatchObject({ ok: true })
  })

  test('a browser that reads nothing is cut, and holds little memory until then', async () => {
    const [deaf, other] = [await core.approved(), await core.approved()]
    const vrms = Array.from({ length: MAX_BATCH }, (_, index) => `${String(index).padStart(4, '0')}BCD`)
    deaf.socket.pause()
    let id = 1_000
    await waitUntil(
      () => {
        if (!deaf.socket.destroyed && deaf.socket.writable && id % 20 === 0)
          deaf.send(frame({ id, command: 'lookup.get', args: { vrms } }))
        id++
        return core.logged.join('\n')
      },
      (logged) => logged.includes('reads nothing and is cut'),
    )
    expect(await other.ask('lookup.recent', { limit: 1 })).toMatchObject({ ok: true })
  })
})

test('at most eight browsers are connected: newcomers cut those that are not let in, and no other', async () => {
  const approved = await core.approved()
  const newcomers = []
  for (let count = 0; count < 7; count++) newcomers.push(await core.connect())
  const next = await core.connect()
  await newcomers[0]?.closed
  expect(await next.ask('hello', helloArgs(newSecret()))).toMatchObject({ ok: true })
  expect(await approved.ask('lookup.recent', { limit: 1 })).toMatchObject({ ok: true })
})
