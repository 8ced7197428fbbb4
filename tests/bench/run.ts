import { spawnSync } from 'node:child_process'
import { writeFileSync, mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, isStale } from '#electron/build-if-stale.ts'
import { setup as buildProcesses } from '../build-processes.ts'
import { temporaryDataDir } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { browserFigures, searchBrowserFigures } from './browser-figures.ts'
import { changesFigures } from './changes-figures.ts'
import { coreFigures } from './core-figures.ts'
import { dealerFigures } from './dealer-figures.ts'
import { desktopFigures } from './desktop-figures.ts'
import { caseFigures, caseSearchFigures } from './desk-figures.ts'
import { drawingBrowserFigures, drawingFigures, seedHistory } from './drawing-figures.ts'
import { extensionPopupFigures } from './extension-popup-figures.ts'
import { extensionScanFigures } from './extension-scan-figures.ts'
import { hostileFigures } from './hostile-figures.ts'
import { seedProcedures } from './desk-seed.ts'
import { fsyncTimes } from './disk.ts'
import { jobFigures } from './job-figures.ts'
import { nativeHostFigures } from './native-host-figures.ts'
import { serviceDocumentFigures } from './service-document-figures.ts'
import { packageFigures } from './package-figures.ts'
import { pastedTextFigures, pastedTextQuality } from './pasted-text-figures.ts'
import { pdfFigures } from './pdf-figures.ts'
import { listQueueFigures } from './list-queue-figures.ts'
import { listScreenFigures } from './list-screen-figures.ts'
import { plateListFigures } from './plate-list-figures.ts'
import { watchFigures } from './watch-figures.ts'
import { transferBatchFigures } from './transfer-batch-figures.ts'
import { floorsAndPeers } from './peers/peers-alone.ts'
import { procedureFigures } from './procedure-figures.ts'
import { quickLookupFigures } from './quick-lookup-figures.ts'
import { sampleOfficeFigures } from './sample-office-figures.ts'
import { seedDataDir } from './seed.ts'
import { signatureRequestFigures } from './signature-request-figures.ts'
import { figure, table, type Figure } from './statistics.ts'
import { updateFigures } from './update-figures.ts'

/**
 * `npm run bench`: the figures of architecture.md section 7 in this version, on a cache of `--reports` verdicts and as
 * many procedures (the searches are `querySet` of desk-data.ts), those of the service beside its peers (`--no-service`
 * leaves them out), and those of the relay beside its own (`--no-relay`). `--only` takes one part: `relay`;
 * `quick-lookup`, its panel; `search`, the searches of *Expedientes*; `extension`, the browser extension; `packages`,
 * those of the lightweight edition; `updates`; `pasted-text`, what is found in the published passages, and how fast;
 * `papers`, how well papers are recognised; `lists`, the plates, the queue and the screen of a list; `dealers`, the boards
 * of dealers; `transfers`, those begun together; `figures`, those of *Cifras*; `jobs`, the keys, clicks, fields and
 * seconds of the jobs of every day, and what they were; `peers`, what the browser itself needs, and lists as a team would
 * otherwise build them. No time fails the run: the table marks the targets met and
 * missed.
 */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    reports: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    service: { type: 'boolean', default: true },
    relay: { type: 'boolean', default: true },
    only: { type: 'string' },
    json: { type: 'string', default: 'test-results/bench.json' },
  },
})
/** Each starts the application again. */
const UPDATES = 8
/** Each starts an office of its own for each job and device. */
const JOB_RUNS = 5
const reports = Number(values.reports)
const rounds = Number(values.rounds)
const ONLY = [
  'relay',
  'quick-lookup',
  'search',
  'extension',
  'packages',
  'updates',
  'pasted-text',
  'papers',
  'lists',
  'dealers',
  'transfers',
  'figures',
  'jobs',
  'peers',
]
if (values.only !== undefined && !ONLY.includes(values.only)) {
  process.stderr.write(`--only takes ${ONLY.join(', ')}
`)
  process.exit(2)
}
if (!Number.isInteger(reports) || !Number.isInteger(rounds) || reports < 1 || rounds < 1) {
  process.stderr.write('--reports and --rounds take a whole number of one or more\n')
  process.exit(2)
}

/** Figures in a process of their own, undisturbed by the others. */
const inOwnProcess = (name: string) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(name, import.meta.url))], { stdio: 'inherit' }).status
if (values.only === 'relay') process.exit(inOwnProcess('relay-bench.ts') ?? 1)
if (values.only === 'papers') process.exit(inOwnProcess('paper-bench.ts') ?? 1)

if (values.only === 'pasted-text') {
  process.stdout.write(`${pastedTextQuality()}\n\n${table(pastedTextFigures(rounds))}\n`)
  process.exit()
}

