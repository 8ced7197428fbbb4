import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { addMonths, monthOf } from '#shared/domain/months.ts'
import { startApplication } from '#tests/fakes/application.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { startCore } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { procedureAt } from './desk-data.ts'
import { untilPainted } from './painted.ts'
import { residentMegabytes } from './resident-memory.ts'
import { figure, type Figure } from './statistics.ts'

const DAY_MS = 86_400_000
const ROUNDS = 30
const VISITS = 12
/** Of the issue: the core's answer, and until it is painted. */
const TARGET_MS = 150

/** Adds what happened to the procedures of a store: four states each, and an incident of every seventh. */
export async function seedHistory(dataDir: string, count: number, now: number): Promise<void> {
  const directory = join(dataDir, 'demo')
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the directory to seed has data of its own')
  const db = openDatabase(path, found.key)
  const change = db.prepare(
    `INSERT INTO change (kind, id, event, status, detail, at, seen_at, server_at, ord, source)
     VALUES ('procedure', @id, 'procedure.status_changed', @status, '{}', @at, @at, @at, @at, 'poll')`,
  )
  const incident = db.prepare(
    `INSERT INTO case_incident (seq, key, type, raised_at, solved, solved_at) VALUES (?, 'i', ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const causes = ['unpaid-ivtm-tax', 'pending-document', 'ownership-hold', 'seizure']
  const states = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'DONE', 'DELIVERED_TO_CLIENT']
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const { id, body } = procedureAt(index, now)
      let at = Date.parse(String(body['createdAt']))
      for (const [step, status] of states.entries()) {
        change.run({ id, status, at: Math.min(at, now) })
        at += ((index * 7 + step * 13) % 40) * 0.3 * DAY_MS + 3_600_000
      }
      if (index % 7 === 0)
        incident.run(index + 1, causes[index % causes.length], at - 6 * DAY_MS, index % 14 === 0 ? 0 : 1, at)
    }
  })()
  db.close()
}

/** *Cifras* over `count` procedures and as many verdicts, twelve months of them. */
export async function drawingFigures(dataDir: string, count: number, now: number): Promise<Figure[]> {
  const service = await startFaultService()
  const fixture = await startCore(service.url, { dataDir })
  const months = { from: addMonths(monthOf(now), -11), to: monthOf(now) }
  const timed = async (run: () => Promise<unknown>) => {
    const started = performance.now()
    await run()
    return performance.now() - started
  }
  const asked = {
    procedures: () => fixture.value('figures.procedures', { months }),
    'times in each state': () => fixture.value('figures.states', { months, by: 'none' }),
    'the same by client': () => fixture.value('figures.states', { months, by: 'client' }),
    'times of one client': () => fixture.value('figures.states', { months, by: 'none', client: client() }),
    incidents: () => fixture.value('figures.incidents', { months }),
    verdicts: () => fixture.value('figures.verdicts', { months }),
    spending: () => fixture.value('figures.spending', { months }),
  }
  let clients: string[] = []
  let at = 0
  const client = () => clients[at++ % clients.length] ?? 'nadie'
  try {
    const first = [await timed(() => Promise.all([asked.procedures(), asked['times in each state']()]))]
    clients = (await fixture.value('figures.choices', {})).clients
    const figures = [figure(`figures: ${count} procedures, the first time, read from the disk`, 'ms', first)]
    const all: number[] = []
    for (const [name, ask] of Object.entries(asked)) {
      const taken: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        // A change in between, as in an office.
        await fixture.value('cases.mark', {
          selection: { ids: [procedureAt(7, now).id] },
          marked: round % 2 === 0,
        })
        taken.push(await timed(ask))
      }
      figures.push(figure(`figures: ${name}`, 'ms', taken, { target: TARGET_MS }))
    }
    for (let round = 0; round < ROUNDS; round++)
      all.push(
        await timed(() =>
          Promise.all([
            asked.procedures(),
            asked['times in each state'](),
            asked.incidents(),
            asked.verdicts(),
            asked.spending(),
          ]),
        ),
      )
    figures.push(figure('figures: the five of the page, at once', 'ms', all, { target: TARGET_MS }))
    return figures
  } finally {
    await fixture.stop()
    await service.close()
  }
}

/** The same as the user sees it: from the key of *Ir a* until the five are painted. */
export async function drawingBrowserFigures(dataDir: string): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) return []
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    await page.goto(application.entry)
    await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    const opened: number[] = []
    for (let visit = -2; visit < VISITS; visit++) {
      await page.keyboard.press('Control+2')
      const link = page.getByRole('link', { name: 'Cifras' })
      await link.focus()
      const time = await untilPainted(page, allAreDrawn, null, () => page.keyboard.press('Enter'))
      if (visit >= 0) opened.push(time)
    }
    const periods: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const radio = page.getByRole('radio', { name: visit % 2 === 0 ? '3 meses' : '12 meses' })
      const columns = visit % 2 === 0 ? 3 : 12
      await page.getByRole('radio', { checked: true, name: /meses/ }).focus()
      periods.push(
        await untilPainted(page, hasColumns, columns, () =>
          page.keyboard.press(visit % 2 === 0 ? 'ArrowLeft' : 'ArrowRight'),
        ),
      )
      await radio.waitFor()
    }
    return [
      figure('figures: opened again, key → the five painted', 'ms', opened, { target: TARGET_MS }),
      figure('figures: another period, key → painted', 'ms', periods, { target: TARGET_MS }),
      figure(
        "figures: memory of the web host's process, with Cifras open",
        'MB',
        [residentMegabytes(application.pid)],
        {
          target: 150,
        },
      ),
    ]
  } finally {
    await browser.close()
    await application.stop()
  }
}

// These run in the page.
const allAreDrawn = () => document.querySelectorAll('.drawing__table').length >= 4
const hasColumns = (columns: number) =>
  [...document.querySelectorAll('.chart__plot')].slice(0, 2).every((plot) => {
    const names = plot.querySelectorAll('.chart__tick').length
    return columns === 3 ? names < 8 : names >= 12
  })
