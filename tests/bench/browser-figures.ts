import { chromium, type Page } from '@playwright/test'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { startApplication } from '#tests/fakes/application.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { caseBrowserFigures } from './desk-browser-figures.ts'
import { firstLoadKilobytes, firstLoads } from './first-load.ts'
import { untilPainted } from './painted.ts'
import { type Floors, floorFigures, VIEWPORT } from './peers/floor-figures.ts'
import { residentMegabytes } from './resident-memory.ts'
import { plateAt } from './seed.ts'
import { slowDown } from './slow-down.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

const SERVICE_MS = 600
const WARM_UP = 5
const FIRST_LOADS = 30
const FRESH = 40
/** How many times slower the processor is made: as this machine's, and as that of an office PC. */
const SLOWER = [1, 4] as const

/**
 * Times as the user sees them, in the system's own Chromium, through the built web host and its service: each beside
 * what the browser needs without our code, and all of it again with a slower processor.
 */
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
    const figures: Figure[] = []
    let afterLookups = 0
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-ES' })
    for (const slower of SLOWER) {
      const floors = await floorFigures(browser, rounds, slower)
      const page = await context.newPage()
      await slowDown(page, slower)
      // The way in is good for once, and opens a session.
      await page.goto(slower === 1 ? application.entry : application.origin)
      await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
      const found = [
        ...Object.values(floors),
        ...(await lookupFigures(page, reports, rounds, slower, floors)),
        ...(await firstLoadFigures(page, slower, floors)),
      ]
      afterLookups ||= residentMegabytes(application.pid)
      found.push(...(await caseBrowserFigures(page, reports, seededAt, slower, floors)))
      figures.push(...(slower === 1 ? found : found.map((one) => slowed(one, slower))))
      await page.close()
    }
    return [
      ...figures,
      figure('first load: JavaScript, gzip', 'KB', [firstLoadKilobytes()], { target: 120 }),
      figure("memory of the web host's process", 'MB', [afterLookups], {
        target: 150,
        note: 'RSS after the lookups and first loads above',
      }),
      figure('the same, after the searches and scrolls too', 'MB', [residentMegabytes(application.pid)]),
    ]
  } finally {
    await browser.close()
    await application.stop()
  }
}

const slowed = (one: Figure, slower: number): Figure => ({ ...one, name: `${slower} × slower: ${one.name}` })

async function lookupFigures(
  page: Page,
  reports: number,
  rounds: number,
  slower: number,
  { word }: Floors,
): Promise<Figure[]> {
  const cached: number[] = []
  for (let round = -WARM_UP; round < rounds; round++) {
    const at = ((round + WARM_UP + slower * rounds) * 331 + 7) % reports
    const time = await lookUp(page, plateAt(at), 'words')
    if (round >= 0) cached.push(time)
    // This answer must not be painted during the next measurement.
    await page.locator('.verdict--solid').waitFor()
  }
  const fresh: number[] = []
  for (let round = -WARM_UP; round < Math.min(rounds, FRESH); round++) {
    const time = await lookUp(page, plateAt(reports + 100 * slower + round), 'solid')
    if (round >= 0) fresh.push(time - SERVICE_MS)
  }
  return [
    figure('cached lookup: Enter → verdict painted', 'ms', cached, {
      floor: floorOf(word, 'a word in an empty page'),
      times: slower === 1 ? 1.5 : 2,
      ...(slower === 1 && { target: 35 }),
    }),
    figure(
      "fresh lookup: added to the service's own 600 ms",
      'ms',
      fresh,
      slower === 1 ? { target: 170 } : {},
    ),
  ]
}

async function firstLoadFigures(page: Page, slower: number, { firstLoad }: Floors): Promise<Figure[]> {
  const loads = await firstLoads(page, FIRST_LOADS, 'input[aria-label="Matrícula"]')
  return [
    figure('first load: navigation → field painted', 'ms', loads, {
      floor: floorOf(firstLoad, 'as much JavaScript alone'),
      times: 1.5,
      ...(slower === 1 && { target: 400 }),
    }),
  ]
}

/** *Expedientes* alone, in a window of a host of its own. Empty without Chromium. */
export async function caseWindowFigures(dataDir: string, count: number, seededAt: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) return []
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-ES' })
    await page.goto(application.entry)
    await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    return [
      ...(await caseBrowserFigures(page, count, seededAt)),
      figure("memory of the web host's process, after all of it", 'MB', [residentMegabytes(application.pid)]),
    ]
  } finally {
    await browser.close()
    await application.stop()
  }
}

/**
 * Types a plate in *Consulta*, presses Enter and waits until its verdict is painted.
 * @param until the words that are known of it, or all of it as the service says it now
 * @returns milliseconds from Enter
 */
export async function lookUp(page: Page, vrm: string, until: 'words' | 'solid'): Promise<number> {
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
