import { silentUpdateEngine } from '#tests/fakes/silent-update-engine.ts'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Trouble } from '#shared/bridge/diagnosis.ts'
import { PARTS, type LoopName, type Part } from '#shared/domain/health.ts'
import { TOUR_ID } from '#shared/domain/training.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { forkKeytarChild, loadKeytarFrom } from '#electron/core/keychain/keytar-process.ts'
import { createKeytarSecrets } from '#electron/core/keychain/keychain.ts'
import { createWindowLock } from '#electron/core/features/lock/lock.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createSupervisor } from '#electron/core/runtime/supervisor.ts'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import { childrenOf } from '#tests/fakes/application.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { approvedExtension } from '#tests/fakes/extension-client.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { mortalDbWorker, orderStoreThread } from '#tests/fakes/store-thread.ts'

/**
 * Stops every background part in a running core in turn: each must recover or be reported. A part without a test does
 * not compile; the last test finds any thread, process or timer outside this list.
 */
const STALL_MS = 1_000

let service: FaultService
let sign: string
let fixture: CoreFixture | undefined

beforeEach(async () => {
  service = await startFaultService()
  sign = join(await temporaryDirectory(), 'sign')
})
afterEach(async () => {
  rmSync(sign, { force: true })
  await fixture?.stop()
  fixture = undefined
  await service.close()
  vi.unstubAllEnvs()
})
afterAll(removeTemporaryDirectories)

type Started = CoreFixture & { heard: (part: Part) => string[]; now: (part: Part) => Promise<string | null> }

async function start(overrides: Parameters<typeof startCore>[1] = {}): Promise<Started> {
  const core = await startCore(service.url, { dbWorker: mortalDbWorker, stallMs: STALL_MS, ...overrides })
  fixture = core
  return {
    ...core,
    /** States of the part sent to the windows. */
    heard: (part) =>
      core.frames.flatMap(({ topic, payload }) => {
        const slice = payload as { name?: string; value?: { troubles: Trouble[] } }
        if (topic !== 'slice' || slice.name !== 'health') return []
        return (slice.value?.troubles ?? [])
          .filter((trouble) => trouble.part === part)
          .map(({ state }) => state)
      }),
    now: async (part) =>
      (await core.slice('health')).troubles.find((trouble) => trouble.part === part)?.state ?? null,
  }
}

function disturb(method: string, how: 'fail' | 'silent'): void {
  vi.stubEnv('MORTAL_STORE_METHOD', method)
  vi.stubEnv('MORTAL_STORE_HOW', how)
  vi.stubEnv('MORTAL_STORE_WHILE', sign)
}

/** Loops that ask the store. */
type StoreLoop = Exclude<LoopName, 'lock' | 'updates'>

/** Store method that each loop calls in a round, and that nothing else calls before. */
const ASKED: Record<StoreLoop, string> = {
  sweep: 'wakeInbox',
  notifications: 'notifications',
  'service-documents': 'nextServiceDocument',
  'signed-documents': 'signedToBring',
  retention: 'retain',
  backups: 'meta',
  training: 'trainingProgress',
  relay: 'relayStored',
  sharing: 'sharing',
  handovers: 'unwantedHandoverFiles',
  'batch-lookups': 'batchStep',
  watches: 'watchRound',
  calendar: 'deadlineMaterial',
  'scan-folder': 'setMeta',
}

/** A batch has rounds while it runs, and a browser begins one. */
async function startBatch({ dataDir, call, slice }: Started): Promise<void> {
  const waiting = async () => (await slice('extension')).waiting
  const browser = await approvedExtension(dataDir, { call, waiting })
  await browser.value('batch.start', { id: 'a-page', vrms: ['1234BCD'] })
}

