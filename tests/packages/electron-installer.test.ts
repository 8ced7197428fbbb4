import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { HOST_NAME } from '#shared/host-protocol/protocol.ts'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import { APP_ID, TOAST_ACTIVATOR } from '#electron/shell/identity.ts'

const run = promisify(execFile)
const user = process.env['USER'] ?? userInfo().username

interface RegistryValue {
  key: string
  name?: string
  data: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const included = here('../../build/electron/installer.nsh')

test('the installer names what the running application names', () => {
  const text = readFileSync(included, 'utf8')
  expect(text).toContain(`!define TOAST_ACTIVATOR "${TOAST_ACTIVATOR}"`)
  expect(text).toContain(`\\NativeMessagingHosts\\${HOST_NAME}"`)
  expect(text).toContain(`"Software\\Classes\\${LINK_SCHEME}\\shell\\open\\command"`)
})

const missing = ['/usr/bin/makensis', '/usr/bin/wine'].filter((program) => !existsSync(program))
if (process.env['FULL'] !== '1')
  process.stdout.write('The installer’s own steps are not run under wine (npm run test:full does).\n')
if (missing.length > 0)
  process.stdout.write(`The installer’s own steps are not tried: ${missing.join(', ')} missing.\n`)

const own = mkdtempSync(join(tmpdir(), 'ventanilla-nsis-'))
afterAll(() => rmSync(own, { recursive: true, force: true }))

/** A directory of wine: Windows as it is when it is new. */
function createWindows() {
  const prefix = mkdtempSync(join(own, 'wine-'))
  const env = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    // Menus of this desktop are not the test's.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
  }
  const wine = (...args: string[]) => run('wine', args, { env, timeout: 170_000 })
  const file = join(prefix, 'values.reg')
  return {
    wine,
    local: join(prefix, 'drive_c', 'users', user, 'AppData', 'Local'),
    /** Default values of keys, or those that are named. */
    async put(values: readonly RegistryValue[]) {
      const text = values.map(({ key, name, data }) => {
        const quoted = (word: string) => `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`
        return `[HKEY_CURRENT_USER\\${key}]\r\n${name === undefined ? '@' : quoted(name)}=${quoted(data)}\r\n`
      })
      writeFileSync(file, `REGEDIT4\r\n\r\n${text.join('\r\n')}`)
      await wine('reg', 'import', file)
    },
    /** Everything of the user. */
    async read(): Promise<string> {
      await wine('reg', 'export', String.raw`HKCU\Software`, file, '/y')
      return readFileSync(file, 'utf16le')
    },
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

  // Wine takes half a minute on a busy machine.
  test.runIf(process.env['FULL'] === '1')(
    'a removal takes what leads to this installation, leaves the rest, and leaves the data',
    async () => {
      const windows = createWindows()
      try {
        const installer = await compile()
        const other = String.raw`Software\Microsoft\Windows\CurrentVersion\Uninstall\Ventanilla`
        await windows.put([{ key: other, name: 'InstallLocation', data: 'C:\\Another edition' }])
        await expect(windows.wine(installer)).rejects.toMatchObject({ code: 3 })
        const programs = join(windows.local, 'Programs', 'Ventanilla')
        expect(existsSync(programs)).toBe(false)
        await windows.wine('reg', 'delete', `HKCU\\${other}`, '/f')
        await windows.wine(installer)
        expect(readdirSync(programs)).toEqual(['Uninstall Ventanilla.exe'])
        const local = `C:\\users\\${user}\\AppData\\Local`
        const host = (browser: string) => `Software\\${browser}\\NativeMessagingHosts\\${HOST_NAME}`
        const data = join(windows.local, 'Ventanilla', 'Data')
        mkdirSync(data, { recursive: true })
        await windows.put([
          {
            key: String.raw`Software\Microsoft\Windows\CurrentVersion\Run`,
            name: APP_ID,
            data: `"${local}\\Programs\\Ventanilla\\Ventanilla.exe" --hidden`,
          },
          {
            key: String.raw`Software\Classes\ventanilla\shell\open\command`,
            data: String.raw`"C:\Another edition\Ventanilla.exe" -- "%1"`,
          },
          { key: host('Chromium'), data: `${local}\\Ventanilla\\Data\\native-host\\chromium.json` },
          { key: host('Mozilla'), data: String.raw`C:\Else\firefox.json` },
        ])
        const parts = ['--hidden', 'Another edition', 'chromium.json', 'firefox.json']
        const left = async () => {
          const text = await windows.read()
          return parts.filter((part) => text.includes(part))
        }
        expect(await left()).toEqual(parts)

        const remove = (...args: string[]) =>
          windows.wine(
            join(programs, 'Uninstall Ventanilla.exe'),
            ...args,
            `_?=${local}\\Programs\\Ventanilla`,
          )
        // An update removes the version before, and nothing else.
        await remove('/S', '--updated')
        expect(await left()).toEqual(parts)
        await remove('/S')
        expect(await left()).toEqual(['Another edition', 'firefox.json'])
        expect(existsSync(data)).toBe(true)
      } finally {
        await windows.end()
      }
    },
  )
})
