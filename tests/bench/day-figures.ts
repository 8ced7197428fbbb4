import { spawn } from 'node:child_process'
import { statSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { nodeOptions, startApplication } from '#tests/fakes/application.ts'
import { plainPages } from '#tests/fakes/large-pdfs.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { lookUp } from './browser-figures.ts'
import { heapMegabytes } from './page-heap.ts'
import { residentMegabytes } from './resident-memory.ts'
import { plateAt } from './seed.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

/** What an employee does in a day at the desk. */
const DAY = { lookups: 400, files: 60, papers: 200 } as const
/** One in so many answers is waited for until it is fresh. */
const FRESH_EVERY = 10
const PAPERS = 8
const PAGES_OF_A_PAPER = 6
/** What a start or a day leaves to be done afterwards is done by then. */
const REST_MS = 5_000
/** Wanted of the host: after its start, and after a day. */
const TARGETS = { start: 110, day: 160 } as const

/** What the host is made of: servers, client, schemas, and an open database in a thread. */
const LIBRARIES = `
  import { Worker } from 'node:worker_threads'
  import { fastify } from 'fastify'
  import { request } from 'undici'
  import { WebSocketServer } from 'ws'
  import { z } from 'zod'
  const app = fastify()
  app.get('/', () => z.object({ one: z.string() }).parse({ one: '1' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  new WebSocketServer({ server: app.server })
  await (await request('http://127.0.0.1:' + app.server.address().port)).body.text()
  new Intl.DateTimeFormat('es-ES', { dateStyle: 'long' }).format()
  new Worker(
    'import("better-sqlite3-multiple-ciphers").then(({ default: Database }) => new Database(":memory:").exec("CREATE TABLE one (two)")); setInterval(() => {}, 1e6)',
    { eval: true },
  )
`

interface Sample {
  /** Resident memory of the host's process, in MB. */
  host: number
  /** JavaScript that the window keeps, in MB. */
  heap: number
  /** The account's data on the disk, in MB. */
  disk: number
}

/**
 * Memory and disk of an office PC that is left on for `days` days of work, all in one window and one run of the host:
 * what grows with each of them is a leak.
 */
export async function dayFigures(dataDir: string, reports: number, days: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write('no Chromium here: the figures of a day are left out\n')
    return []
  }
  const bare = await megabytesOf(['-e', 'setInterval(() => {}, 1e6)'])
  const libraries = await megabytesOf(['--input-type=module', '-e', LIBRARIES])
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    await page.goto(application.entry)
    await atConsulta(page)
    const sample = async (): Promise<Sample> => {
      await sleep(REST_MS)
      return {
        host: residentMegabytes(application.pid),
        heap: await heapMegabytes(page),
        disk: megabytesIn(join(dataDir, 'demo')),
      }
    }
    const start = await sample()
    await beginDraft(page)
    const ends: Sample[] = []
    for (let day = 0; day < days; day++) {
      process.stderr.write(`day ${day + 1} of ${days}…\n`)
      await lookUpPlates(page, day, reports)
      await openFiles(page)
      await previewPapers(page)
      await page.keyboard.press('Control+1')
      ends.push(await sample())
    }
    return figuresOf({ bare, libraries }, start, ends)
  } finally {
    await browser.close()
    await application.stop()
  }
}

function figuresOf(
  { bare, libraries }: { bare: number; libraries: number },
  start: Sample,
  ends: readonly Sample[],
): Figure[] {
  const floor = floorOf(figure('', 'MB', [bare]), 'Node with nothing loaded')
  const [first = start] = ends
  const last = ends.at(-1) ?? first
  // Day by day: what grows once and stays is no leak.
  const grown = (of: keyof Sample) => {
    const change = last[of] - first[of]
    const days = ends.map((end) => end[of].toFixed(0)).join(', ')
    return `${days}: ${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} MB from the first day's end to the last's`
  }
  return [
    figure('floor: memory of Node with nothing loaded', 'MB', [bare]),
    figure("floor: memory of Node with the host's libraries and a thread with SQLite", 'MB', [libraries], {
      note: 'each used once, and nothing of ours',
    }),
    figure("memory of the web host's process, after its start", 'MB', [start.host], {
      target: TARGETS.start,
      floor,
    }),
    figure(
      `memory of the web host's process, after each of ${ends.length} days`,
      'MB',
      ends.map(({ host }) => host),
      { target: TARGETS.day, floor, note: grown('host') },
    ),
    figure('JavaScript heap of the window, after its start', 'MB', [start.heap]),
    figure(
      `JavaScript heap of the window, after each of ${ends.length} days`,
      'MB',
      ends.map(({ heap }) => heap),
      { note: grown('heap') },
    ),
    figure(
      `data on the disk, after each of ${ends.length} days`,
      'MB',
      ends.map(({ disk }) => disk),
      { note: `${start.disk.toFixed(1)} MB before; ${grown('disk')}` },
    ),
  ]
}

async function atConsulta(page: Page): Promise<void> {
  await page.keyboard.press('Control+1')
  await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
}

/** A transfer with its papers, to be read all day. */
async function beginDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Nuevo' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Pasos' }).waitFor()
  const buffer = await plainPages(PAGES_OF_A_PAPER)
  const papers = Array.from({ length: PAPERS }, (_, at) => ({
    name: `contrato ${at + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.concat([buffer, Buffer.from(`% ${at}\n`)]),
  }))
  await page
    .getByRole('button', { name: /Documentos/ })
    .first()
    .click()
  await page.locator('input[type=file]').first().setInputFiles(papers)
  await page
    .locator('.draft-document')
    .nth(PAPERS - 1)
    .waitFor()
}

async function lookUpPlates(page: Page, day: number, reports: number): Promise<void> {
  await atConsulta(page)
  for (let at = 0; at < DAY.lookups; at++) {
    const vrm = plateAt((day * DAY.lookups + at * 131) % reports)
    // All are asked again of the service, in their turn: waiting for each would take the day itself.
    await lookUp(page, vrm, at % FRESH_EVERY === 0 ? 'solid' : 'words')
  }
}

async function openFiles(page: Page): Promise<void> {
  for (let at = 0; at < DAY.files; at++) {
    await page.keyboard.press('Control+2')
    const row = page.locator(`[data-row="${at % 8}"]`)
    await row.press('Enter')
    await page.locator('.track').waitFor()
  }
}

async function previewPapers(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('borradores')
  await page.keyboard.press('Enter')
  await page.locator('[data-draft] .row').first().press('Enter')
  await page
    .getByRole('button', { name: /Documentos/ })
    .first()
    .click()
  for (let at = 0; at < DAY.papers; at++) {
    // A page is drawn in a canvas that was another's, and says so once it is.
    await page
      .locator('.drawn canvas')
      .evaluateAll((all: HTMLCanvasElement[]) => all.forEach((canvas) => delete canvas.dataset['drawn']))
    await page.getByRole('button', { name: `Ver contrato ${(at % PAPERS) + 1}.pdf` }).click()
    await page.locator('.drawn canvas[data-drawn="true"]').first().waitFor()
  }
}

/** Resident memory of Node, of this version and with the options of the host, that runs no more than this. */
async function megabytesOf(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...nodeOptions, ...args])
  await sleep(3_000)
  const megabytes = residentMegabytes(child.pid ?? 0)
  child.kill()
  return megabytes
}

function megabytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size / 1024 ** 2, 0)
}
