import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser } from '@playwright/test'
import { PLATFORMS } from '../../build/packages/product.ts'
import { stageWebEdition } from '../../build/packages/stage.ts'
import { webPackages, WEB_TARGETS } from '../../build/packages/web-packages.ts'
import { cleanRoot, whyNoCleanRoot } from '../packages/clean-root.ts'
import { enter, lookUp, openBrowser, whenListening } from '../packages/installed-application.ts'
import { figure, type Figure } from './statistics.ts'

const EPOCH = 1_790_000_000
const MB = 1_000_000
const STARTS = 10
const THIS_PLATFORM = PLATFORMS.find((one) => one === `${process.platform}-${process.arch}`)

/** Packages of the lightweight edition as they are published, and an installed one from its first start. */
export async function packageFigures(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-packages-'))
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    let deb: string | null = null
    const packages = webPackages({
      targets: WEB_TARGETS,
      platforms: PLATFORMS,
      workDir: join(directory, 'work'),
      outDir: join(directory, 'dist'),
      epoch: EPOCH,
      effort: 'release',
    })
    for await (const path of packages) {
      process.stderr.write(`${basename(path)}\n`)
      figures.push(
        figure(`download: ${basename(path)}`, 'MB', [(await stat(path)).size / MB], { target: 45 }),
      )
      if (path.endsWith(process.arch === 'arm64' ? '_arm64.deb' : '_amd64.deb')) deb = path
    }
    for (const platform of PLATFORMS)
      figures.push(
        figure(`on disk: ${platform}`, 'MB', [(await sizeOf(join(directory, 'work', platform))) / MB], {
          target: 130,
        }),
      )
    if (deb !== null) figures.push(...(await firstVerdict(deb, browser)))
    figures.push(...(await starts(directory, browser)))
    return figures
  } finally {
    await browser.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** From dpkg's start to the verdict of the first plate, typed at once. The browser runs already. */
async function firstVerdict(deb: string, browser: Browser): Promise<Figure[]> {
  const why = whyNoCleanRoot()
  if (why !== null) {
    process.stderr.write(`no figure of an installation: ${why}\n`)
    return []
  }
  const root = await cleanRoot()
  try {
    root.run('useradd', '--create-home', 'ana')
    root.run('rm', '-f', '/var/lib/man-db/auto-update')
    await copyFile(deb, root.at('/tmp/ventanilla.deb'))
    const began = performance.now()
    root.run('dpkg', '--install', '/tmp/ventanilla.deb')
    const installed = performance.now()
    const application = await whenListening(
      root.start('ana', '/home/ana', ['ventanilla', '--no-open', '--port=0', '--no-sample-office']),
      root.at,
    )
    const page = await enter(browser, application)
    await lookUp(page, '1234BCD', 'Transferible')
    const painted = performance.now()
    await page.close()
    await application.stop()
    return [
      figure('.deb: install', 'ms', [installed - began]),
      figure('.deb: install → first verdict painted', 'ms', [painted - began]),
    ]
  } finally {
    await root.remove()
  }
}

/** The installed one by its launcher, from its data: to its address, and to a page that takes a plate. */
async function starts(directory: string, browser: Browser): Promise<Figure[]> {
  if (THIS_PLATFORM === undefined || process.platform === 'win32') return []
  const installation = await stageWebEdition({
    platform: THIS_PLATFORM,
    package: 'archive',
    outDir: join(directory, 'ventanilla'),
    epoch: EPOCH,
  })
  const dataDir = join(directory, 'datos')
  const listening: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
  const painted: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
  for (let round = -1; round < STARTS; round++) {
    for (const kind of ['cold', 'warm'] as const) {
      if (kind === 'cold' && !(await forgetFiles())) continue
      const began = performance.now()
      const child = spawn(
        join(installation, 'ventanilla'),
        ['--no-open', '--port=0', '--no-sample-office', `--data-dir=${dataDir}`],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      )
      const application = await whenListening(child)
      const listens = performance.now()
      const page = await enter(browser, application)
      const paints = performance.now()
      await page.close()
      await application.stop()
      // The first one makes the data.
      if (round < 0) continue
      listening[kind].push(listens - began)
      painted[kind].push(paints - began)
    }
  }
  return (['cold', 'warm'] as const)
    .filter((kind) => listening[kind].length > 0)
    .flatMap((kind) => [
      figure(`installed, ${kind}: start → listening`, 'ms', listening[kind]),
      figure(`installed, ${kind}: start → page ready`, 'ms', painted[kind]),
    ])
}

/** Makes the system read files from the disk again, of the browser too. @returns false where only root may */
const forgetFiles = (): Promise<boolean> =>
  writeFile('/proc/sys/vm/drop_caches', '3').then(
    () => true,
    () => false,
  )
