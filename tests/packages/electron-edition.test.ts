import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { APP_ID, TOAST_ACTIVATOR } from '#electron/shell/identity.ts'
import { addToastActivator, electronBuilderConfig } from '../../build/electron/electron-builder.ts'
import { notarizeApplication, type NotarizeDeps } from '../../build/electron/electron-builder.ts'
import { ELECTRON_TARGETS, SHIPPED } from '../../build/electron/targets.ts'
import { ICNS_SIZES, readIcns, toIcns } from '../../build/icons/icons.ts'
import { PRODUCT } from '../../build/packages/product.ts'

const own = mkdtempSync(join(tmpdir(), 'ventanilla-edition-'))
afterAll(() => rmSync(own, { recursive: true, force: true }))

/** Width of a PNG, in its first chunk. */
const widthOf = (png: Buffer): number => (png.toString('latin1', 1, 4) === 'PNG' ? png.readUInt32BE(16) : NaN)

test('packages and the running application have one identity', () => {
  expect(PRODUCT.appId).toBe(APP_ID)
})

describe('configuration', () => {
  const config = (name: keyof typeof ELECTRON_TARGETS) =>
    electronBuilderConfig({
      target: ELECTRON_TARGETS[name],
      appDir: '/app',
      nativeHostDir: '/host',
      besideDir: '/beside',
      outDir: '/out',
      electronVersion: '1.0.0',
    })

  test('every package that an office installs', () => {
    const names = SHIPPED.flatMap((name) => {
      const { linux, win, mac } = config(name)
      return [linux, win, mac].flatMap(
        (platform) => (platform?.target as { target: string }[] | undefined) ?? [],
      )
    }).map(({ target }) => target)
    expect(new Set(names)).toEqual(new Set(['AppImage', 'deb', 'rpm', 'nsis', 'msi', 'dmg', 'zip', 'dir']))
  })

  test('names no file that is not there', () => {
    const { win, mac, dmg, nsis, linux } = config('linux-x64')
    for (const path of [win?.icon, mac?.icon, mac?.entitlements, dmg?.icon, nsis?.include, linux?.icon])
      expect(existsSync(path ?? '')).toBe(true)
  })
})

describe('icons', () => {
  test('that of macOS has every size, once and at twice the density', () => {
    const pictures = readIcns(readFileSync('build/icons/ventanilla.icns'))
    expect(pictures.map(({ type }) => type)).toEqual([
      'icp4',
      'icp5',
      'ic11',
      'ic12',
      'ic07',
      'ic08',
      'ic13',
      'ic09',
      'ic14',
      'ic10',
    ])
    expect([...new Set(pictures.map(({ data }) => widthOf(data)))]).toEqual(ICNS_SIZES)
  })

  test('a size that macOS has no name for, and a file cut short', () => {
    expect(() => toIcns([{ size: 48, png: Buffer.alloc(0) }])).toThrow('48')
    const whole = toIcns([{ size: 16, png: Buffer.alloc(9) }])
    expect(() => readIcns(whole.subarray(0, -1))).toThrow('not all of it')
  })
})

describe('the MSI', () => {
  const wxs = (text: string) => {
    const path = join(own, 'project.wxs')
    writeFileSync(path, text)
    return path
  }
  test('its shortcuts name the toast activator', async () => {
    const path = wxs(
      `<Shortcut><ShortcutProperty Key="System.AppUserModel.ID" Value="${APP_ID}"/></Shortcut>`,
    )
    await addToastActivator(path)
    expect(readFileSync(path, 'utf8')).toContain(
      `<ShortcutProperty Key="System.AppUserModel.ToastActivatorCLSID" Value="${TOAST_ACTIVATOR}"/></Shortcut>`,
    )
  })
  test('a project without a shortcut is refused', async () => {
    await expect(addToastActivator(wxs('<Wix/>'))).rejects.toThrow('no shortcut')
  })
})

describe('notarisation', () => {
  const of = async (env: NodeJS.ProcessEnv, electronPlatformName = 'darwin') => {
    const submitted: unknown[] = []
    const said: string[] = []
    const deps: NotarizeDeps = {
      env,
      submit: async (options: unknown) => void submitted.push(options),
      printLine: (line) => void said.push(line),
    }
    const context = {
      electronPlatformName,
      appOutDir: '/out',
      packager: { appInfo: { productFilename: 'V' } },
    }
    await notarizeApplication(context as Parameters<typeof notarizeApplication>[0], deps)
    return { submitted, said }
  }
  const appPath = '/out/V.app'

  test('by a profile of the keychain, or by a key', async () => {
    expect((await of({ APPLE_KEYCHAIN_PROFILE: 'p' })).submitted).toEqual([{ appPath, keychainProfile: 'p' }])
    const key = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 'o' }
    expect((await of(key)).submitted).toEqual([
      { appPath, appleApiKey: 'k', appleApiKeyId: 'i', appleApiIssuer: 'o' },
    ])
  })
  test('without anything it says so; with a part of a key it fails', async () => {
    expect(await of({})).toEqual({ submitted: [], said: [expect.stringContaining('not notarised')] })
    await expect(of({ APPLE_API_KEY: 'k' })).rejects.toThrow('APPLE_API_ISSUER')
  })
  test('of other systems is none', async () => {
    expect(await of({ APPLE_KEYCHAIN_PROFILE: 'p' }, 'linux')).toEqual({ submitted: [], said: [] })
  })
})
