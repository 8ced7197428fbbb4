import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '#tests/fakes/core-fixture.ts'
import { dniOf } from './invented-procedures.ts'
import { countWire, timed, within } from './machine.ts'
import { startPouchDb } from './peers/pouchdb.ts'
import type { PeerPc, SharingPeer } from './peers/sharing-peer.ts'
import { startYjs } from './peers/yjs.ts'
import { figure, type Figure } from './statistics.ts'

/** Notes before a server is killed. */
export const NOTES = 50
/** Kills at most. */
const KILLS = 5
const WAIT_MS = 30_000
const MANY_MS = 600_000
/** Time in which a new PC shows what the restarted server has. */
const READ_MS = 10_000

const PEERS: readonly [name: string, start: () => Promise<SharingPeer>][] = [
  ['Yjs (y-websocket, LevelDB)', startYjs],
  ['PouchDB (express-pouchdb over LevelDB, not CouchDB)', startPouchDb],
]

/** Two systems for shared notes, with the same jobs: a note, a new PC, and a kill of the server. */
export async function sharingPeerFigures(rounds: number, many: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, start] of PEERS) {
    const own = [
      ...(await withPeer(start, (peer) => noteFigures(peer, rounds))),
      ...(await withPeer(start, (peer) => newPcFigures(peer, many))),
      await lossFigure(rounds, () => withPeer(start, countLost)),
    ]
    figures.push(...own.map((one) => ({ ...one, name: `peer: ${name}: ${one.name}` })))
  }
  return figures
}

export const wireFigure = (bytes: number): Figure =>
  figure('each note: bytes of both PCs, both ways', 'KB', [bytes / 1024])

/** Notes lost by each of some kills. */
export async function lossFigure(rounds: number, kill: () => Promise<number>, target?: 0): Promise<Figure> {
  const lost: number[] = []
  while (lost.length < Math.min(rounds, KILLS)) lost.push(await kill())
  const name = `server killed: lost of ${NOTES} notes that another PC had read`
  return figure(name, 'notes', lost, { ...(target !== undefined && { target }) })
}

async function withPeer<T>(
  start: () => Promise<SharingPeer>,
  run: (peer: SharingPeer) => Promise<T>,
): Promise<T> {
  const peer = await start()
  try {
    return await run(peer)
  } finally {
    await peer.stop()
  }
}

/** Milliseconds from a note written at one PC until the other shows it. */
function measureNote(writer: PeerPc, reader: PeerPc, round: number): Promise<number> {
  const id = `note-${round}`
  const shown = reader.untilShown(id)
  const note = { id, text: `Nota ${round}`, at: Date.now(), person: 'Ana Ruiz' }
  return timed(() => writer.write(note).then(() => within(WAIT_MS, shown)))
}

async function noteFigures(peer: SharingPeer, rounds: number): Promise<Figure[]> {
  const wire = countWire(peer.server.port)
  try {
    const [writer, reader] = [await peer.addPc(), await peer.addPc()]
    await untilExchanged(writer, reader)
    const before = wire.bytes()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(150 + Math.random() * 100)
      times.push(await measureNote(writer, reader, round))
    }
    return [
      figure('note written at one PC → shown at another', 'ms', times),
      wireFigure((wire.bytes() - before) / rounds),
    ]
  } finally {
    wire.stop()
  }
}

/** Waits until a first record has reached the other PC. */
async function untilExchanged(writer: PeerPc, reader: PeerPc): Promise<void> {
  await writer.write({ id: 'first' })
  await waitUntil(reader.count, (count) => count === 1, WAIT_MS)
}

async function newPcFigures(peer: SharingPeer, many: number): Promise<Figure[]> {
  await peer.fill(
    Array.from({ length: many }, (_, number) => ({
      id: dniOf(number),
      name: `Firmante ${number}`,
      email: `firmante${number}@correo.example`,
    })),
  )
  const wire = countWire(peer.server.port)
  try {
    const began = performance.now()
    const pc = await peer.addPc()
    await waitUntil(pc.count, (count) => count === many, MANY_MS)
    return [
      figure(`new PC: has ${many} records`, 'ms', [performance.now() - began]),
      figure(`new PC: sent and received for ${many} records`, 'MB', [wire.bytes() / 2 ** 20]),
    ]
  } finally {
    wire.stop()
  }
}

/** Notes that another PC has read, and that a new PC does not have after a kill of the server. */
async function countLost(peer: SharingPeer): Promise<number> {
  const [writer, reader] = [await peer.addPc(), await peer.addPc()]
  await untilExchanged(writer, reader)
  for (let round = 0; round < NOTES; round++) await measureNote(writer, reader, round)
  await peer.server.kill()
  // They would write again what the server had lost.
  await Promise.all([writer.close(), reader.close()])
  await peer.server.again()
  const newPc = await peer.addPc()
  const all = NOTES + 1
  await waitUntil(newPc.count, (count) => count === all, READ_MS).catch(() => undefined)
  return all - (await newPc.count())
}
