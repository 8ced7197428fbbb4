import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, isStale } from '#electron/build-if-stale.ts'
import { temporaryDataDir } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { setup as buildProcesses } from '../build-processes.ts'
import { compareCommits } from './compare.ts'
import { type About, withSection } from './figures-page.ts'
import { type Part, PARTS, type PartName } from './parts.ts'
import { seedProcedures, seedVerdicts } from './seed-store.ts'
import { type Figure, medianFigures, table } from './statistics.ts'
import { writeTraces } from './trace.ts'

const PAGE = 'docs/figures.md'
const TRACES = 'test-results/traces'
const NAMES = Object.keys(PARTS) as PartName[]
const COUNTS = ['reports', 'rounds', 'runs', 'days'] as const

const USAGE = `npm run bench -- [options]

Prints the figures of this version as a table, and writes them as JSON. A slow figure does not fail the run: the table
says which targets are met and missed.

  --only=PART       one part alone
  --reports=N       verdicts in the store, and as many procedures (100000)
  --rounds=N        repetitions of each measurement (60)
  --runs=N          whole runs; the table has their medians (1)
  --days=N          of the part "day" (10)
  --compare=COMMIT  a part of this work tree and of that commit in turns, three times each
  --trace           Chromium's traces of four keys, in ${TRACES}
  --write           writes the table to ${PAGE}, in the place of the former table of the part
  --json=FILE       test-results/bench.json

Parts:
${NAMES.map((name) => {
  const { about, isLong } = partNamed(name)
  return `  ${name.padEnd(16)}  ${about}${isLong ? '; not in a run of everything' : ''}`
}).join('\n')}
`

const { values } = parseArgs({
  options: {
    reports: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '1' },
    days: { type: 'string', default: '10' },
    only: { type: 'string' },
    compare: { type: 'string' },
    trace: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'string', default: 'test-results/bench.json' },
    help: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const { only, compare } = values

if (values.help) {
  process.stdout.write(USAGE)
  process.exit()
}
if (only !== undefined && !(NAMES as string[]).includes(only)) exitWith(`--only takes ${NAMES.join(', ')}`)
for (const name of COUNTS)
  if (!Number.isInteger(Number(values[name])) || Number(values[name]) < 1)
    exitWith(`--${name} takes a whole number of one or more`)
const [reports, rounds, runs, days] = COUNTS.map((name) => Number(values[name])) as [
  number,
  number,
  number,
  number,
]

if (compare !== undefined) {
  if (only === undefined) exitWith('--compare takes the part to compare: --only=PART')
  const options = [`--only=${only}`, `--reports=${reports}`, `--rounds=${rounds}`]
  process.stdout.write(`${compareCommits(root, compare, options)}\n`)
} else {
  await buildAll()
  if (values.trace)
    await withStore(true, async (directory) => {
      const files = await writeTraces(directory, TRACES)
      process.stderr.write(`written to ${files.join(', ')}\n`)
    })
  else await runParts(NAMES.filter((name) => (only === undefined ? !partNamed(name).isLong : name === only)))
}

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function partNamed(name: PartName): Part {
  return PARTS[name]
}

/** Builds the present sources. */
async function buildAll(): Promise<void> {
  await buildProcesses()
  if (isStale(root) && !(await build(root))) process.exit(1)
}

/** Runs parts, prints their table, and writes it where the options say. */
async function runParts(names: readonly PartName[]): Promise<void> {
  const byPart = new Map<PartName, Figure[]>()
  const isSeeded = names.some((name) => PARTS[name].isSeeded)
  await withStore(isSeeded, async (directory, seededAt) => {
    for (const name of names) {
      const all: Figure[][] = []
      for (let run = 0; run < runs; run++)
        all.push(await PARTS[name].figures({ rounds, reports, days, directory, seededAt }))
      byPart.set(name, medianFigures(all))
    }
  })
  const figures = [...byPart.values()].flat()
  process.stdout.write(`${table(figures)}\n`)
  const about = aboutRun()
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(values.json, `${JSON.stringify({ ...about, reports, figures }, null, 2)}\n`)
  process.stderr.write(`written to ${values.json}\n`)
  if (!values.write) return
  let page = readFileSync(PAGE, 'utf8')
  for (const [name, some] of byPart) page = withSection(page, name, PARTS[name].about, some, about)
  writeFileSync(PAGE, page)
  process.stderr.write(`written to ${PAGE}\n`)
}

function aboutRun(): About {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  return {
    at: new Date().toISOString(),
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    node: process.version,
    runs,
  }
}

/** Makes a data directory, with verdicts and procedures if it is seeded. Removes it afterwards. */
async function withStore(
  isSeeded: boolean,
  run: (directory: string, seededAt: number) => Promise<void>,
): Promise<void> {
  const dataDir = await temporaryDataDir()
  const seededAt = Date.now()
  try {
    if (isSeeded) {
      process.stderr.write(`seeding ${reports} verdicts and procedures…\n`)
      await seedVerdicts(dataDir.path, reports)
      await seedProcedures(dataDir.path, reports, seededAt)
    }
    await run(dataDir.path, seededAt)
  } finally {
    await removeTemporaryDirectories()
    await dataDir.remove()
  }
}
