import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stageWebEdition } from '../../../build/packages/stage.ts'
import { makeWindowsInstaller } from '../../../build/packages/windows/installer.ts'
import { chromiumArgs, ensureChromium, findHeadlessShell } from '../../system.ts'
import { buildTestProgram } from './fake-installation.ts'
import { whyNoWine } from './tools.ts'
import { createWine, type Wine } from './wine.ts'

const why = (await whyNoWine()) ?? ((await ensureChromium()) === null ? 'Chromium missing' : null)
const EPOCH = 1_700_000_000
const OLD = '0.0.8'
const NEW = '0.0.9'
const RUN = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const MAX_INSTALLED = 130 * 2 ** 20

/**
 * The application itself, installed in wine, with its own Node for Windows. Wine 8 has `VirtualAlloc2` without what V8
 * reserves memory by: the installed program is told that there is none, by one letter of a name in it.
 */
describe.skipIf(why !== null)(`application on Windows${why === null ? '' : `: ${why}`}`, () => {
  let wine: Wine
  let work: string
  let root: string
  let data: string
  const setups: Record<string, string> = {}

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'ventanilla-application-'))
    for (const version of [OLD, NEW]) {
      const stagedDir = join(work, version)
      await stageWebEdition({
        platform: 'win32-x64',
        package: 'windows',
        outDir: stagedDir,
        version,
        epoch: EPOCH,
      })
      setups[version] = await makeWindowsInstaller({
        stagedDir,
        version,
        outDir: work,
        epoch: EPOCH,
        effort: 'quick',
      })
    }
    wine = await createWine()
    root = join(wine.drive, 'Gestoría Núñez (2)')
    data = join(wine.localAppData, 'Ventanilla', 'Data')
  }, 900_000)
  afterAll(async () => {
    await wine?.close()
    await rm(work, { recursive: true, force: true })
  })

  const at = () => `/D=${wine.windowsPath(root)}`.split(' ')

  async function letNodeStart(version: string): Promise<void> {
    const path = join(root, 'versions', version, 'node.exe')
    const bytes = await readFile(path)
    bytes.write('X', bytes.indexOf('VirtualAlloc2\0') + 'VirtualAlloc'.length)
    await writeFile(path, bytes)
  }

  /** The file that a browser opens. */
  async function entry(): Promise<string> {
    const directory = join(data, 'entry')
    const find = async () => (await readdir(directory).catch(() => [])).find((name) => name.endsWith('.html'))
    await expect.poll(find, { timeout: 120_000 }).toBeDefined()
    return pathToFileURL(join(directory, (await find()) ?? '')).href
  }

  async function lookUp(page: Page, plate: string, title: string): Promise<void> {
    const field = page.getByRole('combobox', { name: 'Matrícula' })
    await field.fill(plate)
    await field.press('Enter')
    const verdict = page.getByRole('region', { name: 'Veredicto' })
    await verdict.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: 120_000 })
  }

  async function bytesOf(directory: string): Promise<number> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    const files = entries.filter((one) => one.isFile())
    return (await Promise.all(files.map((one) => stat(join(one.parentPath, one.name))))).reduce(
      (sum, { size }) => sum + size,
      0,
    )
  }

  it('is installed, gives a verdict, is updated while it runs, and removed without its data', async () => {
    expect((await wine.run(setups[OLD] ?? '', ['/S', ...at()])).code).toBe(0)
    expect(await bytesOf(root)).toBeLessThan(MAX_INSTALLED)
    await letNodeStart(OLD)

    await mkdir(data, { recursive: true })
    const sameGroup = await buildTestProgram('same-group', work)
    const signal = join(work, 'go')
    const launcher = `"${wine.windowsPath(root)}\\Ventanilla.exe" --no-open`
    const update = [`"${wine.windowsPath(setups[NEW] ?? '')}"`, '/S', ...at()].join(' ')
    const both = wine.start(sameGroup, [wine.windowsPath(signal), 'go', launcher, update])
    const ended = once(both, 'exit') as Promise<[number]>

    const browser = await chromium.launch({
      executablePath: findHeadlessShell() ?? '',
      args: [...chromiumArgs],
    })
    try {
      const page = await browser.newPage({ locale: 'es-ES' })
      await page.goto(await entry())
      await lookUp(page, '1234BCD', 'Transferible')
      await page.getByRole('link', { name: 'Ajustes' }).click()
      const start = page.getByRole('switch', { name: /^Abrir al iniciar sesión/ })
      for (const [isOn, found] of [
        [true, expect.stringContaining('Ventanilla.exe" --no-open')],
        [false, expect.not.stringContaining('Ventanilla.exe')],
      ] as const) {
        await start.click({ timeout: 120_000 })
        await expect.poll(() => start.isChecked(), { timeout: 120_000 }).toBe(isOn)
        await expect.poll(async () => (await wine.registry(RUN)) ?? '').toEqual(found)
      }
    } finally {
      await browser.close()
    }
    await writeFile(signal, 'go')
    expect(await ended).toEqual([0, null])

    const logs = await readdir(join(data, 'logs'))
    const log = (await Promise.all(logs.map((name) => readFile(join(data, 'logs', name), 'utf8')))).join('')
    expect(log).toContain('web host: stopped')
    expect(await readFile(join(root, 'current'), 'utf8')).toBe(`${NEW}\n`)
    expect(await readFile(join(root, 'previous'), 'utf8')).toBe(`${OLD}\n`)

    const before = await readdir(data, { recursive: true })
    expect((await wine.run(join(root, 'Desinstalar.exe'), ['/S'])).code).toBe(0)
    await expect.poll(() => stat(root).catch(() => null)).toBeNull()
    expect(await readdir(data, { recursive: true })).toEqual(before)
  }, 900_000)
})
