import { spawn } from 'node:child_process'
import { statSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { nodeOptions, startApplication } from '#tests/fakes/application.ts'
import { plainPages } from '#tests/fakes/large-pdfs.ts'
import { plateAt } from './invented-procedures.ts'
import { residentMegabytes } from './machine.ts'
import { heapMegabytes, VIEWPORT, withChromium } from './measure-page.ts'
import { figure, floorOf, type Figure } from './statistics.ts'
import { lookUpPlate } from './window-figures.ts'

/** Work of an employee in a day. */
const DAY = { lookups: 400, files: 60, papers: 200 } as const
/** One lookup in so many waits for the fresh answer. */
const FRESH_EVERY = 10
const PAPERS = 8
const PAGES_OF_A_PAPER = 6
/** Pause before a sample, in which the work after a start or a day ends. */
const REST_MS = 5_000
/** Megabytes of the host after its start, and after a day. */
const TARGETS = { start: 110, day: 160 } as const

/** The libraries of the host, each used once: servers, client, schemas, and an open database in a thread. */
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
  /** Resident MB of the host's process. */
  host: number
  /** MB of the window's JavaScript. */
  heap: number
  /** MB of the account's data on the disk. */
  disk: number
}

/**
 * Memory and disk of an office PC over `days` days of work, in one window and one run of the host. A growth with each
 * day is a leak.
 */
export const dayFigures = (dataDir: string, reports: number, days: number): Promise<Figure[]> =>
  withChromium(async (browser) => {
    const bare = await megabytesOf(['-e', 'setInterval(() => {}, 1e6)'])
    const libraries = await megabytesOf(['--input-type=module', '-e', LIBRARIES])
    const application = await startApplication(dataDir, ['--port=0'])
    try {
      const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-ES' })
      await page.goto(application.entry)
      await openLookupPage(page)
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
        await openCases(page)
        await previewPapers(page)
        await page.keyboard.press('Control+1')
        ends.push(await sample())
      }
      return figuresOf({ bare, libraries }, start, ends)
    } finally {
      await application.stop()
    }
  })

function figuresOf(
  { bare, libraries }: { bare: number; libraries: number },
  start: Sample,
  ends: readonly Sample[],
): Figure[] {
  const floor = floorOf(figure('', 'MB', [bare]), 'Node with nothing loaded')
  const [first = start] = ends
  const last = ends.at(-1) ?? first
  // A single growth is no leak, so the note has every day.
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

async function openLookupPage(page: Page): Promise<void> {
  await page.keyboard.press('Control+1')
  await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
}

/** A draft of a transfer, with the papers that are read all day. */
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
  await openLookupPage(page)
  for (let at = 0; at < DAY.lookups; at++) {
    const vrm = plateAt((day * DAY.lookups + at * 131) % reports)
    // The service answers each of them, in turn. Waiting for each answer would take a real day.
    await lookUpPlate(page, vrm, at % FRESH_EVERY === 0 ? 'solid' : 'words')
  }
}

async function openCases(page: Page): Promise<void> {
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
    // The next page may be drawn in a canvas of the former page, which is marked as drawn.
    await page
      .locator('.drawn canvas')
      .evaluateAll((all: HTMLCanvasElement[]) => all.forEach((canvas) => delete canvas.dataset['drawn']))
    await page.getByRole('button', { name: `Ver contrato ${(at % PAPERS) + 1}.pdf` }).click()
    await page.locator('.drawn canvas[data-drawn="true"]').first().waitFor()
  }
}

/** Resident MB of the same Node, with the options of the host, that runs only this. */
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