async function stopLoop(name: StoreLoop): Promise<void> {
  disturb(ASKED[name], 'fail')
  const notify = async () => 'shown' as const
  const core = await start({ host: { ...hostPointingAt(() => service.url), notify } })
  // Only while somebody is doing something does it have a round.
  if (name === 'training') await core.value('training.start', { id: TOUR_ID })
  if (name === 'calendar') await core.value('deadlines.publish', { folder: await temporaryDirectory() })
  writeFileSync(sign, '')
  await core.value('office.update', { serviceDocuments: 'open', scanFolder: await temporaryDirectory() })
  if (name === 'calendar') await core.value('notification-settings.update', { sound: false })
  await core.value('notification-settings.update', {})
  // Its rounds are its connections: waking up begins another.
  if (name === 'relay' || name === 'watches') core.core.handlePower('awake')
  if (name === 'handovers') void core.call('data-subjects.erase', { taxId: '00000000T', confirmed: true })
  if (name === 'batch-lookups') await startBatch(core)
  await waitUntil(
    () => core.heard(name),
    (states) => states.includes('failing'),
  )
  rmSync(sign)
  // Recovers by itself.
  await waitUntil(
    () => core.now(name),
    (state) => state === null,
  )
}

async function hangLoop(name: StoreLoop): Promise<void> {
  disturb(ASKED[name], 'silent')
  const notify = async () => 'shown' as const
  const core = await start({ host: { ...hostPointingAt(() => service.url), notify } })
  // Only while somebody is doing something does it have a round.
  if (name === 'training') await core.value('training.start', { id: TOUR_ID })
  if (name === 'calendar') await core.value('deadlines.publish', { folder: await temporaryDirectory() })
  writeFileSync(sign, '')
  // Not awaited: saving the settings may use a call that is never answered.
  void core.call('office.update', { serviceDocuments: 'open', scanFolder: await temporaryDirectory() })
  void core.call('notification-settings.update', {})
  if (name === 'relay' || name === 'watches') core.core.handlePower('awake')
  if (name === 'handovers') void core.call('data-subjects.erase', { taxId: '00000000T', confirmed: true })
  if (name === 'batch-lookups') await startBatch(core)
  await waitUntil(
    () => core.heard(name),
    (states) => states.includes('stalled'),
  )
}

const loop = (name: StoreLoop) => ({
  'fails, and works again': () => stopLoop(name),
  'never ends a round': () => hangLoop(name),
})

/** A core with the demonstration's own processes. */
async function startDemonstration() {
  const startSidecar = createForkSidecars({
    entry: (name) => new URL(`../../../out/tests/${name}.js`, import.meta.url),
    onLine: () => undefined,
  })
  const core = await start({
    host: { ...hostPointingAt(() => ''), startSidecar },
    serviceArgs: ['--report-delay-ms=20'],
  })
  return {
    core,
    async send(signal: 'SIGKILL' | 'SIGSTOP', name: string) {
      const children = await childrenOf(process.pid)
      const own = children.filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`/out/tests/${name}.js`),
      )
      expect(own).toHaveLength(1)
      process.kill(own[0] ?? 0, signal)
    },
  }
}

/** It is said that the part has ended, and then no more. */
async function passes(core: Started, part: Part): Promise<void> {
  await waitUntil(
    () => core.heard(part),
    (states) => states.includes('restarting'),
  )
  await waitUntil(
    () => core.now(part),
    (state) => state === null,
  )
}

