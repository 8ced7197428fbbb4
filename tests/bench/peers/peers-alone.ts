import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import type { Figure } from '../statistics.ts'
import { floorFigures } from './floor-figures.ts'
import { peerFigures } from './peer-figures.ts'

/** Floors and peers in a Chromium of their own, without the window. */
export async function floorsAndPeers(count: number, rounds: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write('no Chromium here: floors and peers are left out\n')
    return []
  }
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    return [
      ...Object.values(await floorFigures(browser, rounds)),
      ...(await peerFigures(browser, count, Date.now())),
    ]
  } finally {
    await browser.close()
  }
}
