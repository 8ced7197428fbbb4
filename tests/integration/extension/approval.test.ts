import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { HostState } from '#shared/host-protocol/messages.ts'
import { encodeFrame } from '#electron/core/features/extension/frames.ts'
import { InstallError } from '#electron/native-host/manifests/durable-file.ts'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { hostPointingAt, removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import {
  helloArgs,
  ORIGIN,
  readDoor,
  shakeHands,
  type ExtensionClient,
} from '#tests/fakes/extension-client.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { mortalDbWorker, orderStoreThread } from '#tests/fakes/store-thread.ts'
import { quickDerive } from '../keychain/quick-derive.ts'
import { startWithBrowsers, type ExtensionFixture } from './extension-fixture.ts'

const PIN = '2580'

let service: FaultService
let core: ExtensionFixture
let shown = 0
let routes: unknown[]

beforeEach(async () => {
  service = await startFaultService(reducedReports())
  shown = 0
  routes = []
  core = await start()
})
afterEach(async () => {
  await core.end()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const start = (dataDir?: string) =>
  startWithBrowsers(service.url, {
    ...(dataDir !== undefined && { dataDir }),
    host: {
      ...hostPointingAt(() => service.url),
      showWindow: () => void shown++,
      openRoute: (place) => routes.push(place) > 0,
    },
    dbWorker: mortalDbWorker,
    deriveKey: quickDerive,
  })

const waiting = async () => (await core.slice('extension')).waiting
const approved = async () => (await core.slice('extension')).approved
/** The browser has been told this. */
const told = (browser: ExtensionClient, condition: (state: HostState) => boolean) =>
  waitUntil(
    () => browser.payloads('state').at(-1),
    (state) => state !== undefined && condition(state),
  )

test('both screens show the same words, once for each browser that asks', async () => {
  const browser = await core.connect()
  const secret = newSecret()
  await browser.value('hello', helloArgs(secret))
  const { words } = await browser.value('approval.ask', {})
  expect(words).toHaveLength(3)
  expect(await waiting()).toMatchObject([{ words, browser: 'chrome', askedAt: expect.any(Number) }])
  // Held keys, another connection of the same browser: the same request.
  expect((await browser.value('approval.ask', {})).words).toEqual(words)
  const again = await core.connect()
  expect((await again.value('hello', helloArgs(secret))).words).toEqual(words)
  expect((await again.value('approval.ask', {})).words).toEqual(words)
  expect(await waiting()).toHaveLength(1)
  expect(shown).toBe(1)

  const other = await core.connect()
  await other.value('hello', helloArgs(newSecret()))
  expect((await other.value('approval.ask', {})).words).not.toEqual(words)
  expect(await waiting()).toHaveLength(2)
})

test('approved, it is told so at once, and is still let in after a restart; no file has its secret', async () => {
  const secret = newSecret()
  const browser = await core.approved(secret)
  expect(await approved()).toMatchObject([{ browser: 'chrome', connected: true }])
  await browser.end()
  await expect.poll(approved).toMatchObject([{ connected: false }])
  await core.core.stop()
  expect(await readFile(join(core.dataDir, 'approved-browsers.json'), 'utf8')).not.toContain(secret)

  core = await start(core.dataDir)
  const next = await core.connect()
  expect(await next.value('hello', helloArgs(secret))).toMatchObject({
    approved: true,
    online: true,
    unread: 0,
  })
  expect(await approved()).toMatchObject([{ connected: true, lastSeenAt: expect.any(Number) }])
  // A copied secret in another extension.
  expect(await (await core.connect()).value('hello', helloArgs(newSecret()))).toMatchObject({
    approved: false,
  })
})

test('a hello that comes together with the end of the handshake is heard as any other', async () => {
  const secret = newSecret()
  await (await core.approved(secret)).end()
  await expect.poll(approved).toMatchObject([{ connected: false }])
  const hello = encodeFrame({ id: 1, command: 'hello', args: helloArgs(secret) })
  const socket = await shakeHands(await readDoor(core.dataDir), ORIGIN, hello ?? undefined)
  await expect.poll(approved).toMatchObject([{ connected: true, lastSeenAt: expect.any(Number) }])
  socket.destroy()
})

test('refused, it is told so, and may not ask again for a while', async () => {
  const browser = await core.connect()
  await browser.value('hello', helloArgs(newSecret()))
  await browser.value('approval.ask', {})
  const [{ id } = { id: '' }] = await waiting()
  expect(await core.call('extension.refuse', { id })).toMatchObject({ ok: true })
  await told(browser, ({ words, approved: isIn }) => words === null && !isIn)
  expect(await browser.ask('approval.ask', {})).toMatchObject({
    error: { code: 'rate-limited', retryAfterMs: expect.any(Number) },
  })
  expect(await waiting()).toEqual([])
  expect(await core.call('extension.refuse', { id })).toMatchObject({ error: { code: 'not-found' } })
  expect(await core.call('extension.approve', { id })).toMatchObject({ error: { code: 'not-found' } })
})

test('taken back in the middle of its requests, it hears nothing more, and has to ask again', async () => {
  const secret = newSecret()
  const [browser, second] = [await core.approved(secret), await core.approved(secret)]
  const other = await core.approved()
  const [{ id } = { id: '' }] = await approved()
  const answers = Array.from({ length: 20 }, (_, index) =>
    browser.ask('lookup.get', { vrms: [`${1000 + index}BCD`] }),
  )
  const revoked = core.value('extension.revoke', { id })
  const heardThen = browser.heard.length
  await revoked
  await Promise.all([browser.closed, second.closed])
  const outcomes = await Promise.all(answers)
  // Answered before, or not at all.
  expect(outcomes.filter(({ ok }) => ok).length).toBeLessThanOrEqual(heardThen)
  expect(await other.ask('lookup.recent', { limit: 1 })).toMatchObject({ ok: true })

  const again = await core.connect()
  expect(await again.value('hello', helloArgs(secret))).toMatchObject({ approved: false, online: null })
  expect(await again.ask('lookup.get', { vrms: [] })).toMatchObject({ error: { code: 'not-approved' } })
  expect(await core.call('extension.revoke', { id })).toMatchObject({ error: { code: 'not-found' } })
})

test('letting in and taking back are in the audit record', async () => {
  await core.approved()
  const [{ id } = { id: '' }] = await approved()
  await core.value('extension.revoke', { id })
  const { rows } = await core.value('audit.list', { limit: 10 })
  expect(rows.map(({ what, kind, result }) => [what, kind, result])).toEqual([
    ['extension.revoke', 'chrome', 'ok'],
    ['extension.approve', 'chrome', 'ok'],
  ])
})

test('locked, it is told that and nothing else; nobody is let in, and no words are shown', async () => {
  const browser = await core.approved()
  await browser.value('lookup.start', { vrm: '1234BCD' })
  await core.until('1234BCD', ({ latest, pending }) => latest !== null && pending === null)
  const asking = await core.connect()
  await asking.value('hello', helloArgs(newSecret()))
  const { words } = await asking.value('approval.ask', {})
  const [{ id } = { id: '' }] = await waiting()
  await core.value('lock.set-pin', { pin: PIN })
  const before = core.frames.length
  await core.value('lock.now', {})

  const nothing = { locked: true, online: null, unread: null, words: null }
  await told(browser, ({ locked }) => locked)
  await told(asking, ({ locked }) => locked)
  expect(browser.payloads('state').at(-1)).toMatchObject(nothing)
  expect(asking.payloads('state').at(-1)).toMatchObject(nothing)
  const heard = browser.heard.length
  const sent = service.seen.length
  for (const [command, args] of [
    ['lookup.get', { vrms: ['1234BCD'] }],
    ['lookup.recent', { limit: 1 }],
    ['lookup.start', { vrm: '1234BCD' }],
    ['answer.get', { vrm: '1234BCD' }],
    ['batch.start', { id: 'a', vrms: ['1234BCD'] }],
    ['open', { vrm: '1234BCD', transfer: true }],
    ['open.inbox', {}],
  ] as const)
    expect(await browser.ask(command, args as never)).toMatchObject({ error: { code: 'locked' } })
  expect(await asking.ask('approval.ask', {})).toMatchObject({ error: { code: 'locked' } })
  expect(browser.heard.slice(heard).every((text) => text.includes('"locked"'))).toBe(true)

  // Nor is anything done.
  expect(routes).toEqual([])
  expect(service.seen).toHaveLength(sent)

  // The window neither shows nor lets in anything.
  expect(await core.slice('extension')).toEqual({ waiting: [], approved: [] })
  expect(await core.call('extension.approve', { id })).toMatchObject({ error: { code: 'locked' } })
  const later = await core.connect()
  await later.value('hello', helloArgs(newSecret()))
  expect(await later.ask('approval.ask', {})).toMatchObject({ error: { code: 'locked' } })
  const slices = core.frames.slice(before).map(({ payload }) => (payload as { name?: string }).name)
  expect(slices).not.toContain('extension')

  await core.value('lock.open', { pin: PIN })
  await told(asking, (state) => state.words?.join() === words?.join())
  await told(browser, ({ locked, online }) => !locked && online === true)
  await core.value('extension.approve', { id })
  await told(asking, ({ approved: isIn }) => isIn)
})

test('a verdict that comes while it is locked is told after it is opened', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const reports = reducedReports()
  service.answer(async (request, response) => {
    if (request.method === 'GET') await held
    return reports(request, response)
  })
  const browser = await core.approved()
  await core.value('lock.set-pin', { pin: PIN })
  await browser.value('lookup.start', { vrm: '1234BCD' })
  await core.value('lock.now', {})
  await told(browser, ({ locked }) => locked)
  const before = browser.payloads('verdicts').length
  release()
  await waitUntil(
    () => core.core.isLocked && service.seen.filter(({ method }) => method === 'GET').length,
    (looks) => looks !== false && looks > 0,
  )
  await expect
    .poll(() => browser.ask('lookup.recent', { limit: 1 }))
    .toMatchObject({ error: { code: 'locked' } })
  expect(browser.payloads('verdicts')).toHaveLength(before)
  await core.value('lock.open', { pin: PIN })
  await waitUntil(
    () => browser.payloads('verdicts').flatMap(({ rows }) => rows),
    (rows) => rows.some(({ outcome }) => outcome === 'transferable'),
  )
})

test('the progress of a page goes on while it is locked, and is told after it is opened', async () => {
  const browser = await core.approved()
  await core.value('lock.set-pin', { pin: PIN })
  const vrms = Array.from({ length: 5 }, (_, index) => `${1000 + index}BCD`)
  await browser.value('batch.start', { id: 'page', vrms })
  await core.value('lock.now', {})
  await told(browser, ({ locked }) => locked)
  const before = browser.payloads('batch').length
  const read = () =>
    new Set(service.seen.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))).size
  await waitUntil(read, (reports) => reports === vrms.length)
  // The state is told of each browser that connects: after whatever came before it.
  const other = await core.connect()
  await other.value('hello', helloArgs(newSecret()))
  expect(browser.payloads('batch')).toHaveLength(before)
  await core.value('lock.open', { pin: PIN })
  await waitUntil(
    () => browser.payloads('batch').at(-1),
    (batch) => batch?.state === 'done',
  )
})

