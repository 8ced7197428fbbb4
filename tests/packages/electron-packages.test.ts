import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import electron from 'electron/package.json' with { type: 'json' }
import { afterAll, expect, test, vi } from 'vitest'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import { makeStandIn } from '../../build/electron/check/check.ts'
import { pack } from '../../build/electron/pack.ts'
import { ELECTRON_TARGETS, type ElectronTarget } from '../../build/electron/targets.ts'
import { PRODUCT } from '../../build/packages/product.ts'

/** What the tools of each package would be given; they come from where only a network of the whole world leads. */
const own = mkdtempSync(join(tmpdir(), 'ventanilla-inspected-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(own, { recursive: true, force: true })
})

/** @returns what each package is made of, with the files that are gone afterwards as text */
async function inspect(
  target: ElectronTarget,
  look: (options: unknown) => unknown = () => undefined,
): Promise<unknown[]> {
  const electronDist = join(own, `electron-${target.name}`)
  await makeStandIn(target, electronDist, electron.version)
  const node = join(own, 'node')
  writeFileSync(node, 'stand-in')
  const given: unknown[] = []
  await pack({
    root: process.cwd(),
    target,
    outDir: join(own, target.name),
    electronDist,
    nodeFor: async () => node,
    inspect: async (options) => {
      given.push(options)
      await look(options)
    },
  })
  return given
}

const desktopFiles: string[] = []

test('Linux: AppImage, deb and rpm', async () => {
  const given = await inspect({ ...ELECTRON_TARGETS['linux-x64'], packages: ['AppImage', 'deb', 'rpm'] })
  expect(given).toHaveLength(3)
  const appImage = given.find((one) => !Array.isArray(one)) as { desktop: string; desktopFileName: string }
  expect(appImage.desktopFileName).toBe(`${PRODUCT.appId}.desktop`)
  expect(appImage.desktop).toContain('\nExec=AppRun %U\n')
  expect(appImage.desktop).toContain(`\nStartupWMClass=${PRODUCT.appId}\n`)
  expect(appImage.desktop).toContain(`\nMimeType=x-scheme-handler/${LINK_SCHEME};\n`)
  desktopFiles.push(appImage.desktop)

  const argsOf = (package_: 'deb' | 'rpm') =>
    (given.filter(Array.isArray) as [string[], string][]).find(([args]) =>
      args.some((arg) => arg.endsWith(`.${package_}`)),
    )?.[0] ?? []
  for (const kind of ['deb', 'rpm'] as const) {
    const args = argsOf(kind)
    expect(args).toContain(`--conflicts=${PRODUCT.name}`)
    expect(args[args.indexOf('--name') + 1]).toBe(`${PRODUCT.name}-desktop`)
    expect(args.some((arg) => arg.endsWith(`=/opt/${PRODUCT.title}`))).toBe(true)
    for (const size of [16, 22, 24, 32, 48, 64, 128, 256, 512])
      expect(args.some((arg) => arg.endsWith(`/hicolor/${size}x${size}/apps/${PRODUCT.name}.png`))).toBe(true)
    expect(args.some((arg) => arg.endsWith(`=/usr/share/applications/${PRODUCT.appId}.desktop`))).toBe(true)
  }
})

const validate = '/usr/bin/desktop-file-validate'
test.skipIf(!existsSync(validate))('their desktop file is valid', async () => {
  for (const [index, text] of desktopFiles.entries()) {
    const path = join(own, `es.ventanilla.${index}.desktop`)
    writeFileSync(path, text)
    const { stdout } = await promisify(execFile)(validate, [path])
    expect(stdout).toBe('')
  }
})
if (!existsSync(validate))
  process.stdout.write('The desktop file is not validated: desktop-file-validate missing.\n')

const sevenZip = '/usr/bin/7z'
const why =
  process.env['FULL'] !== '1' ? 'npm run test:full does' : existsSync(sevenZip) ? null : `${sevenZip} missing`
if (why !== null) process.stdout.write(`What the NSIS installer is made of is not looked at: ${why}.\n`)

test.skipIf(why !== null)('Windows: NSIS, of this user alone', async () => {
  vi.stubEnv('ELECTRON_BUILDER_7ZIP_PATH', sevenZip)
  const target = { ...ELECTRON_TARGETS['win32-x64'], packages: ['nsis'] }
  let paths: string[] = []
  const [given] = await inspect(target, async (options) => {
    const [{ APP_64: archive }] = options as [Record<string, string>]
    const { stdout } = await promisify(execFile)(sevenZip, ['l', '-slt', archive ?? ''])
    paths = [...stdout.matchAll(/^Path = (.+)$/gm)].map(([, path = '']) => path)
  })
  const [defines] = given as [Record<string, string | null>]
  expect(defines).toMatchObject({
    // Shortcuts get it, and the running application says the same of itself.
    APP_ID: PRODUCT.appId,
    ONE_CLICK: null,
    SHORTCUT_NAME: PRODUCT.title,
    // Not the directory of the lightweight edition, which a removal empties.
    APP_FILENAME: `${PRODUCT.name}-desktop`,
  })
  for (const name of [
    'INSTALL_MODE_PER_ALL_USERS',
    'INSTALL_MODE_PER_ALL_USERS_REQUIRED',
    'MULTIUSER_INSTALLMODE_ALLOW_ELEVATION',
    'DELETE_APP_DATA_ON_UNINSTALL',
  ])
    expect(defines).not.toHaveProperty(name)
  for (const path of ['Ventanilla.exe', 'resources/app.asar', 'resources/native-host/node.exe'])
    expect(paths).toContain(path)
  expect(paths.filter((path) => /elevate|default_app/.test(path))).toEqual([])
})

test('the entitlements of macOS are the few that are needed', () => {
  const text = readFileSync(join(process.cwd(), 'build/electron/entitlements.mac.plist'), 'utf8')
  expect([...text.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ])
})
