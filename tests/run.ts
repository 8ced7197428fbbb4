import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findElectron } from '../electron/choose-host.ts'
import { LIST, readFailures, readSlowest, TIMES, type Failure } from './failures.ts'
import { ROUNDS } from './faults/rounds.ts'
import { commitCount, givenTurn, GATE_STATES, leftOut, runsInTurn, STATE_TURNS } from './gate.ts'
import { runPart } from './run-part.ts'
import { ensureChromium, ensureFirefox, ensurePrograms } from './system.ts'

/**
 * `npm test` runs fast things first and does not stop at a failure. `gate.ts` chooses the files. A part that cannot run
 * here is listed with its reason, and never counts as passed. `npm run test:full` (`--full`) runs every file, more rounds
 * of the kill and cut suites, and every state of the screens in both themes, and prints the coverage of the unit tests.
 *
 * `npm run test:quick` (`--quick`) checks the files that changed since a commit (`--since=main`, by default the last one).
 * `npm run typecheck` (`--types`) checks the types of every project.
 */

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    types: { type: 'boolean', default: false },
  },
})
const FULL_ROUNDS = '10'

interface Part {
  name: string
  command: string
  args: string[]
  /** Runs beside another quick one, before the others. */
  quick?: boolean
  env?: Record<string, string>
  /** Imports the tools that `npm ci` leaves out (build/with-tools.ts). */
  needsTools?: boolean
  /** Reason why it cannot run on this machine, if so. */
  skip?: string
}

const bin = (name: string) => `node_modules/.bin/${name}`

/** Turn of this run; `null` where every file runs. */
const turn = values.full ? null : (givenTurn() ?? commitCount())

/** A project of vitest, which leaves out files of other turns by itself (`vitest.config.ts`). */
const vitestPart = (name: string, project: string): Part => ({
  name,
  command: bin('vitest'),
  args: ['run', `--project=${project}`, ...(values.full && project === 'fast' ? ['--coverage'] : [])],
})

/** The browser tests of a folder, or those of its files whose turn it is. */
function browserPart(name: string, folder: string): Part {
  const command = bin('playwright')
  const args = ['test', '-c', folder]
  if (turn === null) return { name, command, args }
  const chosen = globSync(`${folder}/*.spec.ts`).filter((file) => runsInTurn(file, turn, 'browsers'))
  const none = chosen.length === 0 && { skip: 'its files have another turn' }
  return { name, command, args: [...args, ...chosen], ...none }
}

/** Property tests of what PCs exchange. In the full run they have thousands of orders, which no coverage may slow down. */
const LONG_MODELS: Part = {
  name: 'exchanges in thousands of orders',
  command: bin('vitest'),
  args: [
    'run',
    '--project=fast',
    'tests/unit/core/sharing/converge.test.ts',
    'tests/unit/core/drafts/handovers.test.ts',
  ],
  quick: true,
}

const projects = ['shared', 'shared/server', 'electron', 'renderer', 'service', 'relay', 'extension', 'tests']

/** Where `tsc` keeps what it knows of the last run: an unchanged file is not checked again. */
const BUILD_INFO = 'node_modules/.cache/tsc'

const typesPart = (project: string): Part => ({
  name: `types: ${project}`,
  command: bin('tsc'),
  args: [
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `${BUILD_INFO}/${project.replaceAll('/', '-')}.tsbuildinfo`,
  ],
  quick: true,
  needsTools: project === 'tests',
})

const lintPart = (files: string[] = []): Part => ({
  name: 'lint',
  command: bin('oxlint'),
  args: files,
  quick: true,
  needsTools: true,
})

const toolsPart: Part = { name: 'tools', command: process.execPath, args: ['build/with-tools.ts'] }

function parts(chromium: string | null, noPostgres: string | null): Part[] {
  const noBrowser = chromium === null ? { skip: 'no Chromium here and no permission to install it' } : {}
  return [
    // The longest of the quick ones: the others run beside it.
    {
      ...vitestPart('unit and architecture', 'fast'),
      quick: true,
      ...(values.full && { env: { FULL: '' } }),
    },
    ...(values.full ? [LONG_MODELS] : []),
    ...projects.map(typesPart),
    lintPart(),
    { name: 'format', command: bin('prettier'), args: ['--check', '--log-level=warn', '.'], quick: true },
    { name: 'unused code', command: bin('knip'), args: ['--no-progress'], quick: true, needsTools: true },
    // Leaves its stamp: a file that builds what is stale would otherwise empty `out` beside those that run from it.
    { name: 'build', command: process.execPath, args: ['electron/build-if-stale.ts'], quick: true },
    vitestPart('integration', 'integration'),
    { ...vitestPart('relay over PostgreSQL', 'postgres'), ...(noPostgres !== null && { skip: noPostgres }) },
    { ...vitestPart('packages', 'packages'), needsTools: true },
    { ...browserPart('screens', 'tests/renderer'), ...noBrowser },
    { ...browserPart('pages of the extension', 'tests/extension'), ...noBrowser },
    { ...browserPart('end to end', 'tests/e2e'), ...noBrowser },
    { ...browserPart('extension in its browsers', 'tests/extension/e2e'), ...noBrowser },
  ]
}

