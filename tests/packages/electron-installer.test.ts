import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { HOST_NAME } from '#shared/host-protocol/protocol.ts'
import { LINK_SCHEME } from '#shared/bridge/deep-link.ts'
import { APP_ID, TOAST_ACTIVATOR } from '#electron/shell/identity.ts'

const run = promisify(execFile)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const included = here('../../build/electron/installer.nsh')

test('the installer names what the running application names', () => {
  const text = readFileSync(included, 'utf8')
  expect(text).toContain(`!define TOAST_ACTIVATOR "${TOAST_ACTIVATOR}"`)
  expect(text).toContain(`\\NativeMessagingHosts\\${HOST_NAME}"`)
  expect(text).toContain(`"Software\\Classes\\${LINK_SCHEME}\\shell\\open\\command"`)
})

const missing = ['/usr/bin/makensis', '/usr/bin/wine'].filter((program) => !existsSync(program))
if (missing.length > 0)
  process.stdout.write(`The installer’s own steps are not tried: ${missing.join(', ')} missing.\n`)

const own = mkdtempSync(join(tmpdir(), 'ventanilla-nsis-'))
afterAll(() => rmSync(own, { recursive: true, force: true }))

/** A directory of wine for each test: Windows as it is when it is new. */
function createWindows() {
  const prefix = mkdtempSync(join(own, 'wine-'))
  const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' }
  const wine = (...args: string[]) => run('wine', args, { env, timeout: 170_000 })
  return {
    wine,
    local: join(prefix, 'drive_c', 'users', process.env['USER'] ?? 'root', 'AppData', 'Local'),
    put: (key: string, value: string | null, data: string) =>
      wine('reg', 'add', `HKCU\\${key}`, ...(value === null ? ['/ve'] : ['/v', value]), '/d', data, '/f'),
    has: (key: string, value: string | null) =>
      wine('reg', 'query', `HKCU\\${key}`, ...(value === null ? ['/ve'] : ['/v', value])).then(
        () => true,
        () => false,
      ),
    end: () => run('wineserver', ['-k'], { env }).catch(() => undefined),
  }
}

async function compile(...defines: string[]): Promise<string> {
  const out = join(mkdtempSync(join(own, 'out-')), 'ventanilla.exe')
  const words = [`OUT_FILE=${out}`, `INCLUDED=${included}`, `APP_ID=${APP_ID}`, ...defines]
  await run('makensis', [
    '-V2',
    '-WX',
    '-INPUTCHARSET',
    'UTF8',
    ...words.map((word) => `-D${word}`),
    here('electron-installer.nsi'),
  ])
  return out
}

describe.skipIf(missing.length > 0)('what the installer adds to that of electron-builder', () => {
  test('compiles without a warning, with and without the uninstaller', async () => {
    for (const defines of [[], ['WITHOUT_UNINSTALLER=1']])
      expect(existsSync(await compile(...defines))).toBe(true)
  })

  test('a removal takes what leads to this installation, leaves the rest, and leaves the data', async () => {
    const windows = createWindows()
    try {
      await windows.wine(await compile())
      const programs = join(windows.local, 'Programs', 'Ventanilla')
      expect(readdirSync(programs)).toEqual(['Uninstall Ventanilla.exe'])
      const ours = String.raw`C:\users\${process.env['USER'] ?? 'root'}\AppData\Local`
      const autostart = String.raw`Software\Microsoft\Windows\CurrentVersion\Run`
      const command = String.raw`Software\Classes\ventanilla\shell\open\command`
      const host = (browser: string) => `Software\\${browser}\\NativeMessagingHosts\\${HOST_NAME}`
      const data = join(windows.local, 'Ventanilla', 'Data')
      mkdirSync(data, { recursive: true })
      await windows.put(autostart, APP_ID, `"${ours}\\Programs\\Ventanilla\\Ventanilla.exe" --hidden`)
      await windows.put(command, null, String.raw`"C:\Other edition\Ventanilla.exe" -- "%1"`)
      await windows.put(host('Google\\Chrome'), null, `${ours}\\Ventanilla\\Data\\native-host\\chrome.json`)
      await windows.put(host('Mozilla'), null, String.raw`C:\Else\firefox.json`)

      const remove = (...args: string[]) =>
        windows.wine(join(programs, 'Uninstall Ventanilla.exe'), ...args, `_?=${ours}\\Programs\\Ventanilla`)
      await remove('/S', '--updated')
      // An update removes the version before: nothing else goes.
      expect(await windows.has(autostart, APP_ID)).toBe(true)
      expect(await windows.has(host('Google\\Chrome'), null)).toBe(true)

      await remove('/S')
      expect(await windows.has(autostart, APP_ID)).toBe(false)
      expect(await windows.has(command, null)).toBe(true)
      expect(await windows.has(host('Google\\Chrome'), null)).toBe(false)
      expect(await windows.has(host('Mozilla'), null)).toBe(true)
      expect(existsSync(data)).toBe(true)
    } finally {
      await windows.end()
    }
  })
})
