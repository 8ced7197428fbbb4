import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#electron/core/runtime/log.ts'
import { readManagedSettings } from '#electron/core/features/managed-settings/managed-settings.ts'
import { MAX_FILE_BYTES } from '#electron/core/features/managed-settings/sources.ts'
import { readManagedFileAt, systemFile } from '#electron/core/features/managed-settings/sources.ts'
import { checkAdminFile, managedSources } from '#electron/managed-sources.ts'
import { readShellOptions } from '#electron/shell/start.ts'
import { readOptions } from '#electron/web/options.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { createFakeRegistry } from '#tests/fakes/windows-registry.ts'

afterAll(removeTemporaryDirectories)

const FILE = '{ "mandatory": { "lock.idleMinutes": 7 } }'
const uid = process.getuid?.() ?? 0
const isRoot = uid === 0

let directory: string
let path: string
beforeEach(async () => {
  directory = await temporaryDirectory()
  path = join(directory, 'administrador.json')
})
const read = () => readManagedFileAt(path, 'system-file', { uid })
const whyNot = async () => (await read())?.problems.map(({ why }) => why)

describe('a file', () => {
  test('that is not there is nothing, and not a problem', async () => {
    expect(await read()).toBeNull()
    expect(await readManagedFileAt(join(path, 'below'), 'system-file', { uid })).toBeNull()
  })

  test('of its owner alone is taken', async () => {
    await writeFile(path, FILE, { mode: 0o644 })
    expect(await read()).toMatchObject({ mandatory: { 'lock.idleMinutes': 7 }, problems: [], isWhole: true })
  })

  test.each([0o664, 0o646, 0o666])('that others may write (%o) is refused', async (mode) => {
    await writeFile(path, FILE)
    await chmod(path, mode)
    expect(await read()).toMatchObject({ mandatory: {}, isWhole: false, problems: [{ why: 'not-trusted' }] })
  })

  test('in a directory that others may write is refused: they could replace it', async () => {
    await writeFile(path, FILE, { mode: 0o644 })
    await chmod(directory, 0o777)
    expect(await whyNot()).toEqual(['not-trusted'])
  })

  test.runIf(isRoot)('of another user is refused', async () => {
    await writeFile(path, FILE, { mode: 0o644 })
    await chown(path, 12_345, 12_345)
    expect(await whyNot()).toEqual(['not-trusted'])
  })

  test('that is too large, a directory, a pipe or no text is named, and holds nothing up', async () => {
    await writeFile(path, ' '.repeat(MAX_FILE_BYTES + 1))
    expect(await whyNot()).toEqual(['too-large'])
    await writeFile(path, Buffer.from([0xff, 0xfe, 0x7b, 0]))
    expect(await whyNot()).toEqual(['unreadable'])
    path = directory
    expect(await whyNot()).toEqual(['unreadable'])
    path = join(directory, 'pipe')
    execFileSync('mkfifo', [path])
    expect(await whyNot()).toEqual(['unreadable'])
  })

  test('behind a link is judged by what the link leads to', async () => {
    const other = join(directory, 'other.json')
    await writeFile(other, FILE)
    await chmod(other, 0o666)
    await symlink(other, path)
    expect(await whyNot()).toEqual(['not-trusted'])
  })

  test.runIf(!isRoot)('without the right to read is named', async () => {
    await writeFile(path, FILE, { mode: 0o000 })
    expect(await whyNot()).toEqual(['unreadable'])
  })
})