/** Files that differ from a commit and are still there, new ones too. */
function changedFiles(since: string): string[] {
  const list = (...args: string[]) => execFileSync('git', [...args, '-z'], { encoding: 'utf8' }).split('\0')
  const changed = list('diff', '--name-only', '--diff-filter=d', since)
  return [...new Set([...changed, ...list('ls-files', '--others', '--exclude-standard')])].filter(Boolean)
}

/** Parts for what changed since a commit. Tests that start processes run only if they changed themselves. */
function quickParts(since: string): Part[] {
  const changed = changedFiles(since)
  const chosen = projects.filter((project) => touches(changed, project)).map(typesPart)
  // The project that takes longest begins first.
  chosen.reverse()
  const linted = changed.filter((path) => /\.(ts|tsx|js)$/.test(path))
  const formatted = changed.filter((path) => /\.(ts|tsx|js|css|html|json|yml)$/.test(path))
  if (linted.length > 0) chosen.push(lintPart(linted))
  if (formatted.length > 0)
    chosen.push({
      name: 'format',
      command: bin('prettier'),
      args: ['--check', '--log-level=warn', '--ignore-unknown', ...formatted],
    })
  const fast = vitestPart('affected unit tests', 'fast')
  chosen.unshift({
    ...fast,
    args: [...fast.args, `--changed=${since}`, '--passWithNoTests', '--exclude=tests/architecture/**'],
  })
  // They read the sources as text, which no import graph shows.
  if (linted.length > 0 || changed.some((path) => path.endsWith('.css')))
    chosen.push({
      ...vitestPart('architecture', 'fast'),
      args: ['run', '--project=fast', 'tests/architecture/'],
    })
  for (const project of ['integration', 'packages'] as const) {
    const tests = changed.filter((path) => isTestOf(path, project))
    if (tests.length > 0)
      chosen.push({
        name: `changed ${project} tests`,
        command: bin('vitest'),
        args: ['run', `--project=${project}`, ...tests],
        needsTools: project === 'packages',
      })
  }
  return chosen.map((part) => ({ ...part, quick: true }))
}

const FOLDERS_OF: Record<'integration' | 'packages', RegExp> = {
  integration: /^tests\/(integration|conformance|faults)\/.*\.test\.ts$/,
  packages: /^tests\/packages\/.*\.test\.ts$/,
}
const isTestOf = (path: string, project: 'integration' | 'packages') => FOLDERS_OF[project].test(path)

/** True if a project has one of the files, or may import it. */
function touches(changed: readonly string[], project: string): boolean {
  const folders = project === 'tests' ? ['tests', 'build', ...projects] : [project, 'shared']
  if (project === 'extension') folders.push('renderer/design')
  if (project.startsWith('shared')) folders.splice(0, folders.length, 'shared')
  const isOfAll = (path: string) => /^(tsconfig[^/]*|package(-lock)?)\.json$/.test(path)
  const isOf = (path: string) =>
    /\.tsx?$/.test(path) &&
    (path.includes('/') ? folders.some((folder) => path.startsWith(`${folder}/`)) : project === 'tests')
  return changed.some((path) => isOfAll(path) || isOf(path))
}

mkdirSync(BUILD_INFO, { recursive: true })
const folder = await mkdtemp(join(tmpdir(), 'ventanilla-tests-'))
const times = join(folder, 'times.jsonl')
const env = {
  ...process.env,
  [TIMES]: times,
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  NO_PICTURES: '1',
  // What every process compiles, kept for the next one: a sixth of the processor's time in the integration tests.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  ...(turn === null ? { FAULT_ROUNDS: FULL_ROUNDS, FULL: '1' } : { GATE_TURN: String(turn) }),
}
interface Result {
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  seconds: number
  why?: string
  failures: Failure[]
  /** End of its output; absent where its failed tests are listed. */
  end?: string
}

async function run(part: Part, say?: (chunk: Buffer) => unknown): Promise<Result> {
  const { name, command, args, skip, env: own } = part
  if (skip !== undefined) return { name, outcome: 'skipped', seconds: 0, why: skip, failures: [] }
  const started = performance.now()
  const list = join(folder, `${name.replaceAll(/\W+/g, '-')}.jsonl`)
  const { passed, end } = await runPart(command, args, { ...env, ...own, [LIST]: list }, say)
  const seconds = (performance.now() - started) / 1000
  const failures = readFailures(list)
  return {
    name,
    outcome: passed ? 'passed' : 'failed',
    seconds,
    failures,
    ...(failures.length === 0 && { end }),
  }
}

