import { setTimeout as sleep } from 'node:timers/promises'
import type { CoreFixture } from '#tests/fakes/core-fixture.ts'
import { waitUntil } from '#tests/fakes/core-fixture.ts'
import { changeKey, startSealedOffice } from '#tests/integration/relay-client/sealed-office.ts'
import { measureFsync } from './machine.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

/** Durable writes from a note to the other PC: the note, its record, the relay's, and the other PC's. */
const WRITES = 4
const WAIT_MS = 30_000

/** Two cores and the real relay on one machine: from a note written at one PC to the windows of the other. */
export async function sharingFigures(rounds: number): Promise<Figure[]> {
  const office = await startSealedOffice()
  try {
    const [admin, desk] = [await office.start(), await office.start()]
    await office.pairFirst(admin)
    await changeKey(admin)
    await office.pair(admin, desk, 'Mostrador')
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

const untilShared = (core: CoreFixture) =>
  waitUntil(
    () => core.slice('sharing'),
    ({ state, pending }) => state === 'on' && pending === 0,
    WAIT_MS,
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
