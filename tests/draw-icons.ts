import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import { ICON_SIZES } from '#extension/manifest.ts'
import { ICO_SIZES, toIco, type IcoImage } from '../build/icons/icons.ts'
import { chromiumArgs, findHeadlessShell } from './system.ts'

/**
 * `node tests/draw-icons.ts`: the icons of the installed application, of the extension and of Windows, from
 * `renderer/icon.svg`. Run by hand when it changes: browsers draw a few pixels differently, and the files are part of the project.
 */

export interface Icon {
  file: string
  size: number
  /** Without corners, its drawing inside the circle that every system leaves of it. */
  maskable: boolean
  /** Where it is, in the place of `renderer/public`. */
  folder?: string
}

export const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, maskable: false },
  { file: 'icon-512.png', size: 512, maskable: false },
  { file: 'icon-maskable-192.png', size: 192, maskable: true },
  { file: 'icon-maskable-512.png', size: 512, maskable: true },
]

/** Those of the browser extension. */
export const EXTENSION_ICONS: readonly Icon[] = ICON_SIZES.map((size) => ({
  file: `icon-${size}.png`,
  size,
  maskable: false,
  folder: 'extension/icons',
}))

export const iconPath = (file: string, folder = 'renderer/public'): string =>
  fileURLToPath(new URL(`../${folder}/${file}`, import.meta.url))
export const drawing = (): string => readFileSync(new URL('../renderer/icon.svg', import.meta.url), 'utf8')

/** Part of the side that a maskable icon is sure to keep. */
const SAFE = 0.8

/** @returns the icon as PNG */
export async function drawIcon(
  browser: Browser,
  { size, maskable }: Icon,
  change: (svg: string) => string = (svg) => svg,
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const svg = change(maskable ? masked(drawing()) : drawing())
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

async function drawWindowsIcons(browser: Browser): Promise<IcoImage[]> {
  const images: IcoImage[] = []
  for (const size of ICO_SIZES)
    images.push({ size, png: await drawIcon(browser, { file: '', size, maskable: false }) })
  return images
}

/** The ground fills the square; the rest is drawn smaller, around the same middle. */
function masked(svg: string): string {
  const [, open = '', side = '', ground = '', rest = ''] =
    /^(<svg [^>]*viewBox="0 0 (\d+) \d+"[^>]*>)(<rect [^>]*\/>)([\s\S]*)<\/svg>/.exec(svg) ?? []
  const middle = (Number(side) * (1 - SAFE)) / 2
  return `${open}${ground.replace(/ rx="\d+"/, '')}<g transform="translate(${middle} ${middle}) scale(${SAFE})">${rest}</g></svg>`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? '',
    args: [...chromiumArgs],
  })
  for (const icon of [...ICONS, ...EXTENSION_ICONS])
    writeFileSync(iconPath(icon.file, icon.folder), await drawIcon(browser, icon))
  writeFileSync(iconPath('ventanilla.ico', 'build/icons'), toIco(await drawWindowsIcons(browser)))
  await browser.close()
}
