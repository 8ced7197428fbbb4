import { copyFile, mkdtemp, readFile, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeb } from '../../build/packages/deb.ts'
import { ensureChromium, ensurePrograms } from '../system.ts'
import { cleanRoot, whyNoCleanRoot, type CleanRoot } from './clean-root.ts'
import {
  addressIn,
  enter,
  lookUp,
  openBrowser,
  whenListening,
  type InstalledApplication,
} from './installed-application.ts'

const EPOCH = 1_790_000_000
const why =
  (await ensurePrograms('strip', 'xz', 'libsecret', 'desktop-file-validate')) ??
  whyNoCleanRoot() ??
  ((await ensureChromium()) === null ? 'no Chromium here' : null)
if (why !== null) process.stdout.write(`skipped: the installed Debian package: ${why}\n`)

describe.skipIf(why !== null)('the Debian package, installed by apt', () => {
  let directory: string
  let root: CleanRoot
  let browser: Browser
  let before: Set<string>
  const debs = new Map<string, string>()
  const application = { running: null as InstalledApplication | null }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ventanilla-deb-'))
    for (const version of ['0.1.0', '0.2.0'])
      debs.set(
        version,
        await makeDeb({
          platform: process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64',
          workDir: join(directory, 'root'),
          outDir: directory,
          version,
          epoch: EPOCH,
          effort: 'quick',
        }),
      )
    root = await cleanRoot()
    browser = await openBrowser()
    // Its index of this machine's manual pages takes longer than everything else.
    root.run('rm', '-f', '/var/lib/man-db/auto-update')
    root.run('useradd', '--create-home', 'ana')
    before = new Set(await root.added())
  })
  afterAll(async () => {
    await application.running?.stop()
    await browser.close()
    await root.remove()
    await rm(directory, { recursive: true, force: true })
  })

  /** Added since the start, without what the package manager remembers of itself. */
  const added = async () =>
    (await root.added()).filter(
      (path) => !before.has(path) && !/^\/(tmp|run|var\/(cache|log|tmp|lib\/(dpkg|apt)))\//.test(path),
    )

  async function install(version: string, ...options: string[]): Promise<void> {
    const deb = debs.get(version) ?? ''
    await copyFile(deb, root.at(`/tmp/${basename(deb)}`))
    root.run('apt-get', 'install', '-y', '--no-install-recommends', ...options, `/tmp/${basename(deb)}`)
  }

  /** As a user without rights starts it. */
  async function start(...args: string[]): Promise<InstalledApplication> {
    const command = ['ventanilla', '--no-open', '--port=0', '--no-sample-office', ...args]
    const started = await whenListening(root.start('ana', '/home/ana', command), root.at)
    application.running = started
    return started
  }
  async function stop(): Promise<void> {
    expect(await application.running?.stop()).toBe(0)
    application.running = null
  }

  test('is installed with its menu entry, its links and its icon, and changes no other file', async () => {
    await install('0.1.0')
    const owned = new Set(root.run('dpkg', '-L', 'ventanilla').split('\n'))
    expect((await added()).filter((path) => !owned.has(path))).toEqual([])
    expect(await readFile(root.at('/usr/share/applications/mimeinfo.cache'), 'utf8')).toContain(
      'x-scheme-handler/ventanilla=es.ventanilla.desktop.desktop;',
    )
    root.run('dpkg', '--verify', 'ventanilla')
    // Nothing is started with the session unless its user says so.
    expect(root.list('/etc/systemd/user').filter((path) => path.includes('ventanilla'))).toEqual([])
  })

  test('starts for a user without rights, on its own Node, to a verdict', async () => {
    const { pid } = await start()
    expect(basename(await readlink(`/proc/${pid}/exe`))).toBe('node')
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(
      '/usr/lib/ventanilla/versions/0.1.0/out/main/web.js',
    )
    const { uid } = await stat(`/proc/${pid}`)
    expect(uid).not.toBe(0)
    const page = await enter(browser, application.running ?? fail())
    await lookUp(page, '1234BCD', 'Transferible')
    await page.close()
    await stop()
    // What it wrote is in its data directory.
    const written = (await added()).filter((path) => path.startsWith('/home/'))
    expect(written.length).toBeGreaterThan(0)
    expect(written.filter((path) => !/^\/home\/ana\/\.local(\/share(\/Ventanilla.*)?)?$/.test(path))).toEqual(
      [],
    )
  })

  test('keeps its data on a path with spaces and accents', async () => {
    await start('--data-dir=/home/ana/Gestoría Muñoz & hijos/datos (1)')
    const page = await enter(browser, application.running ?? fail())
    await lookUp(page, '0000CCC', 'Transferible con avisos')
    await page.close()
    await stop()
    expect((await stat(root.at('/home/ana/Gestoría Muñoz & hijos/datos (1)'))).isDirectory()).toBe(true)
  })

  test('a second start hands over to the first, as the menu does it', async () => {
    const first = await start()
    const second = root.start('ana', '/home/ana', [
      'ventanilla',
      '--no-open',
      '--',
      'ventanilla://consulta/1234BCD',
    ])
    let said = ''
    second.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => second.exitCode).toBe(0)
    const { entry } = JSON.parse(said) as { entry: string }
    const page = await browser.newPage({ locale: 'es-ES' })
    await page.goto(await addressIn(root.at(entry)))
    await page.getByRole('heading', { name: 'Transferible', exact: true }).waitFor({ timeout: 60_000 })
    expect(new URL(page.url()).origin).toBe(first.origin)
    await page.close()
  })

  test('is updated over a running one, which goes on with what it has open', async () => {
    const page = await enter(browser, application.running ?? fail())
    await install('0.2.0')
    await lookUp(page, '0000CCC', 'Transferible con avisos')
    await page.close()
    await stop()
  })

  test('finds its data after the update, and after going back', async () => {
    for (const version of ['0.2.0', '0.1.0']) {
      if (version === '0.1.0') await install(version, '--allow-downgrades')
      const { pid } = await start()
      expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(`/versions/${version}/`)
      const page = await enter(browser, application.running ?? fail())
      await page
        .getByRole('complementary', { name: 'Recientes' })
        .getByRole('button', { name: /1 2 3 4, B C D/ })
        .waitFor({ timeout: 60_000 })
      await page.close()
      await stop()
      expect(
        root.list('/usr/lib/ventanilla/versions').filter((path) => /versions\/[^/]+$/.test(path)),
      ).toEqual([`/usr/lib/ventanilla/versions/${version}`])
    }
  })

  test('leaves nothing but the data when it is removed', async () => {
    const data = () => root.list('/home/ana')
    const kept = data()
    root.run('apt-get', 'purge', '-y', 'ventanilla')
    expect(data()).toEqual(kept)
    expect(kept.some((path) => path.endsWith('.db'))).toBe(true)
    expect((await added()).filter((path) => !path.startsWith('/home/ana/'))).toEqual([])
  })
})

function fail(): never {
  throw new Error('the application is not running')
}
