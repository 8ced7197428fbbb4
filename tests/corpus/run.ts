import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, preview } from 'vite'
import { taskLimitMs } from '#renderer/features/document-tools/worker-task.ts'
import { createAssetFileNames } from '../../build/vite-plugins.ts'
import { chromiumArgs, ensureChromium, findHeadlessShell } from '../system.ts'
import type { CorpusAnswer } from './page.tsx'

const USAGE = `npm run corpus -- FOLDER [options]

Reads every file of a folder, and of the folders in it, as the application reads the files that an office gets: in
Chromium, with the application's own readers and limits. Prints a line for each file, and totals for each kind. Fails if
a reading hangs or crashes, ends in an error that no screen translates, or reads nothing without a word about why.

  --only=EXT,EXT  files with these endings alone
  --at-most=N     N files of each ending, spread evenly over the folder
  --pages=N       pages that are drawn of each PDF (3)
`
/** Beyond the limit of the application: a busy machine starts workers late. */
const MARGIN_MS = 20_000
/** The preview of a page has no limit: its user closes it. */
const PAGE_LIMIT_MS = 15_000

type Failure = 'hang' | 'crash' | 'raw error' | 'silence'

interface Row {
  path: string
  kind: string
  answer: CorpusAnswer
  ms: number
  /** Peak resident memory of the window and its workers; 0 where the system does not tell it. */
  megabytes: number
  failure: Failure | null
}

const NOTHING: CorpusAnswer = { rows: 0, plates: 0, told: [], isWhole: false, blankPages: [] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    'at-most': { type: 'string' },
    pages: { type: 'string', default: '3' },
  },
})
const [folder] = positionals
if (folder === undefined || (await ensureChromium()) === null) {
  process.stderr.write(folder === undefined ? USAGE : 'Chromium is missing.\n')
  process.exit(2)
}
const rows = await readCorpus(folder, pathsIn(folder), Number(values.pages))
process.stdout.write(totalsOf(rows))
process.exit(rows.some(({ failure }) => failure !== null) ? 1 : 0)

function pathsIn(from: string): string[] {
  const wanted = values.only?.toLowerCase().split(',')
  const byKind = Map.groupBy(
    readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(from, path)).isFile())
      .filter((path) => !wanted || wanted.includes(kindOf(path)))
      .toSorted(),
    kindOf,
  )
  const most = Number(values['at-most'] ?? Infinity)
  return [...byKind.values()].flatMap((paths) => {
    const step = Math.max(1, paths.length / most)
    return paths.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  })
}

function kindOf(path: string): string {
  return extname(path).slice(1).toLowerCase() || 'no ending'
}

/** Reads files one after another in one page. After a hang or a crash the next file gets a new page. */
async function readCorpus(from: string, paths: readonly string[], pages: number): Promise<Row[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'corpus-page-'))
  const config: InlineConfig = {
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [
      react(),
      {
        name: 'files-of-the-corpus',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use('/file/', (request, response) => {
            const path = paths[Number(request.url?.slice(1))]
            if (path !== undefined) createReadStream(join(from, path)).pipe(response)
          })
        },
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rollupOptions: { output: { assetFileNames: createAssetFileNames() } },
    },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  const address = server.resolvedUrls?.local[0] ?? ''
  const read: Row[] = []
  let window: Window | null = null
  try {
    for (const [index, path] of paths.entries()) {
      window ??= await openWindow(address)
      const row = await readOne(window, join(from, path), index, pages)
      const shown = { ...row, path }
      read.push(shown)
      process.stdout.write(lineOf(shown))
      if (row.failure !== 'hang' && row.failure !== 'crash') continue
      await window.browser.close()
      window = null
    }
  } finally {
    await window?.browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
  return read
}

interface Window {
  browser: Browser
  page: Page
  /** Process of the page and its workers. */
  pid: number
  /** Errors that nothing caught, since they were last read. */
  uncaught: string[]
}

async function openWindow(address: string): Promise<Window> {
  const browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? '',
    args: [...chromiumArgs],
  })
  const page = await browser.newPage({ locale: 'es-ES', timezoneId: 'Europe/Madrid' })
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(String(error)))
  await page.goto(address)
  const devTools = await browser.newBrowserCDPSession()
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo')
  return { browser, page, uncaught, pid: processInfo.findLast(({ type }) => type === 'renderer')?.id ?? 0 }
}

async function readOne(
  { page, pid, uncaught }: Window,
  path: string,
  index: number,
  pages: number,
): Promise<Row> {
  const started = performance.now()
  const rowOf = (answer: CorpusAnswer, failure: Failure | null): Row => ({
    path,
    kind: kindOf(path),
    answer,
    ms: performance.now() - started,
    megabytes: peakMegabytes(pid),
    failure,
  })
  forgetPeak(pid)
  const limit = Promise.withResolvers<'hang' | 'crash'>()
  const timer = setTimeout(
    () => limit.resolve('hang'),
    taskLimitMs(statSync(path).size) + MARGIN_MS + pages * PAGE_LIMIT_MS,
  )
  const onCrash = () => limit.resolve('crash')
  page.once('crash', onCrash)
  const answer = await Promise.race([
    page.evaluate(([address, name, most]) => window.readCorpusFile(address, name, most), [
      `/file/${index}`,
      path.split(/[/\\]/).at(-1) ?? '',
      pages,
    ] as const),
    limit.promise,
  ]).catch(() => 'crash' as const)
  clearTimeout(timer)
  page.off('crash', onCrash)
  if (typeof answer === 'string') return rowOf(NOTHING, answer)
  const [raw = answer.raw] = uncaught.splice(0)
  if (raw !== undefined) return rowOf({ ...answer, raw }, 'raw error')
  return rowOf(answer, answer.rows === 0 && answer.told.length === 0 ? 'silence' : null)
}

/** Peak resident memory of a process since `forgetPeak`, where Linux tells it. */
function peakMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Another system, or a process that has crashed.
  }
}

function lineOf({ path, kind, answer, ms, megabytes, failure }: Row): string {
  const { rows: read, plates, told, raw, blankPages } = answer
  const remarks = [
    failure === null ? '' : `FAILED: ${failure}`,
    raw ?? '',
    blankPages.length > 0 ? `? blank pages: ${blankPages.join(', ')}` : '',
    ...told,
  ]
  return [
    path,
    kind,
    `${read} rows`,
    `${plates} plates`,
    `${Math.round(ms)} ms`,
    `${Math.round(megabytes)} MB`,
    remarks.filter(Boolean).join(' | ') || '-',
  ]
    .join('\t')
    .concat('\n')
}

/** Totals of each kind as a table, and the files that failed. */
function totalsOf(all: readonly Row[]): string {
  const names = ['kind', 'files', 'read', 'told', 'failed', 'p95 ms', 'peak MB']
  const table = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const failed = ofKind.filter(({ failure }) => failure !== null).length
    const whole = ofKind.filter(({ failure, answer }) => failure === null && answer.isWhole).length
    const times = ofKind.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return [
      kind,
      ofKind.length,
      whole,
      ofKind.length - whole - failed,
      failed,
      Math.round(times[Math.ceil(times.length * 0.95) - 1] ?? 0),
      Math.round(Math.max(...ofKind.map(({ megabytes }) => megabytes))),
    ]
  })
  const failures = all.filter(({ failure }) => failure !== null)
  return [
    '',
    ...[names, ...table].map((cells) => cells.map((cell) => String(cell).padStart(9)).join(' ')),
    '',
    ...failures.map(({ path, failure, answer }) => `${failure}: ${path} ${answer.raw ?? ''}`.trim()),
    '',
  ].join('\n')
}
