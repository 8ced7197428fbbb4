import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
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

const isFull = process.env['FULL'] === '1'
const whyNoDebian = why ?? (isFull ? await ensurePrograms('debootstrap') : 'npm run test:full')
if (isFull && whyNoDebian !== null) process.stdout.write(`skipped: a Debian of its own: ${whyNoDebian}\n`)

describe.skipIf(why !== null)('the Debian package, installed by apt', () => {
  lifeOfThePackage(() => '/')
})

describe.skipIf(whyNoDebian !== null)('the Debian package, in a Debian with nothing else', () => {
  let debian: string
  beforeAll(async () => {
    debian = await mkdtemp(join(tmpdir(), 'ventanilla-debian-'))
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', debian], { stdio: 'ignore' })
  }, 1_200_000)
  afterAll(() => rm(debian, { recursive: true, force: true }))

  lifeOfThePackage(
    () => debian,
    (root) => {
      root.run('apt-get', 'update')
      root.run('apt-get', 'install', '-y', '--no-install-recommends', 'desktop-file-utils')
    },
  )
})

/** @param prepare brings what the machine's own root has */
function lifeOfThePackage(below: () => string, prepare: (root: CleanRoot) => void = () => {}): void {
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
    root = await cleanRoot(below())
    prepare(root)
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
    return startAs([], ...args)
  }
  async function startAs(variables: readonly string[], ...args: string[]): Promise<InstalledApplication> {
    const command = [
      'env',
      ...variables,
      'ventanilla',
      '--no-open',
      '--port=0',
      '--no-sample-office',
      ...args,
    ]
    const started = await whenListening(root.start('ana', '/home/ana', command), root.at)
    application.running = started
    return started
  }
  /** Once the window says that the files are of another version. */
  async function restartInto(version: string, page: Page): Promise<void> {
    // What can wait is hidden for a minute after the demonstration was opened.
    const said = page.getByText(`Ventanilla ${version} ya está instalada en este equipo.`)
    await said.waitFor({ timeout: 180_000 })
    await page.getByRole('button', { name: 'Reiniciar ahora' }).click()
  }
  /** The one process of a version, which another one started. */
  async function processOf(version: string): Promise<number> {
    const find = async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (command.includes(`/usr/lib/ventanilla/versions/${version}/out/main/web.js`)) return Number(pid)
      }
      return null
    }
    await expect.poll(find, { timeout: 60_000 }).not.toBeNull()
    return (await find()) ?? fail()
  }
  async function stop(): Promise<void> {
    expect(await application.running?.stop()).toBe(0)
    application.running = null
  }

  test('is installed with its menu entry, its links and its icon, and changes no other file', async () => {
    await install('0.1.0')
    // Of it, and of what apt brought for it.
    const owned = new Set(root.run('sh', '-c', 'cat /var/lib/dpkg/info/*.list').split('\n'))
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

  test('is updated over a running one, which goes on with what it has open, and says so', async () => {
    const page = await enter(browser, application.running ?? fail())
    await install('0.2.0')
    await lookUp(page, '0000CCC', 'Transferible con avisos')
    const { exited, pid } = application.running ?? fail()
    await restartInto('0.2.0', page)
    expect(await exited).toBe(0)
    const next = await processOf('0.2.0')
    expect(next).not.toBe(pid)
    application.running = null
    process.kill(next, 'SIGTERM')
    await expect.poll(() => existsSync(`/proc/${next}`)).toBe(false)
    await page.close()
  })

  test('started by the service manager, it leaves its restart to that', async () => {
    const unit = await readFile(root.at('/usr/lib/systemd/user/ventanilla.service'), 'utf8')
    const variable = /^Environment=(.+)$/m.exec(unit)?.[1] ?? ''
    const { exited } = await startAs([variable])
    const page = await enter(browser, application.running ?? fail())
    await install('0.1.0', '--allow-downgrades')
    await restartInto('0.1.0', page)
    expect(await exited).toBe(Number(/^RestartForceExitStatus=(\d+)$/m.exec(unit)?.[1]))
    application.running = null
    await page.close()
    await install('0.2.0')
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
    // With what was brought for it, where nothing else can need it.
    root.run('apt-get', 'purge', '-y', ...(below() === '/' ? [] : ['--auto-remove']), 'ventanilla')
    expect(data()).toEqual(kept)
    expect(kept.some((path) => path.endsWith('.db'))).toBe(true)
    expect((await added()).filter((path) => !path.startsWith('/home/ana/'))).toEqual([])
  })
}

function fail(): never {
  throw new Error('the application is not running')
}
