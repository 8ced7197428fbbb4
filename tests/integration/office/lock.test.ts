import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commands, transfers, type CommandName } from '#shared/bridge/contract.ts'
import type { Notification } from '#shared/bridge/inbox.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const PIN = '4711'

let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService()
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function start(overrides: Partial<CoreDeps> = {}): Promise<void> {
  fixture = await startCore(service.url, { deriveKey: quickDerive, ...overrides })
}
async function locked(overrides: Partial<CoreDeps> = {}): Promise<void> {
  await start(overrides)
  await fixture.value('lock.set-pin', { pin: PIN })
  await fixture.value('lock.now', {})
}
const lockSlice = () => fixture.slice('lock')
const code = async (answer: Promise<{ ok: boolean; error?: { code: string } }>) => {
  const result = await answer
  return result.ok ? 'ok' : result.error?.code
}

const OPEN = new Set(['app.snapshot', 'app.quit', 'lock.open', 'diagnosis.page-error'])
const OF_NOTIFICATIONS = new Set(['notifications.window', 'notifications.outcome', 'notifications.clicked'])

describe('while it is locked', () => {
  test('every other command is refused, and every transfer', async () => {
    await locked()
    const { router } = fixture.core
    const { signal } = new AbortController()
    const nothing = () => (async function* () {})()
    const answers = await Promise.all([
      ...Object.keys(commands)
        .filter((name) => !OPEN.has(name) && !OF_NOTIFICATIONS.has(name))
        .map(async (name) => `${name} ${await code(fixture.call(name as CommandName, {}))}`),
      ...Object.entries(transfers).map(async ([name, { direction }]) => {
        const answer =
          direction === 'out' ? router.send(name, {}, signal) : router.receive(name, {}, nothing(), signal)
        return `${name} ${await code(answer)}`
      }),
    ])
    expect(answers.length).toBeGreaterThan(80)
    expect(answers.filter((answer) => !answer.endsWith(' locked'))).toEqual([])
  })

  test('a notification that is clicked leads nowhere yet, and a window may say that it is there', async () => {
    await locked()
    const beat = { windowId: 'w', permission: 'granted', visible: true } as const
    expect(await code(fixture.call('notifications.window', beat))).toBe('ok')
    expect(await code(fixture.call('notifications.clicked', { tag: 'demo:1' }))).toBe('locked')
  })

  test('what fails on the lock screen is written down too', async () => {
    await locked()
    const error = { where: 'page', text: 'Error: on the lock screen' } as const
    expect(await code(fixture.call('diagnosis.page-error', error))).toBe('ok')
    expect(fixture.logged.join()).toContain('on the lock screen')
  })

  test('the snapshot names nobody, and says how to look and that it is locked', async () => {
    await start()
    await fixture.value('settings.update', { theme: 'dark' })
    await fixture.value('office.update', { operator: 'Marta Ribera' })
    const account = {
      environment: 'production',
      name: 'Gestoría Ribera',
      baseUrl: service.url,
      key: 'k'.repeat(30),
    }
    service.answer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"statusCode":404,"message":"Not Found"}')
    })
    await fixture.value('accounts.add', account as never).catch(() => undefined)
    await fixture.value('lock.set-pin', { pin: PIN })
    await fixture.value('lock.now', {})

    const snapshot = await fixture.value('app.snapshot', {})
    expect(snapshot.slices.lock).toEqual({ locked: true, hasPin: true })
    expect(snapshot.slices.settings.theme).toBe('dark')
    expect(JSON.stringify(snapshot)).not.toContain('Ribera')
    await fixture.value('lock.open', { pin: PIN })
    expect(JSON.stringify(await fixture.value('app.snapshot', {}))).toContain('Marta Ribera')
  })

  test('windows hear that they are locked, and then nothing that tells of anybody', async () => {
    await locked()
    // The unread count is computed once on starting, and then pushed.
    await waitUntil(
      () => fixture.frames,
      (frames) => frames.some(({ payload }) => (payload as { name?: string }).name === 'inboxCounts'),
    )
    fixture.frames.length = 0
    fixture.core.openRoute({ view: 'lookup', vrm: '1234BCD' })
    fixture.core.handlePower('awake')
    await code(fixture.call('lock.open', { pin: '0000' }))
    expect(
      fixture.frames.map(({ topic, payload }) =>
        topic === 'slice' ? (payload as { name: string }).name : topic,
      ),
    ).toEqual(['lock'])
    fixture.frames.length = 0
    await fixture.value('lock.open', { pin: PIN })
    // The pending route opens now, after the windows know that they are unlocked.
    await waitUntil(
      () => fixture.frames,
      (frames) => frames.some(({ topic }) => topic === 'route'),
    )
    expect(fixture.frames[0]).toMatchObject({ payload: { name: 'lock', value: { locked: false } } })
    expect(fixture.frames.find(({ topic }) => topic === 'route')).toMatchObject({
      payload: { route: { view: 'lookup', vrm: '1234BCD' } },
    })
  })

  test('what changes is told without its name, and without where it leads', async () => {
    const procedures = createProcedures()
    procedures.set('p', 'PENDING')
    const told: Notification[] = []
    let answered: Promise<void> = Promise.resolve()
    service.answer(async (request, response) => {
      await answered
      await procedures.respond(request, response)
    })
    await start({
      host: {
        ...hostPointingAt(() => service.url),
        notify: async (notification) => (told.push(notification), 'shown'),
      },
    })
    await fixture.value('lock.set-pin', { pin: PIN })
    await fixture.value('changes.add', { text: 'p' })
    const lockedNow = Promise.withResolvers<void>()
    answered = lockedNow.promise
    procedures.set('p', 'BLOCKED')
    const looking = fixture.call('changes.refresh', { kind: 'procedure', id: 'p' })
    await fixture.value('lock.now', {})
    lockedNow.resolve()
    await looking
    await waitUntil(
      () => told,
      (all) => all.length > 0,
    )
    expect(told[0]?.route).toEqual({ view: 'inbox' })
    expect(`${told[0]?.title} ${told[0]?.body}`).toContain('Hay novedades')
    expect(`${told[0]?.title} ${told[0]?.body}`).not.toContain('BCD')
    // Nothing is done without the PIN, also from a notification of before the lock.
    expect(told[0]?.actions).toEqual([{ action: 'open', label: 'Abrir' }])
    expect(await code(fixture.call('notifications.done', { tag: told[0]?.tag ?? '' }))).toBe('locked')
    // Once clicked, it opens its route after unlocking.
    expect(await code(fixture.call('notifications.clicked', { tag: told[0]?.tag ?? '' }))).toBe('locked')
    fixture.frames.length = 0
    await fixture.value('lock.open', { pin: PIN })
    await waitUntil(
      () => fixture.frames,
      (frames) => frames.some(({ topic }) => topic === 'route'),
    )
    const [first] = fixture.frames.filter(({ topic }) => topic === 'route')
    expect(first?.payload).toMatchObject({ route: { view: 'procedure', id: 'p' } })
    const { rows } = await fixture.value('inbox.list', { filter: 'all', limit: 10 })
    expect(rows.map(({ state }) => state)).not.toContain('done')
  })

  test('what was asked before it and is answered after it is not seen', async () => {
    await start()
    await fixture.value('lock.set-pin', { pin: PIN })
    const asked = fixture.call('lookup.history', { query: '', limit: 10 })
    const locking = fixture.call('lock.now', {})
    expect(await code(locking)).toBe('ok')
    expect(await code(asked)).toBe('locked')
  })

  test('a file that comes in meanwhile is kept, and what became of it is not seen', async () => {
    await start()
    await fixture.value('lock.set-pin', { pin: PIN })
    const { id } = await fixture.value('procedures.draft-create', { kind: 'transfer' })
    const half = Promise.withResolvers<void>()
    const bytes = pdf('dni', 200_000)
    async function* body() {
      yield bytes.subarray(0, 100_000)
      await half.promise
      yield bytes.subarray(100_000)
    }
    const { router } = fixture.core
    const args = { draftId: id, name: 'dni.pdf', size: bytes.length, type: 'national_id' }
    const coming = router.receive('procedures.document-add', args, body(), new AbortController().signal)
    await fixture.value('lock.now', {})
    half.resolve()
    expect(await code(coming)).toBe('locked')
    await fixture.value('lock.open', { pin: PIN })
    expect(await fixture.value('procedures.draft-get', { id })).toMatchObject({
      documents: [{ name: 'dni.pdf', state: 'kept' }],
    })
  })

  test('what was being saved goes on to its end: whoever asked for it finds it whole', async () => {
    await start()
    await fixture.value('lock.set-pin', { pin: PIN })
    await fixture.value('lookup.start', { vrm: '1234BCD' })
    await fixture.until('1234BCD', ({ latest }) => latest !== null)
    const { signal } = new AbortController()
    const sent = await fixture.core.router.send('lookup.history-csv', { query: '' }, signal)
    if (!sent.ok) throw new Error(sent.error.code)
    await fixture.value('lock.now', {})
    const chunks: Uint8Array[] = []
    for await (const chunk of sent.value.bytes) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toMatch(/1234 ?BCD/)
  })
})

