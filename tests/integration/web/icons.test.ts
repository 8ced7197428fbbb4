import { readFileSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP_ICONS } from '#tests/draw-desktop-icons.ts'
import { drawIcon, drawing, EXTENSION_ICONS, iconPath, ICONS } from '#tests/draw-icons.ts'
import { chromiumArgs, findHeadlessShell } from '#tests/system.ts'

/** Mean difference of a pixel's channels, of 255: browsers smooth edges differently. */
const MOST = 2

test('the icon of tabs is the drawing', () => {
  expect(readFileSync(iconPath('icon.svg'), 'utf8').trim()).toBe(drawing().trim())
})

describe.skipIf(findHeadlessShell() === null)('icons of applications and extension', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs] })
  })
  afterAll(() => browser.close())

  test.each([...ICONS, ...EXTENSION_ICONS, ...DESKTOP_ICONS])(
    '$file is the drawing, in its size',
    async (icon) => {
      const url = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`
      const urls = [url(readFileSync(iconPath(icon.file, icon.folder))), url(await drawIcon(browser, icon))]
      const page = await browser.newPage()
      const { sizes, corner, difference } = await page.evaluate(async (sources) => {
        const pixels = async (source: string) => {
          const image = await createImageBitmap(await (await fetch(source)).blob())
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
          context?.drawImage(image, 0, 0)
          return {
            size: image.width,
            data: context?.getImageData(0, 0, image.width, image.height).data ?? [],
          }
        }
        const [kept, drawn] = await Promise.all(sources.map(pixels))
        if (!kept || !drawn) throw new Error('no pixels')
        let sum = 0
        for (const [at, value] of kept.data.entries()) sum += Math.abs(value - (drawn.data[at] ?? 0))
        return {
          sizes: [kept.size, drawn.size],
          corner: kept.data[3],
          difference: sum / kept.data.length,
        }
      }, urls)
      expect(sizes).toEqual([icon.size, icon.size])
      expect(difference).toBeLessThan(MOST)
      // The system cuts a maskable icon: it has no corners of its own. At 16 pixels a corner is a part of one.
      expect(Math.abs((corner ?? 0) - (icon.maskable ? 255 : 0))).toBeLessThan(16)
      await page.close()
    },
  )
})
