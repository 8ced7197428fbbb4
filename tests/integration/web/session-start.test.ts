import { execFileSync } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import plist from 'plist'
import { afterAll, describe, expect, test } from 'vitest'
import type { Registry } from '#electron/native-host/manifests/registry.ts'
import { launchAgent } from '#electron/session-start.ts'
import { createWebSessionStart } from '#electron/web/session-start.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { ensurePrograms } from '#tests/system.ts'
import { PRODUCT } from '../../../build/packages/product.ts'

afterAll(removeTemporaryDirectories)

const why = await ensurePrograms('desktop-file-validate')
if (why !== null) process.stdout.write(`skipped: the entry of the session's start: ${why}\n`)
const LAUNCHER = '/opt/Gestoría $1/ventanilla'

/** Values of the user's registry, in memory. */
function memoryRegistry() {
  const texts = new Map<string, string>()
  const bytes = new Map<string, number>()
  const at = (key: string, name = '') => `${key}|${name}`
  const registry: Registry = {
    read: async (key, name) => texts.get(at(key, name)) ?? null,
    readByte: async (key, name) => bytes.get(at(key, name)) ?? null,
    write: async (key, value, name) => void texts.set(at(key, name), value),
    remove: async (key, name) => {
      texts.delete(at(key, name))
      bytes.delete(at(key, name))
    },
  }
  return { registry, texts, bytes }
}

async function on(platform: NodeJS.Platform, launcher: string | null = LAUNCHER) {
  const home = await temporaryDirectory()
  const memory = memoryRegistry()
  const system = { platform, env: {}, home }
  return { home, ...memory, start: createWebSessionStart({ system, launcher, registry: memory.registry }) }
}

describe('the start of the web host with the session', () => {
  test('cannot be had where nothing is installed', async () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const { home, start, texts } = await on(platform, null)
      await start.set(true)
      expect(await start.read()).toBe('unavailable')
      expect(texts.size).toBe(0)
      await expect(stat(join(home, '.config'))).rejects.toThrow('ENOENT')
      await expect(stat(join(home, 'Library'))).rejects.toThrow('ENOENT')
    }
  })

  test.each(['linux', 'darwin', 'win32'] as const)(
    'on %s it is off until it is asked for',
    async (platform) => {
      const { start } = await on(platform)
      expect(await start.read()).toBe('off')
      await start.set(true)
      expect(await start.read()).toBe('on')
      await start.set(false)
      await start.set(false)
      expect(await start.read()).toBe('off')
    },
  )

  test.skipIf(why !== null)(
    'on Linux it is an entry that desktops understand, without a window',
    async () => {
      const { home, start } = await on('linux')
      await start.set(true)
      const file = join(home, '.config/autostart/es.ventanilla.desktop.desktop')
      execFileSync('desktop-file-validate', [file])
      const text = await readFile(file, 'utf8')
      expect(text).toContain('--no-open')
      expect(text).toContain(`TryExec=${LAUNCHER}\n`)
    },
  )

  test('on macOS it is an agent, and that of another copy is not ours', async () => {
    const { home, start } = await on('darwin')
    await start.set(true)
    const file = join(home, 'Library/LaunchAgents/es.ventanilla.desktop.plist')
    expect(plist.parse(await readFile(file, 'utf8'))).toEqual({
      Label: 'es.ventanilla.desktop',
      ProgramArguments: [LAUNCHER, '--no-open'],
      RunAtLoad: true,
    })
    await writeFile(file, launchAgent(['/otra/ventanilla', '--no-open']) ?? '')
    expect(await start.read()).toBe('off')
    const inTheWay = await on('darwin')
    await writeFile(join(inTheWay.home, 'Library'), '')
    await expect(inTheWay.start.set(true)).rejects.toThrow(/ENOTDIR|EEXIST/)
  })

  test('an agent starts exactly the program that it was given, or is none', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }), (command) => {
        const agent = launchAgent(command)
        expect(agent === null).toBe(command.some((one) => /[\p{Cc}\u2028\u2029\ufffe\uffff]/u.test(one)))
        if (agent === null) return
        expect((plist.parse(agent) as { ProgramArguments: string[] }).ProgramArguments).toEqual(command)
      }),
    )
  })

  test('on Windows it is what the installer writes, and a start that was turned off in the system is said', async () => {
    const installer = await readFile('build/packages/windows/installer/common.nsh', 'utf8')
    const key = `HKCU\\${/RUN_KEY "([^"]+)"/.exec(installer)?.[1]}`
    const name = PRODUCT.title
    const { start, texts, bytes } = await on('win32', String.raw`C:\Ventanilla\Ventanilla.exe`)
    await start.set(true)
    expect([...texts]).toEqual([[`${key}|${name}`, String.raw`"C:\Ventanilla\Ventanilla.exe" --no-open`]])
    const approval = `${key.replace('\\Run', '\\Explorer\\StartupApproved\\Run')}|${name}`
    bytes.set(approval, 3)
    expect(await start.read()).toBe('blocked')
    bytes.set(approval, 2)
    expect(await start.read()).toBe('on')
    bytes.set(approval, 3)
    await start.set(true)
    expect(await start.read()).toBe('on')
    texts.set(`${key}|${name}`, String.raw`"D:\otra\Ventanilla.exe" --no-open`)
    expect(await start.read()).toBe('off')
  })

  test('an entry that is no text is not ours', async () => {
    const { home, start } = await on('linux')
    const directory = join(home, '.config/autostart')
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'es.ventanilla.desktop.desktop'), Buffer.alloc(100, 0xff))
    expect(await start.read()).toBe('off')
  })
})
