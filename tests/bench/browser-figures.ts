import { chromium, type Page } from '@playwright/test'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { startApplication } from '#tests/fakes/application.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { caseBrowserFigures, caseSearchBrowserFigure } from './desk-browser-figures.ts'
import { firstLoadKilobytes, firstLoads } from './first-load.ts'
import { untilPainted } from './painted.ts'
import { residentMegabytes } from './resident-memory.ts'
import { plateAt } from './seed.ts'
import { figure, type Figure } from './statistics.ts'

const SERVICE_MS = 600
const WARM_UP = 5
const FIRST_LOADS = 30

/** Times as the user sees them, in the system's own Chromium, through the built web host and its service. */
export async function browserFigures(
  dataDir: string,
  reports: number,
  rounds: number,
  seededAt: number,
): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write('no Chromium here: the figures of the browser are left out\n')
    return []
  }
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    await page.goto(application.entry)
    await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    const cached: number[] = []
    for (let round = -WARM_UP; round < rounds; round++) {
      const time = await lookUp(page, plateAt((round + WARM_UP) * 331 + 7), 'words')
      if (round >= 0) cached.push(time)
      // This answer must not be painted during the next measurement.
      await page.locator('.verdict--solid').waitFor()
    }
    const fresh: number[] = []
    for (let round = -WARM_UP; round < Math.min(rounds, 40); round++) {
      const time = await lookUp(page, plateAt(reports + 100 + round), 'solid')
      if (round >= 0) fresh.push(time - SERVICE_MS)
    }
    const memory = residentMegabytes(application.pid)
    const loads = await firstLoads(page, FIRST_LOADS, page.getByRole('textbox', { name: 'Matrícula' }))
    const desk = await caseBrowserFigures(page, reports, seededAt)
    return [
      figure('cached lookup: Enter → verdict painted', 'ms', cached, { target: 35 }),
      figure("fresh lookup: added to the service's own 600 ms", 'ms', fresh, { target: 170 }),
      ...desk,
      figure('first load: navigation → field ready', 'ms', loads, { target: 400 }),
      figure('first load: JavaScript, gzip', 'KB', [firstLoadKilobytes()], { target: 150 }),
      figure("memory of the web host's process", 'MB', [memory], {
        target: 150,
        note: 'RSS after the lookups above',
      }),
      figure('the same, after the searches and scrolls too', 'MB', [residentMegabytes(application.pid)]),
    ]
  } finally {
    await browser.close()
    await application.stop()
  }
}

/** The searches of *Expedientes* alone. */
export async function searchBrowserFigures(
  dataDir: string,
  count: number,
  seededAt: number,
): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) return []
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    await page.goto(application.entry)
    await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    await page.keyboard.press('Control+2')
    await page.locator('[data-row="0"]').waitFor()
    return [await caseSearchBrowserFigure(page, count, seededAt)]
  } finally {
    await browser.close()
    await application.stop()
  }
}

async function lookUp(page: Page, vrm: string, until: 'words' | 'solid'): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Matrícula' })
  await field.fill(vrm)
  const spelled = displayPlate(vrm)
    .split(' ')
    .map((group) => [...group].join(' '))
    .join(', ')
  return untilPainted(
    page,
    ([plate, what]) => {
      const card = document.querySelector('.verdict')
      const told = card?.querySelector('[role="img"][aria-label^="Matrícula"]')?.getAttribute('aria-label')
      if (!card || told !== `Matrícula ${plate}`) return false
      const isSolid = what === 'words' || card.classList.contains('verdict--solid')
      return isSolid && card.querySelector('[data-copy]') !== null
    },
    [spelled, until] as const,
    () => field.press('Enter'),
  )
}