const heading = ({ name }: Part) => `\n── ${name}\n`

/** Runs them one by one, with live output. */
async function runOneByOne(some: Part[]): Promise<Result[]> {
  const done: Result[] = []
  for (const part of some) {
    process.stdout.write(heading(part))
    done.push(await run(part))
  }
  return done
}

/**
 * Installs the tools if a part needs them. If that fails, the parts that need them are skipped.
 * @returns the result of the installation, and the parts to run
 */
async function installTools(some: Part[]): Promise<[Result[], Part[]]> {
  if (!some.some(({ needsTools }) => needsTools)) return [[], some]
  const installed = await runOneByOne([toolsPart])
  if (installed.every(({ outcome }) => outcome === 'passed')) return [installed, some]
  const skip = 'its tools could not be installed'
  return [installed, some.map((part) => (part.needsTools ? { skip, ...part } : part))]
}

/** Runs them two at a time, printing each one's output at its end: most of them use one core. */
async function runInPairs(some: Part[]): Promise<Result[]> {
  const done: Result[] = []
  const waiting = some.values()
  const work = async () => {
    for (const part of waiting) {
      const said: Buffer[] = []
      done.push(await run(part, (chunk) => said.push(chunk)))
      process.stdout.write(heading(part))
      process.stdout.write(Buffer.concat(said))
    }
  }
  await Promise.all([work(), work()])
  return done
}

const isPartial = values.quick || values.types
const chromium = isPartial ? null : await ensureChromium()
const firefox = isPartial ? null : await ensureFirefox()
const all = values.types
  ? projects.map(typesPart).toReversed()
  : values.quick
    ? quickParts(values.since)
    : parts(chromium, await ensurePrograms('postgres'))
const began = performance.now()
const [installed, runnable] = await installTools(all)
const results = [
  ...installed,
  ...(await runInPairs(runnable.filter(({ quick }) => quick))),
  ...(await runOneByOne(runnable.filter(({ quick }) => !quick))),
]

for (const { name, outcome, end } of results) {
  if (outcome === 'failed' && end !== undefined) process.stdout.write(`\n── how ${name} ended\n${end}\n`)
}
const slowest = readSlowest(times, 10)
await rm(folder, { recursive: true })
for (const { name, command, said } of results.flatMap(({ failures }) => failures))
  process.stdout.write(`\n── failed: ${name}\n${said}\n\nalone: ${command}\n`)

process.stdout.write('\n')
for (const { name, outcome, seconds, why } of results) {
  process.stdout.write(`${outcome.padEnd(8)} ${name} (${seconds.toFixed(1)} s)${why ? `: ${why}` : ''}\n`)
}
process.stdout.write('\nslowest files\n')
for (const { file, seconds, project } of slowest)
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s ${file} (${project})\n`)
process.stdout.write('\n')
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
if (isPartial) {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, in ${seconds} s\n`)
  process.exit(count('failed') > 0 ? 1 : 0)
}
const runtime =
  findElectron(process.cwd()) !== null
    ? 'and the desktop window on the Electron runtime'
    : 'and the desktop window over a stand-in of Electron (its runtime is not on this machine)'
process.stdout.write(
  values.full
    ? `kill and cut suites: ${FULL_ROUNDS} rounds of each\n`
    : `kill and cut suites: ${ROUNDS === 1 ? 'one round' : `${ROUNDS} rounds`} of each (npm run test:full: ${FULL_ROUNDS})\n`,
)
if (chromium !== null)
  process.stdout.write(
    turn === null
      ? 'screens: every state in both themes, and at 320 pixels\n'
      : `screens: ${GATE_STATES.length} states and one in ${STATE_TURNS} of the others, in one theme of the two (npm run test:full: all, in both, and at 320 pixels)\n`,
  )
process.stdout.write(
  values.full
    ? 'packages: as published, and in a Debian of their own\n'
    : 'packages: uncompressed, in a root over this one (npm run test:full: as published, lintian, and in a Debian of their own)\n',
)
process.stdout.write(
  `browsers with the extension, in their turn: Chromium${firefox === null ? ' (Firefox is not here, and its tests were skipped)' : ', Firefox'}\n`,
)
process.stdout.write(`hosts covered: the web host, ${runtime}\n`)
if (turn !== null) {
  const left = new Set([
    ...leftOut(turn, 'integration'),
    ...leftOut(turn, 'packages'),
    ...leftOut(turn, 'browsers'),
  ])
  process.stdout.write(
    `turn ${turn}: ${left.size} heavy files have one of the next two turns (GATE_TURN=${turn} npm test repeats this one)\n`,
  )
}
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
process.exitCode = count('failed') > 0 ? 1 : 0
