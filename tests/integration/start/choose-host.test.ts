import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cannotRun, chooseHost, findElectron, hasDisplay, shouldDownload } from '#electron/choose-host.ts'
import { createProgressLine } from '#electron/download-electron.ts'
import { startTexts } from '#shared/text/hosts.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

afterAll(removeTemporaryDirectories)

describe('which host', () => {
  const here = { requested: undefined, runtime: '/electron', isRoot: false, hasDisplay: true }

  test('the window where it can be had, the browser where not, each with its reason', () => {
    expect(chooseHost(here)?.host).toBe('electron')
    expect(chooseHost({ ...here, requested: 'web' })?.host).toBe('web')
    expect(chooseHost({ ...here, requested: 'vhs' })).toBeNull()
    const absent = { ...here, runtime: null }
    expect(chooseHost(absent)).toEqual({ host: 'web', reason: startTexts.web.absent })
    expect(chooseHost({ ...absent, absence: 'checksum' })?.reason).toBe(startTexts.web.checksum)
    // What no download would change comes first.
    expect(chooseHost({ ...absent, requested: 'electron', isRoot: true })?.reason).toBe(startTexts.web.root)
    expect(chooseHost({ ...here, isRoot: true })).toMatchObject({ host: 'web' })
    expect(chooseHost({ ...here, hasDisplay: false })).toMatchObject({ host: 'web' })
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('win32', {})).toBe(true)
  })

  test('it is downloaded where a window could open, and by itself only once', () => {
    const absent = { ...here, runtime: null, failedBefore: false, env: {} }
    expect(shouldDownload(absent)).toBe(true)
    expect(shouldDownload({ ...absent, env: { CI: 'false' } })).toBe(true)
    expect(shouldDownload({ ...absent, failedBefore: true })).toBe(false)
    expect(shouldDownload({ ...absent, env: { CI: '1' } })).toBe(false)
    const named = { ...absent, requested: 'electron' }
    expect(shouldDownload({ ...named, failedBefore: true, env: { CI: '1' } })).toBe(true)
    for (const never of [{ isRoot: true }, { hasDisplay: false }, { runtime: '/electron' }])
      expect(shouldDownload({ ...named, ...never })).toBe(false)
    for (const requested of ['web', 'vhs']) expect(shouldDownload({ ...absent, requested })).toBe(false)
  })

  test('a program that the system does not let run is told from one that was closed', () => {
    const ended = { code: null, signal: null, ms: 100 }
    expect(cannotRun({ ...ended, code: 127 })).toBe(true)
    expect(cannotRun({ ...ended, signal: 'SIGTRAP' })).toBe(true)
    expect(cannotRun({ ...ended, signal: 'SIGTRAP', ms: 60_000 })).toBe(false)
    for (const code of [0, 1]) expect(cannotRun({ ...ended, code })).toBe(false)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL']) expect(cannotRun({ ...ended, signal })).toBe(false)
  })

  test('its progress is one line of a terminal, and four of a file', () => {
    const seen = (isTTY: boolean) => {
      let text = ''
      const line = createProgressLine({ isTTY, write: (more) => (text += more) })
      for (let at = 1; at <= 100; at++) line.show(at * 1_180_000, 118_000_000)
      line.end()
      return text
    }
    const shown = seen(true).split('\r')
    expect(shown.slice(0, 3)).toEqual(['', '1 de 118 MB', '2 de 118 MB'])
    expect(shown.at(-1)).toBe('118 de 118 MB\n')
    expect(seen(false)).toBe('30 de 118 MB\n59 de 118 MB\n89 de 118 MB\n118 de 118 MB\n')
  })

  test('Electron is here when its program is, not when its package says where it would be', async () => {
    const root = await temporaryDirectory()
    const directory = join(root, 'node_modules', 'electron')
    expect(findElectron(root, {})).toBeNull()
    await mkdir(join(directory, 'dist'), { recursive: true })
    await writeFile(join(directory, 'path.txt'), 'electron')
    expect(findElectron(root, {})).toBeNull()
    await writeFile(join(directory, 'dist', 'electron'), '')
    expect(findElectron(root, {})).toBe(join(directory, 'dist', 'electron'))
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: '/elsewhere' })).toBeNull()
  })
})
