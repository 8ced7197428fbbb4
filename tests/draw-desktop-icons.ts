import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import { ICNS_SIZES, MAC_GROUND, toIcns } from '../build/icons/icons.ts'
import { drawIcon, iconPath, type Icon } from './draw-icons.ts'
import { chromiumArgs, findHeadlessShell } from './system.ts'

/**
 * `node tests/draw-desktop-icons.ts`: the icons of the Electron edition, from `renderer/icon.svg`. Run by hand when it
 * changes, as `draw-icons.ts`.
 */

/** Those of Linux desktops, which take the nearest one; the names are electron-builder's. */
export const DESKTOP_ICONS: readonly Icon[] = [16, 22, 24, 32, 48, 64, 128, 256, 512].map((size) => ({
  file: `${size}x${size}.png`,
  size,
  maskable: false,
  folder: 'build/icons/png',
}))

export const MAC_ICON = { file: 'ventanilla.icns', folder: 'build/icons' } as const

/** Its pictures have the margin in which macOS draws the shadow. */
export async function drawMacIcon(browser: Browser, size: number): Promise<Buffer> {
  return drawIcon(browser, { file: MAC_ICON.file, size, maskable: false }, (svg) =>
    svg.replace(/viewBox="0 0 (\d+) \d+"/, (_, text: string) => {
      const side = Number(text) / MAC_GROUND
      const margin = (side - Number(text)) / 2
      return `viewBox="${-margin} ${-margin} ${side} ${side}"`
    }),
  )
}

/** Draws the icons of the Electron edition. */
export async function drawDesktopIcons(browser: Browser): Promise<void> {
  mkdirSync(iconPath('', 'build/icons/png'), { recursive: true })
  for (const icon of DESKTOP_ICONS)
    writeFileSync(iconPath(icon.file, icon.folder), await drawIcon(browser, icon))
  const images = []
  for (const size of ICNS_SIZES) images.push({ size, png: await drawMacIcon(browser, size) })
  writeFileSync(iconPath(MAC_ICON.file, MAC_ICON.folder), toIcns(images))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? '',
    args: [...chromiumArgs],
  })
  await drawDesktopIcons(browser)
  await browser.close()
}
