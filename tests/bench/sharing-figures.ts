import { setTimeout as sleep } from 'node:timers/promises'
import type { CoreFixture } from '#tests/fakes/core-fixture.ts'
import { waitUntil } from '#tests/fakes/core-fixture.ts'
import {
  changeKey,
  type SealedOffice,
  startSealedOffice,
} from '#tests/integration/relay-client/sealed-office.ts'
import { dniOf } from './invented-procedures.ts'
import { measureFsync } from './machine.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

/** Durable writes from a note to the other PC: the note, its record, the relay's, and the other PC's. */
const WRITES = 4
const WAIT_MS = 30_000

const MANY = 50_000
/** Lines of a file of signers, below its limits. */
const FILE_LINES = 10_000
const MANY_MS = 300_000
const IDLE_MS = 30_000

/**
 * Two cores and the real relay on one machine: from a note written at one PC to the windows of the other, and a PC that
 * begins to share when the office has many records.
 */
export async function sharingFigures(rounds: number): Promise<Figure[]> {
  return [...(await noteFigures(rounds)), ...(await newPcFigures())]
}

async function noteFigures(rounds: number): Promise<Figure[]> {
  const office = await startSealedOffice()
  try {
    const [admin, desk] = await startPair(office)
    const id = await office.change()
    for (const core of [admin, desk]) {
      await office.heard(core, id)
      await core.value('sharing.turn-on', {})
      await untilShared(core)
    }
    const told: number[] = []
    const fsyncs: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(150 + Math.random() * 100)
      fsyncs.push(...measureFsync(admin.dataDir, 10))
      told.push(await measureNote(admin, desk, id, `Nota ${round}`))
    }
    const writes = figure(
      `floor: ${WRITES} durable 4 KiB writes`,
      'ms',
      fsyncs.map((ms) => WRITES * ms),
    )
    return [
      writes,
      figure('note written at one PC → read by a window of another', 'ms', told, {
        target: 120,
        medianTarget: 40,
        floor: floorOf(writes, 'its durable writes'),
      }),
    ]
  } finally {
    await office.stop()
  }
}

async function startPair(office: SealedOffice): Promise<[CoreFixture, CoreFixture]> {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await changeKey(admin)
  await office.pair(admin, desk, 'Mostrador')
  return [admin, desk]
}

async function newPcFigures(): Promise<Figure[]> {
  const office = await startSealedOffice()
  try {
    const [admin, desk] = await startPair(office)
    for (let from = 0; from < MANY; from += FILE_LINES) await importSigners(admin, from)
    const uploading = performance.now()
    await admin.value('sharing.turn-on', {})
    await untilShared(admin, MANY_MS)
    const uploaded = performance.now()

    const calls: number[] = []
    await desk.value('sharing.turn-on', {})
    await waitUntil(
      async () => {
        const began = performance.now()
        const { total } = await desk.value('contacts.list', { text: '', offset: 0, limit: 50 })
        calls.push(performance.now() - began)
        await sleep(20)
        return total
      },
      (total) => total === MANY,
      MANY_MS,
    )
    const read = performance.now()
    await untilShared(desk, MANY_MS)
    const cost = await measureIdle()
    return [
      figure(`first PC: ${MANY} records written to the relay`, 'ms', [uploaded - uploading]),
      figure(`new PC: has ${MANY} records`, 'ms', [read - uploaded], { target: 20_000 }),
      figure('new PC: a page of its list meanwhile', 'ms', calls),
      figure('idle PC that shares: processor, of one core', '%', [cost / 2], { target: 0.1 }),
    ]
  } finally {
    await office.stop()
  }
}

async function importSigners(core: CoreFixture, from: number): Promise<void> {
  const lines = Array.from({ length: FILE_LINES }, (_, n) => {
    const number = from + n
    return `${dniOf(number)};Firmante ${number};firmante${number}@correo.example`
  })
  const bytes = Buffer.from(['NIF;Nombre;Correo electrónico', ...lines].join('\n'))
  const parts = (async function* () {
    yield bytes
  })()
  await core.core.router.receive('contacts.import', {}, parts, new AbortController().signal)
}

/** Processor of this process with both PCs, of one core, in per cent. */
async function measureIdle(): Promise<number> {
  const before = process.cpuUsage()
  await sleep(IDLE_MS)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 10 / IDLE_MS
}

const untilShared = (core: CoreFixture, withinMs = WAIT_MS) =>
  waitUntil(
    () => core.slice('sharing'),
    ({ state, pending, toRead }) => state === 'on' && pending === 0 && toRead === 0,
    withinMs,
  )

/** Milliseconds until a window of the other PC has read the note, as the push makes it do. */
async function measureNote(from: CoreFixture, to: CoreFixture, id: string, text: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const stop = to.core.router.subscribe(() => {
    void to.value('annotations.get', { id }).then(({ notes }) => {
      if (notes.some((note) => note.text === text)) resolve(performance.now())
    })
  })
  const began = performance.now()
  await from.value('case-notes.add', { id, text })
  try {
    return (await promise) - began
  } finally {
    stop()
  }
}