test('locked while a request runs, its answer is withheld', async () => {
  const secret = newSecret()
  const browser = await core.approved(secret)
  await core.value('lock.set-pin', { pin: PIN })
  // Its thread is ordered by another way than it is asked: until it does not answer at once.
  orderStoreThread(3_000)
  let answer = browser.ask('lookup.recent', { limit: 1 })
  for (;;) {
    let isAnswered = false
    void answer.then(() => (isAnswered = true))
    // Answered without the store, after the request before it was begun.
    await browser.ask('hello', helloArgs(secret))
    if (!isAnswered) break
    answer = browser.ask('lookup.recent', { limit: 1 })
  }
  await core.value('lock.now', {})
  expect(await answer).toMatchObject({ error: { code: 'locked' } })
})

test('the panel of quick lookup hears of no browser, and lets none in', async () => {
  const frames: { payload: unknown }[] = []
  core.core.panelRouter.subscribe((frame) => frames.push(frame))
  const browser = await core.connect()
  await browser.value('hello', helloArgs(newSecret()))
  await browser.value('approval.ask', {})
  const [{ id } = { id: '' }] = await waiting()
  const snapshot = await core.core.panelRouter.call('app.snapshot', {})
  expect(snapshot).toMatchObject({
    ok: true,
    value: { slices: { extension: { waiting: [], approved: [] } } },
  })
  for (const name of ['approve', 'refuse', 'revoke'])
    expect(await core.core.panelRouter.call(`extension.${name}`, { id })).toMatchObject({ ok: false })
  expect(frames.map(({ payload }) => (payload as { name?: string }).name)).not.toContain('extension')
  expect(await waiting()).toHaveLength(1)
})

