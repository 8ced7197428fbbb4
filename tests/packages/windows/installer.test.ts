import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ELECTRON_INSTALLERS } from '../../../build/packages/product.ts'
import { makeWindowsInstaller } from '../../../build/packages/windows/installer.ts'
import { buildPrograms, type WindowsPrograms } from '../../../build/packages/windows/programs.ts'
import { addVersion, buildTestProgram, readRecord, valuesOf } from './fake-installation.ts'
import { whyNoWine } from './tools.ts'
import { createWine, type Wine } from './wine.ts'

const why = await whyNoWine()
const EPOCH = 1_700_000_000
const UNINSTALL = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Ventanilla`
const ELECTRON = UNINSTALL.replace('Ventanilla', ELECTRON_INSTALLERS.nsis)
const RUN = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const LINKS = String.raw`HKCU\Software\Classes\ventanilla\shell\open\command`
const CHROME = String.raw`HKCU\Software\Google\Chrome\NativeMessagingHosts\es.ventanilla.host`
const EDGE = String.raw`HKCU\Software\Microsoft\Edge\NativeMessagingHosts\es.ventanilla.host`

/** Installer and uninstaller, in wine, on versions that start in no time. */
describe.skipIf(why !== null)(`installer of Windows${why === null ? '' : `: ${why}`}`, () => {
  let wine: Wine
  let work: string
  let sameGroup: string
  let programs: WindowsPrograms
  let root: string
  let record: string
  const installers = new Map<string, string>()

  async function makeInstaller(version: string): Promise<string> {
    const made = installers.get(version)
    if (made !== undefined) return made
    const directory = join(work, version)
    const stagedDir = join(directory, 'staged')
    await addVersion(stagedDir, version, 'exit=0', join(work, 'fake-node.exe'))
    // A directory, letters and a dollar that a script of the installer could take for its own.
    await mkdir(join(stagedDir, 'versions', version, 'node_modules', 'año $INSTDIR'), { recursive: true })
    await writeFile(join(stagedDir, 'versions', version, 'node_modules', 'año $INSTDIR', '$0.txt'), version)
    const path = await makeWindowsInstaller({
      stagedDir,
      version,
      outDir: directory,
      epoch: EPOCH,
      effort: 'quick',
      programs,
    })
    installers.set(version, path)
    return path
  }
  /** What the program of an installed version does from now on: see fake-node.c. */
  const setScript = (version: string, script: string) =>
    writeFile(join(root, 'versions', version, 'out', 'main', 'web.js'), script)

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'ventanilla-setup-'))
    await buildTestProgram('fake-node', work)
    sameGroup = await buildTestProgram('same-group', work)
    programs = await buildPrograms({ outDir: work, version: '1.0.0', epoch: EPOCH })
    wine = await createWine()
  })
  afterAll(async () => {
    await wine?.close()
    await rm(work, { recursive: true, force: true })
  })
  beforeEach(async () => {
    for (const key of [UNINSTALL, LINKS, CHROME, EDGE]) await wine.run('reg', ['delete', key, '/f'])
    root = join(await mkdtemp(join(wine.drive, 'x')), 'Gestoría Núñez (2)')
    record = join(root, '..', 'record')
  })

  const env = () => ({ VENTANILLA_RECORD: wine.windowsPath(record) })
  /** NSIS takes the rest of the line as the directory, without quotes. */
  const at = (directory: string) => `/D=${wine.windowsPath(directory)}`.split(' ')

  async function install(version = '1.0.0', args: string[] = []): Promise<number | null> {
    const setup = await makeInstaller(version)
    return (await wine.run(setup, ['/S', ...args, ...at(root)], { env: env() })).code
  }
  /** The uninstaller goes on as a copy of itself, unless it is told where it is. */
  const uninstall = async () =>
    (
      await wine.run(join(root, 'Desinstalar.exe'), ['/S', ...`_?=${wine.windowsPath(root)}`.split(' ')], {
        env: env(),
      })
    ).code
  const start = () => wine.run(join(root, 'Ventanilla.exe'), [], { env: env() })
  const line = (name: string) => readFile(join(root, name), 'utf8').catch(() => null)
  const files = async (directory = root) =>
    (await readdir(directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .toSorted()

  it('installs what was staged, on a path with spaces and accents, and tells Windows', async () => {
    expect(await install()).toBe(0)
    expect(await files()).toEqual([
      'Desinstalar.exe',
      'Ventanilla.exe',
      'current',
      'versions/1.0.0/edition.json',
      'versions/1.0.0/node-options',
      'versions/1.0.0/node.exe',
      'versions/1.0.0/node_modules/año $INSTDIR/$0.txt',
      'versions/1.0.0/out/main/web.js',
    ])
    expect(await line('current')).toBe('1.0.0\n')
    const entry = (await wine.registry(UNINSTALL)) ?? ''
    const directory = wine.windowsPath(root)
    for (const said of [
      '"DisplayName"="Ventanilla"',
      '"DisplayVersion"="1.0.0"',
      '"Publisher"="Ventanilla"',
      '"EstimatedSize"=dword:',
      `"InstallLocation"="${directory}"`,
      `"QuietUninstallString"=""${directory}\\Desinstalar.exe" /S"`,
    ])
      expect(entry).toContain(said)
    expect(await wine.registry(LINKS)).toContain(`"${directory}\\Ventanilla.exe" -- "%1"`)
    // Offered, and off.
    expect((await wine.registry(RUN)) ?? '').not.toContain('Ventanilla')
    await start()
    expect(valuesOf(await readRecord(record), 'program')).toEqual([`${directory}\\versions\\1.0.0\\node.exe`])
  })

  it('has an entry in the Start menu', async () => {
    await install()
    const menu = join(wine.localAppData, '../Roaming/Microsoft/Windows/Start Menu/Programs/Ventanilla.lnk')
    // Wine writes no identity of the application into it.
    expect((await readFile(menu)).includes(Buffer.from('Ventanilla.exe'))).toBe(true)
    await uninstall()
    expect(existsSync(menu)).toBe(false)
  })

  it('takes the file of an administrator, keeps it in an update, and refuses one that is not there', async () => {
    const config = join(work, 'lo de todos.json')
    await writeFile(config, '{"lock":{"minutes":5}}')
    expect(await install('1.0.0', [`/CONFIG=${wine.windowsPath(`${config}x`)}`])).toBe(15)
    expect(existsSync(root)).toBe(false)
    expect(await install('1.0.0', [`/CONFIG=${wine.windowsPath(config)}`])).toBe(0)
    expect(await line('administrador.json')).toBe('{"lock":{"minutes":5}}')
    expect(await install('1.1.0')).toBe(0)
    expect(await line('administrador.json')).toBe('{"lock":{"minutes":5}}')
  })

  it('starts with the session if asked to, and an update leaves it so', async () => {
    await install('1.0.0', ['/STARTUP'])
    const said = `"${wine.windowsPath(root)}\\Ventanilla.exe" --no-open`
    expect(await wine.registry(RUN)).toContain(said)
    await install('1.1.0')
    expect(await wine.registry(RUN)).toContain(said)
    await uninstall()
    expect((await wine.registry(RUN)) ?? '').not.toContain('Ventanilla')
  })

  it('puts a version over an older one, on trial', async () => {
    await install('1.0.0')
    expect(await install('1.1.0')).toBe(0)
    await setScript('1.1.0', 'exit=4')
    expect([await line('current'), await line('previous'), await line('trial')]).toEqual([
      '1.1.0\n',
      '1.0.0\n',
      '1.1.0\n',
    ])
    await start()
    expect(valuesOf(await readRecord(record), 'argument')).toEqual(['--update-undone=1.1.0'])
    expect(await line('current')).toBe('1.0.0\n')
    // And again, over the one that was undone: only the two last ones stay.
    expect(await install('1.2.0')).toBe(0)
    expect((await readdir(join(root, 'versions'))).toSorted()).toEqual(['1.0.0', '1.2.0'])
  })

  it('does not put a version over a newer one', async () => {
    await install('1.0.0')
    // By numbers, and not by letters.
    await addVersion(root, '1.10.0', 'exit=0', join(work, 'fake-node.exe'))
    await writeFile(join(root, 'current'), '1.10.0\n')
    const before = await files()
    expect(await install('1.2.0')).toBe(10)
    expect(await files()).toEqual(before)
    expect(await line('current')).toBe('1.10.0\n')
  })

  it('goes where the installation before is', async () => {
    await install('1.0.0')
    expect((await wine.run(await makeInstaller('1.1.0'), ['/S'])).code).toBe(0)
    expect(await line('current')).toBe('1.1.0\n')
    expect(await wine.registry(UNINSTALL)).toContain(`"InstallLocation"="${wine.windowsPath(root)}"`)
  })

  it('repairs the version that is there', async () => {
    await install('1.0.0')
    await writeFile(join(root, 'versions/1.0.0/node.exe'), 'half')
    await rm(join(root, 'versions/1.0.0/edition.json'))
    expect(await install('1.0.0')).toBe(0)
    expect(await readdir(join(root, 'versions'))).toEqual(['1.0.0'])
    await start()
    expect(valuesOf(await readRecord(record), 'state')).toEqual(['ended'])
    expect(await line('trial')).toBe(null)
  })

  it('finishes what an earlier installation left half copied', async () => {
    await install('1.0.0')
    await rm(join(root, 'current'))
    await rename(join(root, 'versions/1.0.0'), join(root, 'versions/1.0.0.new'))
    await rm(join(root, 'versions/1.0.0.new/node.exe'))
    await writeFile(join(root, 'versions/1.0.0.new/left'), '')
    expect(await install('1.0.0')).toBe(0)
    expect(await readdir(join(root, 'versions'))).toEqual(['1.0.0'])
    expect(existsSync(join(root, 'versions/1.0.0/left'))).toBe(false)
  })

  it('does not install beside the other edition', async () => {
    await wine.run('reg', ['add', ELECTRON, '/v', 'UninstallString', '/d', 'C:\\x.exe', '/f'])
    try {
      expect(await install()).toBe(19)
      expect(existsSync(root)).toBe(false)
    } finally {
      await wine.run('reg', ['delete', ELECTRON, '/f'])
    }
    expect(await install()).toBe(0)
  })

  it('does not install among the files of another', async () => {
    await mkdir(root)
    await writeFile(join(root, 'mine.txt'), 'x')
    expect(await install()).toBe(11)
    expect(await files()).toEqual(['mine.txt'])
  })

  it('leaves the version before when a file cannot be written', async () => {
    await install('1.0.0')
    await mkdir(join(root, 'Ventanilla.exe.new'))
    expect(await install('1.1.0')).toBe(16)
    expect(await line('current')).toBe('1.0.0\n')
    expect(await readdir(join(root, 'versions'))).toEqual(['1.0.0'])
    await start()
    expect(valuesOf(await readRecord(record), 'state')).toEqual(['ended'])
  })

  /** Runs the application, and once it is open another program. */
  async function whileOpen(program: string, args: string[]): Promise<number | null> {
    const quoted = [wine.windowsPath(program), ...args].map((word, index) =>
      index === 0 ? `"${word}"` : word,
    )
    const words = [wine.windowsPath(record), 'state waiting', `"${wine.windowsPath(root)}\\Ventanilla.exe"`]
    return (await wine.run(sameGroup, [...words, quoted.join(' ')], { env: env() })).code
  }

  it('closes the application in order before it replaces it', async () => {
    await install('1.0.0')
    await setScript('1.0.0', 'wait')
    const setup = await makeInstaller('1.1.0')
    expect(await whileOpen(setup, ['/S', ...at(root)])).toBe(0)
    expect(valuesOf(await readRecord(record), 'signal')).toEqual(['ctrl-c'])
    expect(await line('current')).toBe('1.1.0\n')
  })

  it('ends nothing by force: what does not close keeps its version', async () => {
    await install('1.0.0')
    await setScript('1.0.0', 'stubborn')
    const setup = await makeInstaller('1.1.0')
    expect(await whileOpen(setup, ['/S', ...at(root)])).toBe(14)
    expect(valuesOf(await readRecord(record), 'signal')).toEqual(['ignored'])
    expect(await wine.programs()).toContainEqual(expect.stringContaining('1.0.0\\node.exe'))
    expect(await line('current')).toBe('1.0.0\n')
    expect(await uninstall()).toBe(14)
    expect(existsSync(join(root, 'versions/1.0.0/node.exe'))).toBe(true)
  }, 240_000)

  describe('removal', () => {
    it('leaves the data, what is not ours, and what a link leads to', async () => {
      await install('1.0.0')
      await install('1.1.0')
      const data = join(wine.localAppData, 'Ventanilla', 'Data')
      const outside = join(root, '..', 'outside')
      await mkdir(data, { recursive: true })
      await writeFile(join(data, 'ventanilla.db'), 'data')
      await mkdir(join(outside, 'deep'), { recursive: true })
      await writeFile(join(outside, 'deep', 'kept.txt'), 'x')
      // Wine shows a link of Linux as a junction.
      await symlink(outside, join(root, 'versions/9.9.9'))
      await mkdir(join(root, 'versions/mine'))
      await writeFile(join(root, 'versions/mine/x'), '')
      await writeFile(join(root, 'notes.txt'), '')
      expect(await uninstall()).toBe(0)
      expect(await readFile(join(data, 'ventanilla.db'), 'utf8')).toBe('data')
      expect(await files(outside)).toEqual(['deep/kept.txt'])
      expect(await files()).toEqual(['Desinstalar.exe', 'notes.txt', 'versions/9.9.9', 'versions/mine/x'])
      for (const key of [UNINSTALL, LINKS]) expect(await wine.registry(key)).toBe(null)
    })

    it('does not follow a link inside of a version', async () => {
      await install('1.0.0')
      const outside = join(root, '..', 'outside')
      await mkdir(outside)
      await writeFile(join(outside, 'kept.txt'), 'x')
      await symlink(outside, join(root, 'versions/1.0.0/junction'))
      // Wine cannot remove a link to a directory: the removal says that something is left.
      expect(await uninstall()).toBe(18)
      expect(await files(outside)).toEqual(['kept.txt'])
      expect(existsSync(join(root, 'versions/1.0.0/node.exe'))).toBe(false)
      await rm(join(root, 'versions/1.0.0/junction'))
      expect(await uninstall()).toBe(0)
    })

    it('removes itself and its directory', async () => {
      await install('1.0.0')
      await wine.run(join(root, 'Desinstalar.exe'), ['/S'])
      await expect.poll(() => existsSync(root)).toBe(false)
    })

    it('takes the browsers off our data, and leaves what leads elsewhere', async () => {
      await install('1.0.0')
      const ours = `${wine.windowsPath(wine.localAppData)}\\Ventanilla\\Data\\native-host\\chrome.json`
      await wine.run('reg', ['add', CHROME, '/ve', '/d', ours, '/f'])
      await wine.run('reg', ['add', EDGE, '/ve', '/d', String.raw`C:\other\edge.json`, '/f'])
      await uninstall()
      expect(await wine.registry(CHROME)).toBe(null)
      expect(await wine.registry(EDGE)).toContain('edge.json')
    })

    it('leaves the links to another installation that took them', async () => {
      await install('1.0.0')
      await wine.run('reg', ['add', LINKS, '/ve', '/d', '"C:\\other.exe" -- "%1"', '/f'])
      await uninstall()
      expect(await wine.registry(LINKS)).toContain('other.exe')
    })

    it('leaves the entries of a later installation in another folder', async () => {
      await install('1.0.0')
      const first = root
      root = join(root, '..', 'otra')
      await install('1.0.0')
      const second = root
      root = first
      expect(await uninstall()).toBe(0)
      expect(await wine.registry(UNINSTALL)).toContain(`"InstallLocation"="${wine.windowsPath(second)}"`)
      expect(await wine.registry(LINKS)).toContain(wine.windowsPath(second))
      root = second
      await uninstall()
      for (const key of [UNINSTALL, LINKS]) expect(await wine.registry(key)).toBe(null)
    })

    it('removes what an update has left', async () => {
      await install('1.0.0')
      await mkdir(join(root, 'staging/part'), { recursive: true })
      await mkdir(join(root, 'versions/1.3.0.new'))
      await writeFile(join(root, 'staging/part/x'), '')
      await writeFile(join(root, 'next'), '1.3.0\n')
      await uninstall()
      expect(await files()).toEqual(['Desinstalar.exe'])
    })
  })
})
