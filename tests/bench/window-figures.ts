import type { Page } from '@playwright/test'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { startApplication } from '#tests/fakes/application.ts'
import { caseWindowFigures } from './case-window-figures.ts'
import { type Floors, floorFigures } from './floor-figures.ts'
import { plateAt } from './invented-procedures.ts'
import { residentMegabytes } from './machine.ts'
import {
  firstLoadKilobytes,
  firstLoads,
  slowDown,
  untilPainted,
  VIEWPORT,
  withChromium,
} from './measure-page.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

const SERVICE_MS = 600
const WARM_UP = 5
const FIRST_LOADS = 30
const FRESH = 40
/** How many times slower the processor is made: not at all, and as slow as an office PC. */
const SLOWER = [1, 4] as const

/**
 * Times as the user sees them, in the system's own Chromium, through the built web host and its service. Each is beside
 * the time that the browser needs without our code. All of it is measured again with a slower processor.
 */
export const windowFigures = (
  dataDir: string,
  reports: number,
  rounds: number,
  seededAt: number,
): Promise<Figure[]> =>
  withChromium(async (browser) => {
    const application = await startApplication(dataDir, ['--port=0'])
    try {
      const figures: Figure[] = []
      let afterLookups = 0
      const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-ES' })
      for (const slower of SLOWER) {
        const floors = await floorFigures(browser, rounds, slower)
        const page = await context.newPage()
        await slowDown(page, slower)
        // The entry address works once, and opens a session.
        await page.goto(slower === 1 ? application.entry : application.origin)
        await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
        const measured = [
          ...Object.values(floors),
          ...(await lookupFigures(page, reports, rounds, slower, floors)),
          ...(await firstLoadFigures(page, rounds, slower, floors)),
        ]
        afterLookups ||= residentMegabytes(application.pid)
        measured.push(...(await caseWindowFigures(page, reports, seededAt, { slower, floors })))
        figures.push(
          ...measured.map((one) =>
            slower === 1 ? one : { ...one, name: `${slower} × slower: ${one.name}` },
          ),
        )
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
      await application.stop()
    }
  })

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
    const time = await lookUpPlate(page, plateAt(at), 'words')
    if (round >= 0) cached.push(time)
    // The fresh answer must not be painted during the next measurement.
    await page.locator('.verdict--solid').waitFor()
  }
  const fresh: number[] = []
  for (let round = -WARM_UP; round < Math.min(rounds, FRESH); round++) {
    const time = await lookUpPlate(page, plateAt(reports + 100 * slower + round), 'solid')
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

async function firstLoadFigures(
  page: Page,
  rounds: number,
  slower: number,
  { firstLoad }: Floors,
): Promise<Figure[]> {
  const loads = await firstLoads(page, Math.min(rounds, FIRST_LOADS), 'input[aria-label="Matrícula"]')
  return [
    figure('first load: navigation → field painted', 'ms', loads, {
      floor: floorOf(firstLoad, 'as much JavaScript alone'),
      times: 1.5,
      ...(slower === 1 && { target: 400 }),
    }),
  ]
}

/**
 * Types a plate in *Consulta*, presses Enter and waits until its verdict is painted.
 * @param until the words of the stored verdict, or the whole fresh verdict
 * @returns milliseconds from Enter
 */
export async function lookUpPlate(page: Page, vrm: string, until: 'words' | 'solid'): Promise<number> {
  const field = page.getByRole('combobox', { name: 'Matrícula' })
  await field.fill(vrm)
  const spelled = displayPlate(vrm)
    .split(' ')
    .map((group) => [...group].join(' '))
    .join(', ')
  return untilPainted(
    page,
    ([plate, what]) => {
      const card = document.querySelector('.verdict')
      const label = card?.querySelector('[role="img"][aria-label^="Matrícula"]')?.getAttribute('aria-label')
      if (!card || label !== `Matrícula ${plate}`) return false
      const isSolid = what === 'words' || card.classList.contains('verdict--solid')
      return isSolid && card.querySelector('[data-copy]') !== null
    },
    [spelled, until] as const,
    () => field.press('Enter'),
  )
}