const STOPPED: Record<Part, Record<string, () => Promise<void>>> = {
  application: {
    async 'fails where nothing had foreseen it'() {
      const core = await start()
      core.core.reportUnexpected()
      expect(await core.now('application')).toBe('unexpected')
      await core.value('health.dismiss', { part: 'application' })
      expect(await core.now('application')).toBeNull()
    },
  },
  store: {
    async 'ends, and is started again'() {
      const core = await start()
      orderStoreThread('exit')
      await waitUntil(
        () => core.now('store'),
        (state) => state === 'restarted',
      )
      expect(core.heard('store')).toContain('restarting')
      expect(await core.call('lookup.get', { vrm: '1234BCD' })).toMatchObject({ ok: true })
      await core.value('health.dismiss', { part: 'store' })
      expect(await core.now('store')).toBeNull()
    },
    async 'does not answer'() {
      const core = await start()
      orderStoreThread(4 * STALL_MS)
      // The order takes another channel than the calls, and a call may be answered before it.
      let isAsking = true
      const asking = (async () => {
        while (isAsking) expect(await core.call('lookup.get', { vrm: '1234BCD' })).toMatchObject({ ok: true })
      })()
      await waitUntil(
        () => core.heard('store'),
        (states) => states.includes('stalled'),
      )
      isAsking = false
      await asking
      await waitUntil(
        () => core.now('store'),
        (state) => state === null,
      )
    },
  },
  service: {
    async 'is killed, and is started again'() {
      const { core, send } = await startDemonstration()
      const ask = async (vrm: string) => {
        await core.value('lookup.start', { vrm })
        await core.until(vrm, ({ latest, pending }) => latest !== null && pending === null)
      }
      await ask('1234BCD')
      await send('SIGKILL', 'service')
      await passes(core, 'service')
      await ask('5678FGH')
    },
    async 'hangs, is said to, and is started again'() {
      const { core, send } = await startDemonstration()
      const done = (vrm: string) =>
        core.until(vrm, ({ latest, pending }) => latest !== null && pending === null)
      await core.value('lookup.start', { vrm: '1234BCD' })
      await done('1234BCD')
      await send('SIGSTOP', 'service')
      await waitUntil(
        () => core.heard('service'),
        (states) => states.includes('stalled'),
      )
      await core.value('lookup.start', { vrm: '5678FGH' })
      await waitUntil(
        () => core.slice('connection'),
        ({ state }) => state === 'down',
      )
      await passes(core, 'service')
      await done('5678FGH')
    },
  },
  'relay-server': {
    async 'is killed, and is started again'() {
      const { core, send } = await startDemonstration()
      const live = () =>
        waitUntil(
          () => core.slice('relay'),
          ({ state }) => state === 'live',
        )
      const before = await live()
      await send('SIGKILL', 'relay')
      await passes(core, 'relay-server')
      await waitUntil(
        () => core.slice('relay'),
        ({ state, address }) => state === 'live' && address !== before.address,
      )
    },
  },
  sweep: loop('sweep'),
  notifications: loop('notifications'),
  'service-documents': loop('service-documents'),
  'signed-documents': loop('signed-documents'),
  retention: loop('retention'),
  backups: loop('backups'),
  training: loop('training'),
  relay: loop('relay'),
  sharing: loop('sharing'),
  handovers: loop('handovers'),
  'batch-lookups': loop('batch-lookups'),
  watches: loop('watches'),
  calendar: loop('calendar'),
  'scan-folder': loop('scan-folder'),
  updates: {
    async 'never ends a round'() {
      const core = await start({ updates: { engine: silentUpdateEngine('https://updates.example/') } })
      // Another channel is looked at without waiting.
      await core.value('settings.update', { updates: { channel: 'beta' } })
      await waitUntil(
        () => core.heard('updates'),
        (states) => states.includes('stalled'),
      )
    },
  },
  lock: {
    async 'fails, and works again'() {
      let broken = true
      let troubles: readonly Trouble[] = []
      const log = createLog(() => undefined)
      const supervisor = createSupervisor({
        clock: systemClock,
        log,
        onTroubles: (next) => (troubles = next),
      })
      const dataDir = await temporaryDirectory()
      const lock = createWindowLock({
        dataDir,
        clock: systemClock,
        log,
        supervisor,
        settings() {
          if (broken) throw new Error('of the test')
          return { withSystem: true, idleMinutes: 1 }
        },
        pinRequired: false,
        onState: () => undefined,
        onWrong: () => undefined,
        derive: async () => Buffer.alloc(32),
      })
      await lock.setPin(undefined, '1234')
      lock.start()
      await waitUntil(
        () => troubles,
        (all) => all.some(({ state }) => state === 'failing'),
      )
      broken = false
      await waitUntil(
        () => troubles,
        (all) => all.length === 0,
      )
      await lock.stop()
      supervisor.stop()
    },
  },
}