describe('sources', () => {
  const log: string[] = []
  const deps = () => ({
    dataDir: directory,
    log: createLog((line) => log.push(line)),
    installDir: join(directory, 'installation'),
    systemFile: path,
    uid,
  })
  const linux = { platform: 'linux', env: {}, home: '/home/ana' } as const

  test('the file of the system comes before that of the installation', async () => {
    await writeFile(path, FILE)
    await mkdir(deps().installDir)
    await writeFile(
      join(deps().installDir, 'administrador.json'),
      '{"mandatory":{"lock.idleMinutes":50,"lock.withSystem":false}}',
    )
    const managed = await readManagedSettings({ ...deps(), system: linux, run: createFakeRegistry().run })
    expect(managed.mandatory('lock.idleMinutes')).toBe(7)
    expect(managed.mandatory('lock.withSystem')).toBe(false)
    expect(managed.state.sources.map(({ source }) => source)).toEqual(['system-file', 'installation-file'])
  })

  test('on Windows the policies come first, that of the machine before that of the user', async () => {
    const registry = createFakeRegistry()
    const key = (root: string, value: number) =>
      `[${root}\\Software\\Policies\\Ventanilla]\r\n"LockIdleMinutes"=dword:0000000${value}\r\n`
    await writeFile(path, FILE)
    registry.exports.set(String.raw`HKCU\Software\Policies\Ventanilla`, key('HKEY_CURRENT_USER', 2))
    const windows = { platform: 'win32', env: {}, home: String.raw`C:\Users\ana` } as const
    const start = () => readManagedSettings({ ...deps(), uid: null, system: windows, run: registry.run })
    expect((await start()).mandatory('lock.idleMinutes')).toBe(2)
    registry.exports.set(String.raw`HKLM\Software\Policies\Ventanilla`, key('HKEY_LOCAL_MACHINE', 1))
    expect((await start()).mandatory('lock.idleMinutes')).toBe(1)
  })

  test('what is wrong is in the log, with its place and without its value', async () => {
    await writeFile(path, '{"mandatory":{\n"lock.idleMinutes": "not-to-be-told"}}')
    await readManagedSettings({ ...deps(), system: linux, run: createFakeRegistry().run })
    expect(log.join('\n')).toMatch(/wrong-value, lock\.idleMinutes, in .*administrador\.json:2:1/)
    expect(log.join('\n')).not.toContain('not-to-be-told')
  })

  test('a feed that cannot be read is not replaced by any other', async () => {
    await writeFile(path, '{"mandatory":{"updates.mode":"automatic","updates.feed":"ftp://x"}}')
    const managed = await readManagedSettings({ ...deps(), system: linux, run: createFakeRegistry().run })
    expect(managed.updates()).toEqual({ mode: 'off' })
  })

  test('are where each system has its own', () => {
    expect(systemFile(linux)).toBe('/etc/ventanilla/administrador.json')
    expect(systemFile({ ...linux, platform: 'darwin' })).toBe(
      '/Library/Application Support/Ventanilla/administrador.json',
    )
    expect(systemFile({ platform: 'win32', env: { ProgramData: String.raw`D:\PD` }, home: '' })).toBe(
      String.raw`D:\PD\Ventanilla\administrador.json`,
    )
  })
})

describe('checking a file from the terminal', () => {
  const check = async (text: string | null) => {
    if (text !== null) await writeFile(path, text, { mode: 0o644 })
    const lines: string[] = []
    const code = await checkAdminFile(path, (line) => lines.push(line), uid)
    return { code, said: lines.join('\n') }
  }

  test('says what is taken, and that it is right', async () => {
    const { code, said } = await check(FILE)
    expect(code).toBe(0)
    expect(said).toContain('lock.idleMinutes = 7')
    expect(said).toContain('Se toma 1 ajuste. Todo está bien.')
  })

  test('names every error with its line, its column and what it should be', async () => {
    const { code, said } = await check(
      '{\n "mandatory": {\n  "lock.idleMinutes": 700,\n  "clave": "not-to-be-told"\n }\n}',
    )
    expect(code).toBe(1)
    expect(said).toContain('línea 3, columna 3, «lock.idleMinutes»')
    expect(said).toContain('un número entero de 0 a 240')
    expect(said).toContain('línea 4, columna 3, «clave»')
    expect(said).not.toContain('not-to-be-told')
    expect((await check('{ "mandatory": ')).said).toContain('no se puede leer entero')
  })

  test('is an option of both hosts, and starts nothing', async () => {
    expect(readOptions([`--check-admin-file=${path}`])).toMatchObject({ value: { checkAdminFile: path } })
    expect(readShellOptions([`--check-admin-file=${path}`])).toMatchObject({ checkAdminFile: path })
    await writeFile(path, '{"mandatory":{"nope":1}}', { mode: 0o644 })
    const dataDir = join(directory, 'data')
    const entry = fileURLToPath(new URL('../../../electron/web.ts', import.meta.url))
    const { status, stdout } = spawnSync(
      process.execPath,
      [entry, `--data-dir=${dataDir}`, `--check-admin-file=${path}`],
      { encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([1, expect.stringContaining('«nope»') as string])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('without a file has a code of its own', async () => {
    expect((await check(null)).code).toBe(2)
  })
})

test('a packaged edition looks in the directory of its installation, and a copy of the sources in none', async () => {
  const version = join(directory, 'with spaces ñ', 'versions', '0.1.0')
  await mkdir(version, { recursive: true })
  await writeFile(join(version, 'edition.json'), '{"package":"archive","platform":"linux-x64"}')
  const root = pathToFileURL(join(version, 'out', 'main', 'web.js')).href
  expect(managedSources(root).installDir).toBe(join(directory, 'with spaces ñ'))
  expect(managedSources(pathToFileURL(join(directory, 'electron', 'web.ts')).href).installDir).toBeNull()
})