test('without a native host, no browser is found, and installing changes nothing', async () => {
  expect(await core.value('extension.browsers', {})).toEqual({ rows: [] })
  expect(await core.value('extension.install', { browser: 'chrome' })).toEqual({ rows: [] })
})

test('browsers are listed, installed and removed by the native host of this installation', async () => {
  await core.end()
  const installed = new Set<string>()
  const hostManifests = {
    list: async () => [
      {
        browser: 'edge' as const,
        found: true,
        host: installed.has('edge') ? ('installed' as const) : ('missing' as const),
      },
    ],
    install: async (browser: string) => installed.add(browser),
    uninstall: async (browser: string) => installed.delete(browser),
  }
  core = await startWithBrowsers(service.url, {
    host: { ...hostPointingAt(() => service.url), hostManifests },
  })
  const host = async () => (await core.value('extension.browsers', {})).rows[0]?.host
  expect(await host()).toBe('missing')
  await core.value('extension.install', { browser: 'edge' })
  expect(await host()).toBe('installed')
  await core.value('extension.uninstall', { browser: 'edge' })
  expect(await host()).toBe('missing')
})

test('an entry that cannot be written says where, and what to do', async () => {
  await core.end()
  const hostManifests = {
    list: async () => [],
    install: async () => {
      throw new InstallError('unwritable', '/home/ana/.config/chromium')
    },
    uninstall: async () => {
      throw new Error('of another kind')
    },
  }
  core = await startWithBrowsers(service.url, {
    host: { ...hostPointingAt(() => service.url), hostManifests },
  })
  expect(await core.core.router.call('extension.install', { browser: 'chromium' })).toEqual({
    ok: false,
    error: {
      code: 'entry-not-written',
      retryable: false,
      detail: expect.stringContaining('«/home/ana/.config/chromium»'),
    },
  })
  expect(await core.core.router.call('extension.uninstall', { browser: 'chromium' })).toMatchObject({
    ok: false,
    error: { code: 'internal' },
  })
})