describe('opening it', () => {
  test('a core that ends and begins again is locked from its first answer on', async () => {
    await locked()
    await fixture.value('lock.open', { pin: PIN })
    await fixture.stop()
    await start({ dataDir: fixture.dataDir })
    expect(await lockSlice()).toEqual({ locked: true, hasPin: true })
    expect(await code(fixture.call('lookup.queue', {}))).toBe('locked')
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('ok')
    expect(await code(fixture.call('lookup.queue', {}))).toBe('ok')
  })

  test('five wrong ones are free; then there is a wait, which even the right one keeps to and a restart does not end', async () => {
    const clock = createManualClock()
    await locked({ clock })
    for (let tries = 0; tries < 5; tries++)
      expect(await code(fixture.call('lock.open', { pin: '0000' }))).toBe('wrong-pin')
    expect((await lockSlice()).waitUntil).toBe(clock.now() + 30_000)
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('too-many-pins')

    await fixture.stop()
    await start({ dataDir: fixture.dataDir, clock })
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('too-many-pins')
    await clock.advance(29_999)
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('too-many-pins')
    await clock.advance(1)
    expect(await code(fixture.call('lock.open', { pin: '0000' }))).toBe('wrong-pin')
    expect((await lockSlice()).waitUntil).toBe(clock.now() + 60_000)
    await clock.advance(60_000)
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('ok')
    // The waits start over.
    await fixture.value('lock.now', {})
    expect(await lockSlice()).toEqual({ locked: true, hasPin: true })
  })

  test('many tries at once are tries one after another', async () => {
    await locked()
    const tries = Array.from({ length: 20 }, () => code(fixture.call('lock.open', { pin: '0000' })))
    const answers = await Promise.all(tries)
    expect(answers.filter((answer) => answer === 'wrong-pin')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'too-many-pins')).toHaveLength(15)
  })

  test('a try that is cut short was one', async () => {
    let cut: (() => void) | undefined
    await locked({
      deriveKey: async (...given) => {
        if (given[0] === 'cut') await new Promise<void>((resolve) => (cut = resolve))
        return quickDerive(...given)
      },
    })
    const trying = fixture.call('lock.open', { pin: 'cut' })
    await waitUntil(
      () => cut,
      (ready) => ready !== undefined,
    )
    const kept = JSON.parse(await readFile(join(fixture.dataDir, 'lock.json'), 'utf8')) as {
      failures: number
    }
    expect(kept.failures).toBe(1)
    cut?.()
    await trying
  })

  test('wrong ones are in the audit record', async () => {
    await locked()
    await code(fixture.call('lock.open', { pin: '0000' }))
    await fixture.value('lock.open', { pin: PIN })
    const { rows } = await fixture.value('audit.list', { limit: 10 })
    expect(rows).toMatchObject([{ what: 'lock.failed', result: 'failed' }])
  })

  test('the PIN is nowhere in what is kept, which is its owner’s alone', async () => {
    await locked()
    const path = join(fixture.dataDir, 'lock.json')
    expect(await readFile(path, 'utf8')).not.toContain(PIN)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('a file that cannot be read opens nothing', async () => {
    await locked()
    await fixture.stop()
    await writeFile(join(fixture.dataDir, 'lock.json'), '{"version":1')
    await start({ dataDir: fixture.dataDir })
    expect(await lockSlice()).toEqual({ locked: true, hasPin: true })
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('wrong-pin')
    expect(await code(fixture.call('lookup.queue', {}))).toBe('locked')
  })
})

describe('the PIN', () => {
  test('without one nothing locks', async () => {
    await start()
    expect(await code(fixture.call('lock.now', {}))).toBe('invalid-request')
    fixture.core.handlePower('locked')
    expect(await lockSlice()).toEqual({ locked: false, hasPin: false })
  })

  test('the one before has to be given to change it and to take it away', async () => {
    await start()
    await fixture.value('lock.set-pin', { pin: PIN })
    expect(await code(fixture.call('lock.set-pin', { pin: '9999' }))).toBe('wrong-pin')
    expect(await code(fixture.call('lock.set-pin', { before: '1111', pin: null }))).toBe('wrong-pin')
    expect(await code(fixture.call('lock.set-pin', { before: PIN, pin: '9999' }))).toBe('ok')
    await fixture.value('lock.now', {})
    expect(await code(fixture.call('lock.open', { pin: PIN }))).toBe('wrong-pin')
    expect(await code(fixture.call('lock.open', { pin: '9999' }))).toBe('ok')
    expect(await code(fixture.call('lock.set-pin', { before: '9999', pin: null }))).toBe('ok')
    expect(await lockSlice()).toEqual({ locked: false, hasPin: false })
  })
})

describe('by itself', () => {
  const MINUTE = 60_000
  async function idle(idleMinutes: number, withSystem = true) {
    const clock = createManualClock()
    await start({ clock })
    await fixture.value('lock.set-pin', { pin: PIN })
    await fixture.value('office.update', { lock: { idleMinutes, withSystem } })
    return clock
  }

  test('after the minutes without anybody, counted from the last that somebody was there', async () => {
    const clock = await idle(5)
    await clock.advance(4 * MINUTE)
    await fixture.value('lock.activity', {})
    await clock.advance(4 * MINUTE)
    expect((await lockSlice()).locked).toBe(false)
    await clock.advance(MINUTE)
    expect((await lockSlice()).locked).toBe(true)
  })

  test('after those minutes also when the clock of this PC is set back meanwhile', async () => {
    const clock = await idle(1, false)
    clock.setBack(24 * 60 * MINUTE)
    await clock.advance(MINUTE / 2)
    expect((await lockSlice()).locked).toBe(false)
    await clock.advance(MINUTE)
    expect((await lockSlice()).locked).toBe(true)
  })

  test('never with 0', async () => {
    const clock = await idle(0)
    await clock.advance(600 * MINUTE)
    expect((await lockSlice()).locked).toBe(false)
  })

  test('with the PC, unless the office does not want it', async () => {
    await idle(0)
    fixture.core.handlePower('locked')
    expect((await lockSlice()).locked).toBe(true)
    await fixture.value('lock.open', { pin: PIN })
    fixture.core.handlePower('asleep')
    expect((await lockSlice()).locked).toBe(true)
    await fixture.value('lock.open', { pin: PIN })
    await fixture.value('office.update', { lock: { withSystem: false } })
    fixture.core.handlePower('locked')
    expect((await lockSlice()).locked).toBe(false)
  })

  test('when the clock jumps: this PC slept, and nobody said so', async () => {
    const clock = await idle(0)
    clock.setBack(-30 * MINUTE)
    await clock.advance(MINUTE)
    expect((await lockSlice()).locked).toBe(true)
    await fixture.value('lock.open', { pin: PIN })
    await fixture.value('office.update', { lock: { withSystem: false } })
    clock.setBack(-30 * MINUTE)
    await clock.advance(MINUTE)
    expect((await lockSlice()).locked).toBe(false)
  })
})

test('what this office wants is kept, tolerantly, and a group is changed in part', async () => {
  await start()
  await fixture.value('office.update', { retentionDays: 30, backup: { everyDays: 7 } })
  const kept = await fixture.value('office.update', { lock: { idleMinutes: 3 } })
  expect(kept).toMatchObject({
    retentionDays: 30,
    backup: { everyDays: 7, keep: 10 },
    lock: { idleMinutes: 3, withSystem: true },
  })
  await fixture.stop()
  const path = join(fixture.dataDir, 'office.json')
  const text = JSON.parse(await readFile(path, 'utf8')) as typeof kept
  await writeFile(
    path,
    JSON.stringify({ ...text, retentionDays: 'many', backup: { everyDays: 7, keep: -1 } }),
  )
  await start({ dataDir: fixture.dataDir })
  expect(await fixture.slice('office')).toMatchObject({
    retentionDays: 90,
    backup: { everyDays: 7, keep: 10 },
    lock: { idleMinutes: 3 },
  })
})