for (const part of PARTS)
  describe(part, () => {
    for (const [what, run] of Object.entries(STOPPED[part])) test(what, run)
  })

describe("the keychain's process", () => {
  async function secretsOf(answerMs: number) {
    const ends: string[] = []
    const before = new Set(await childrenOf(process.pid))
    const env = { ...process.env, KEYTAR_ANSWERS_MS: String(answerMs) }
    const entry = new URL('../../fakes/keytar-answers.ts', import.meta.url)
    const secrets = createKeytarSecrets({
      load: loadKeytarFrom(
        () => forkKeytarChild(entry, env),
        (how) => ends.push(how),
      ),
      limitMs: 30_000,
      idleMs: 60_000,
    })
    const pid = () =>
      waitUntil(
        async () => (await childrenOf(process.pid)).find((child) => !before.has(child)) ?? 0,
        (found) => found > 0,
      )
    return { secrets, ends, pid }
  }

  test('killed while it rests, is there again for the next question', async () => {
    const { secrets, ends, pid } = await secretsOf(0)
    expect(await secrets.get('store-key')).toBe('kept')
    process.kill(await pid(), 'SIGKILL')
    await waitUntil(
      () => ends,
      (all) => all.length === 1,
    )
    expect(await secrets.get('store-key')).toBe('kept')
    secrets.close()
  })

  test('killed at the very first question, answers it all the same', async () => {
    const { secrets, ends, pid } = await secretsOf(2_000)
    const answer = secrets.get('store-key')
    process.kill(await pid(), 'SIGKILL')
    expect(await answer).toBe('kept')
    expect(ends).toEqual(['SIGKILL'])
    secrets.close()
  })
})

test('nothing else moves by itself: a new thread, process, timer or loop has its test here first', async () => {
  const MOVES = /\b(?:new Worker|fork|spawn|setInterval|createBackgroundLoop)\(\{?/
  const known = [
    // parts of this file
    'core/store/client.ts',
    'core/keychain/keytar-process.ts',
    'core/features/changes/background-polling.ts',
    'core/features/deadlines/calendar-file.ts',
    'core/features/scan-folder/scan-folder.ts',
    'core/features/notifications/notifications.ts',
    'core/features/service-documents/document-fetcher.ts',
    'core/features/signature-requests/signed-documents.ts',
    'core/features/training/training.ts',
    'core/features/relay/connection.ts',
    'core/features/sharing/sharing.ts',
    'core/features/drafts/handovers.ts',
    'core/features/retention/retention.ts',
    'core/features/backup/backups.ts',
    'core/features/batch-lookups/batch-lookups.ts',
    'core/features/lock/lock.ts',
    'core/features/watches/watches.ts',
    'core/features/updates/updates.ts',
    'core/runtime/background-loop.ts',
    'sidecar/fork-sidecar.ts',
    // Electron's counterparts of the two processes, tested under tests/integration/shell
    'sidecar/utility-sidecar.ts',
    // started for the user and not supervised, or before the application exists
    'web/open-browser.ts',
    // the launcher, which then starts the next version in the place of this one
    'web/installed-updates.ts',
    'start.ts',
    'build-if-stale.ts',
    // the application, started by the native host for the user
    'native-host/application.ts',
    // ends with its window
    'web/sockets.ts',
    // waits for the answer to a question, and for what is being sent
    'shell/closing.ts',
  ]
  const root = fileURLToPath(new URL('../../../electron', import.meta.url))
  const found: string[] = []
  for await (const file of glob('**/*.ts', { cwd: root }))
    if (MOVES.test(await readFile(join(root, file), 'utf8'))) found.push(file.replaceAll('\\', '/'))
  expect(found.toSorted()).toEqual(known.toSorted())
  expect(readFileSync(join(root, 'core/runtime/supervisor.ts'), 'utf8')).not.toMatch(MOVES)
})
