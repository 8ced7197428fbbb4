import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, isStale } from '#electron/build-if-stale.ts'
import { temporaryDataDir } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { setup as buildProcesses } from '../build-processes.ts'
import { compare } from './compare.ts'
import { seedProcedures } from './desk-seed.ts'
import { type About, withSection } from './figures-page.ts'
import { type Part, PARTS, type PartName, type Seed, SEEDS } from './parts.ts'
import { seedDataDir } from './seed.ts'
import { type Figure, medianFigures, table } from './statistics.ts'
import { writeTraces } from './trace.ts'

const PAGE = 'docs/figures.md'
const TRACES = 'test-results/traces'
/** What is measured in a process of its own, undisturbed by the others, and is no list of figures. */
const SCRIPTS = { service: 'service-bench.ts', relay: 'relay-bench.ts' } as const
type ScriptName = keyof typeof SCRIPTS
const ONLY = [...Object.keys(PARTS), ...Object.keys(SCRIPTS)]

const USAGE = `npm run bench -- [options]

The figures of this version: as a table, and as JSON. No time fails the run: the table marks the targets met and missed.

  --only=PART       one part alone
  --reports=N       verdicts in the store, and as many procedures (100000)
  --rounds=N        of whatever is measured again and again (60)
  --runs=N          whole runs, of whose medians the table is (1)
  --days=N          of the part "day" (10)
  --offices=N       of the part "nodes" (10000)
  --no-service, --no-relay
                    without these two, in a run of everything
  --compare=COMMIT  a part of this work tree and of that commit in turns, three times each
  --trace           where the time of each path of the window goes, as a page in ${TRACES}
  --write           writes the table in ${PAGE}, or in the part's own page, in the place of the same part's
  --json=FILE       test-results/bench.json

Parts:
${Object.entries<Part>(PARTS)
  .map(
    ([name, { about, isLong }]) =>
      `  ${name.padEnd(16)}  ${about}${isLong ? '; not in a run of everything' : ''}`,
  )
  .join('\n')}
  service, relay    those two beside their peers
`

const { values } = parseArgs({
  allowNegative: true,
  options: {
    reports: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '1' },
    days: { type: 'string', default: '10' },
    offices: { type: 'string', default: '10000' },
    service: { type: 'boolean', default: true },
    relay: { type: 'boolean', default: true },
    only: { type: 'string' },
    compare: { type: 'string' },
    trace: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'string', default: 'test-results/bench.json' },
    help: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const [reports, rounds, runs, days, offices] = [
  values.reports,
  values.rounds,
  values.runs,
  values.days,
  values.offices,
].map(Number)

if (values.help) {
  process.stdout.write(USAGE)
  process.exit()
}
if (values.only !== undefined && !ONLY.includes(values.only)) wrong(`--only takes ${ONLY.join(', ')}`)
for (const number of [reports, rounds, runs, days, offices])
  if (!Number.isInteger(number) || Number(number) < 1)
    wrong('--reports, --rounds, --runs, --days and --offices take a whole number of one or more')

if (values.compare !== undefined) {
  if (values.only === undefined) wrong('--compare takes the part to compare: --only=PART')
  const asked = [`--only=${values.only}`, `--reports=${reports}`, `--rounds=${rounds}`]
  process.stdout.write(`${compare(root, values.compare ?? '', asked)}\n`)
} else if (values.trace) {
  await built()
  await withStore('procedures', (directory, seededAt) =>
    writeTraces(directory, Number(reports), seededAt, TRACES),
  )
} else if (values.only !== undefined) await only(values.only)
else await everything()

function wrong(words: string): never {
  process.stderr.write(`${words}\n`)
  process.exit(2)
}

async function only(name: string): Promise<void> {
  if (name in SCRIPTS) process.exitCode = inOwnProcess(name as ScriptName)
  else {
    await built()
    await measured([name as PartName])
  }
}

async function everything(): Promise<void> {
  await built()
  const names = Object.entries<Part>(PARTS).flatMap(([name, { isLong }]) =>
    isLong ? [] : [name as PartName],
  )
  await measured(names)
  if (values.service) inOwnProcess('service')
  if (values.relay) inOwnProcess('relay')
}

/** Measures a build of the present sources. */
async function built(): Promise<void> {
  await buildProcesses()
  if (isStale(root) && !(await build(root))) process.exit(1)
}

const inOwnProcess = (name: ScriptName) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(SCRIPTS[name], import.meta.url))], { stdio: 'inherit' })
    .status ?? 1

/** Runs those parts, prints their table and writes it where it is asked for. */
async function measured(names: readonly PartName[]): Promise<void> {
  const seed = SEEDS[Math.max(...names.map((name) => SEEDS.indexOf(PARTS[name].seed)))] ?? 'nothing'
  const byPart = new Map<PartName, Figure[]>()
  await withStore(seed, async (directory, seededAt) => {
    for (const name of names) {
      const all: Figure[][] = []
      for (let run = 0; run < Number(runs); run++)
        all.push(
          await PARTS[name].figures({
            rounds: Number(rounds),
            reports: Number(reports),
            days: Number(days),
            offices: Number(offices),
            directory,
            seededAt,
          }),
        )
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
  for (const [name, some] of byPart) {
    const part: Part = PARTS[name]
    const page = part.page ?? PAGE
    writeFileSync(page, withSection(readFileSync(page, 'utf8'), name, part.about, some, about))
    process.stderr.write(`written to ${page}\n`)
  }
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
    runs: Number(runs),
  }
}

/** Makes a data directory, filled as asked, and removes it afterwards. */
async function withStore(
  seed: Seed,
  run: (directory: string, seededAt: number) => Promise<unknown>,
): Promise<void> {
  const dataDir = await temporaryDataDir()
  const seededAt = Date.now()
  const needs = (what: Seed) => SEEDS.indexOf(seed) >= SEEDS.indexOf(what)
  try {
    if (needs('verdicts')) {
      process.stderr.write(`seeding ${reports} verdicts…\n`)
      await seedDataDir(dataDir.path, Number(reports))
    }
    if (needs('procedures')) {
      process.stderr.write(`seeding ${reports} procedures…\n`)
      await seedProcedures(dataDir.path, Number(reports), seededAt)
    }
    await run(dataDir.path, seededAt)
  } finally {
    await removeTemporaryDirectories()
    await dataDir.remove()
  }
}
