import { setTimeout as sleep } from 'node:timers/promises'
import type { CoreFixture } from '#tests/fakes/core-fixture.ts'
import { waitUntil } from '#tests/fakes/core-fixture.ts'
import {
  changeKey,
  type SealedOffice,
  startSealedOffice,
  until,
} from '#tests/integration/relay-client/sealed-office.ts'
import { dniOf } from './invented-procedures.ts'
import { countWire, measureFsync } from './machine.ts'
import { lossFigure, NOTES, sharingPeerFigures, wireFigure } from './sharing-peers.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

/** Durable writes from a note to the other PC: the note, its record, the relay's, and the other PC's. */
const WRITES = 4
const WAIT_MS = 30_000

const MANY = 50_000
/** Lines of a file of signers, below its limits. */
const FILE_LINES = 10_000
const MANY_MS = 300_000
/** Samples of an idle processor, and the time of each. */
const IDLE_SAMPLES = 5
const IDLE_MS = 12_000

/**
 * Two cores and the real relay on one machine: from a note written at one PC to the windows of the other, a PC that
 * begins to share when the office has many records, and the notes that a killed relay loses. Then two peers do the same.
 */
export async function sharingFigures(rounds: number): Promise<Figure[]> {
  return [
    ...(await noteFigures(rounds)),
    ...(await newPcFigures()),
    await lossFigure(rounds, countLost, 0),
    ...(await sharingPeerFigures(rounds, MANY)),
  ]
}

async function noteFigures(rounds: number): Promise<Figure[]> {
  const office = await startSealedOffice()
  const wire = countWire(portOf(office))
  try {
    const [admin, desk] = await startPair(office)
    const id = await office.change()
    for (const core of [admin, desk]) {
      await office.heard(core, id)
      await core.value('sharing.turn-on', {})
      await untilShared(core)
    }
    const before = wire.bytes()
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
      wireFigure((wire.bytes() - before) / rounds),
    ]
  } finally {
    wire.stop()
    await office.stop()
  }
}

const portOf = ({ relay }: SealedOffice) => Number(new URL(relay.url).port)

async function startPair(office: SealedOffice): Promise<[CoreFixture, CoreFixture]> {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await changeKey(admin)
  await office.pair(admin, desk, 'Mostrador')
  return [admin, desk]
}

async function newPcFigures(): Promise<Figure[]> {
  const office = await startSealedOffice()
  const wire = countWire(portOf(office))
  try {
    const [admin, desk] = await startPair(office)
    for (let from = 0; from < MANY; from += FILE_LINES) await importSigners(admin, from)
    const alone = figure('', '%', await measureIdle())
    const uploading = performance.now()
    await admin.value('sharing.turn-on', {})
    await untilShared(admin, MANY_MS)
    const uploaded = performance.now()

    const calls: number[] = []
    const before = wire.bytes()
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
    const received = wire.bytes() - before
    await untilShared(desk, MANY_MS)
    const idle = figure('', '%', await measureIdle())
    const added = Math.max(0, idle.p50 - alone.p50)
    return [
      figure(`first PC: ${MANY} records written to the relay`, 'ms', [uploaded - uploading]),
      figure(`new PC: has ${MANY} records`, 'ms', [read - uploaded], { target: 20_000 }),
      figure(`new PC: sent and received for ${MANY} records`, 'MB', [received / 2 ** 20]),
      figure('new PC: a page of its list meanwhile', 'ms', calls),
      figure('what sharing adds to an idle PC: processor, of one core', '%', [added], {
        target: 0.1,
        note: `${idle.p50.toFixed(1)} % with it, ${alone.p50.toFixed(1)} % without`,
      }),
    ]
  } finally {
    wire.stop()
    await office.stop()
  }
}

/** Notes that another PC has read, and that a PC which begins to share after a kill of the relay does not have. */
async function countLost(): Promise<number> {
  const office = await startSealedOffice()
  try {
    const [admin, desk] = await startPair(office)
    const newPc = await office.start()
    await office.pair(admin, newPc, 'Nuevo')
    const id = await office.change()
    for (const core of [admin, desk, newPc]) await office.heard(core, id)
    for (const core of [admin, desk]) await core.value('sharing.turn-on', {})
    for (const core of [admin, desk]) await untilShared(core)
    for (let round = 0; round < NOTES; round++) await measureNote(admin, desk, id, `Nota ${round}`)
    await office.relay.kill()
    // They would write again what the relay had lost.
    await Promise.all([admin.stop(), desk.stop()])
    await until(newPc, ({ state }) => state !== 'live')
    await office.relay.again()
    await until(newPc, ({ state }) => state === 'live')
    await newPc.value('sharing.turn-on', {})
    await untilShared(newPc)
    const { notes } = await newPc.value('annotations.get', { id })
    return NOTES - notes.length
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

/** Processor of one of the two PCs of this process, of one core, in per cent. */
async function measureIdle(): Promise<number[]> {
  const samples: number[] = []
  while (samples.length < IDLE_SAMPLES) {
    const before = process.cpuUsage()
    await sleep(IDLE_MS)
    const { user, system } = process.cpuUsage(before)
    samples.push((user + system) / 20 / IDLE_MS)
  }
  return samples
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