// Measures a build of the present sources.
const root = fileURLToPath(new URL('../..', import.meta.url))
await buildProcesses()
if (values.only === 'transfers') {
  process.stdout.write(`${table(await transferBatchFigures())}\n`)
  await removeTemporaryDirectories()
  process.exit()
}
if (isStale(root) && !(await build(root))) process.exit(1)
if (values.only === 'lists') {
  const figures = [
    ...(await plateListFigures(rounds)),
    ...(await listQueueFigures()),
    ...(await listScreenFigures()),
    ...watchFigures(),
  ]
  process.stdout.write(`${table(figures)}\n`)
  await removeTemporaryDirectories()
  process.exit()
}
if (values.only === 'jobs') {
  process.stdout.write(`${jobFigures(JOB_RUNS)}\n`)
  process.exit()
}
if (values.only === 'peers') {
  process.stdout.write(`${table(await floorsAndPeers(reports, rounds))}\n`)
  process.exit()
}
if (values.only === 'updates') {
  process.stdout.write(`${table(await updateFigures(UPDATES))}\n`)
  process.exit()
}
if (values.only === 'extension') {
  const figures = [
    ...(await nativeHostFigures(rounds)),
    ...(await extensionScanFigures(rounds)),
    ...(await extensionPopupFigures(rounds)),
  ]
  process.stdout.write(`${table(figures)}\n`)
  process.exit()
}
if (values.only === 'packages') {
  process.stdout.write(`${table(await packageFigures())}\n`)
  process.exit()
}

const dataDir = await temporaryDataDir()
try {
  process.stderr.write(`seeding ${reports} verdicts…\n`)
  await seedDataDir(dataDir.path, reports)
  const figures =
    values.only === 'quick-lookup'
      ? [...(await quickLookupFigures(dataDir.path, rounds)), ...(await desktopFigures())]
      : values.only === 'search'
        ? await onlySearch(dataDir.path)
        : values.only === 'dealers'
          ? await onlyDealers(dataDir.path)
          : values.only === 'figures'
            ? await onlyDrawings(dataDir.path)
            : await allFigures(dataDir.path)
  process.stdout.write(`${table(figures)}\n`)
  mkdirSync('test-results', { recursive: true })
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version }
  writeFileSync(
    values.json,
    `${JSON.stringify({ at: new Date().toISOString(), machine, reports, figures }, null, 2)}\n`,
  )
  process.stderr.write(`written to ${values.json}\n`)
} finally {
  await removeTemporaryDirectories()
  await dataDir.remove()
}
if (values.only === undefined) {
  inOwnProcess('paper-bench.ts')
  process.stdout.write(`\n${jobFigures(JOB_RUNS)}\n`)
}
if (values.only === undefined && values.service) inOwnProcess('service-bench.ts')
if (values.only === undefined && values.relay) inOwnProcess('relay-bench.ts')

async function onlySearch(directory: string): Promise<Figure[]> {
  process.stderr.write(`seeding ${reports} procedures…\n`)
  const seededAt = Date.now()
  await seedProcedures(directory, reports, seededAt)
  return [
    ...(await caseSearchFigures(directory, reports, seededAt)),
    ...(await searchBrowserFigures(directory, reports, seededAt)),
  ]
}

async function onlyDealers(directory: string): Promise<Figure[]> {
  process.stderr.write(`seeding ${reports} procedures…\n`)
  const seededAt = Date.now()
  await seedProcedures(directory, reports, seededAt)
  return dealerFigures(directory, reports, seededAt)
}
async function onlyDrawings(directory: string): Promise<Figure[]> {
  process.stderr.write(`seeding ${reports} procedures and their history…\n`)
  const seededAt = Date.now()
  await seedProcedures(directory, reports, seededAt)
  await seedHistory(directory, reports, seededAt)
  return [
    ...(await drawingFigures(directory, reports, seededAt)),
    ...(await drawingBrowserFigures(directory)),
  ]
}

async function allFigures(directory: string): Promise<Figure[]> {
  process.stderr.write(`seeding ${reports} procedures…\n`)
  const seededAt = Date.now()
  await seedProcedures(directory, reports, seededAt)
  return [
    figure('disk: one durable 4 KiB write', 'ms', fsyncTimes(directory)),
    ...(await coreFigures(directory, reports)),
    ...(await hostileFigures()),
    ...(await caseFigures(directory, reports, seededAt)),
    ...(await dealerFigures(directory, reports, seededAt)),
    ...(await changesFigures()),
    ...(await procedureFigures()),
    ...(await transferBatchFigures()),
    ...(await serviceDocumentFigures()),
    ...(await pdfFigures()),
    ...pastedTextFigures(rounds),
    ...(await plateListFigures(rounds)),
    ...(await listQueueFigures()),
    ...(await listScreenFigures()),
    ...watchFigures(),
    ...(await signatureRequestFigures()),
    ...(await browserFigures(directory, reports, rounds, seededAt)),
    ...(await quickLookupFigures(directory, rounds)),
    ...(await desktopFigures()),
    ...(await nativeHostFigures(rounds)),
    ...(await extensionScanFigures(rounds)),
    ...(await extensionPopupFigures(rounds)),
    ...(await sampleOfficeFigures()),
    ...(await updateFigures(UPDATES)),
  ]
}
