import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, isStale } from '#electron/build-if-stale.ts'
import { setup as buildProcesses } from '../build-processes.ts'
import { fsyncTimes } from './disk.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { deskFigures } from './relay-desk-figures.ts'
import { ingestFigures } from './relay-ingest-figures.ts'
import { startLoad } from './relay-load.ts'
import { startPeer } from './relay-peer.ts'
import { streamFigures } from './relay-stream-figures.ts'
import { figure, table, type Figure } from './statistics.ts'

/**
 * The figures of the relay on real files, beside Nchan with the same load: `node tests/bench/relay-bench.ts
 * [--streams=N] [--parts=ingest,streams,desk] [--no-peer]`. No time fails the run: the table marks the
 * targets met and missed.
 */
const PARTS = ['ingest', 'streams', 'desk'] as const
const { values } = parseArgs({
  allowNegative: true,
  options: {
    streams: { type: 'string', default: '10000' },
    parts: { type: 'string', default: PARTS.join(',') },
    peer: { type: 'boolean', default: true },
    json: { type: 'string', default: 'test-results/relay-bench.json' },
  },
})
const wanted = new Set(values.parts.split(','))

const root = fileURLToPath(new URL('../..', import.meta.url))
await buildProcesses()
if (isStale(root) && !(await build(root))) process.exit(1)

const directory = mkdtempSync(join(tmpdir(), 'relay-bench-disk-'))
const sync = fsyncTimes(directory, 1_000).toSorted((a, b) => a - b)
rmSync(directory, { recursive: true })
const p99 = sync[Math.ceil(0.99 * sync.length) - 1] ?? Number.NaN
const figures: Figure[] = []
const add = (some: Figure[]) => {
  figures.push(...some)
  process.stderr.write(`${table(some)}\n`)
}
add([figure('disk: fsync of 4 KiB', 'ms', sync, { note: `p99 ${p99.toFixed(1)} ms` })])

const load = await startLoad()
const peer = values.peer ? await startPeer() : null
try {
  if (wanted.has('ingest')) add(await ingestFigures(peer, load))
  if (wanted.has('streams')) add(await streamFigures(peer, load, Number(values.streams)))
  if (wanted.has('desk')) add(await deskFigures())
} finally {
  await peer?.remove()
  await load.end()
  await removeTemporaryDirectories()
}

process.stdout.write(`${table(figures)}\n`)
mkdirSync('test-results', { recursive: true })
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, load: loadavg() }
writeFileSync(values.json, `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2)}\n`)
