import { readFile, writeFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Configuration, TargetConfiguration, AfterPackContext } from 'electron-builder'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import { TOAST_ACTIVATOR } from '#electron/shell/identity.ts'
import { UPDATE_SOURCE } from '../packages/feed/make-feed.ts'
import { ELECTRON_INSTALLERS, PRODUCT } from '../packages/product.ts'
import { join } from 'node:path'
import { setFuses } from './fuses.ts'
import plist from 'plist'
import { notarize as submit } from '@electron/notarize'
import { ELECTRON_TARGETS, type ElectronTarget } from './targets.ts'

export interface BuilderOptions {
  target: ElectronTarget
  /** Directory that `makeAppDirectory` made. */
  appDir: string
  /**
   * Directory that `placeNativeHost` made. A universal application has one for each architecture, with `${arch}` in
   * its path.
   */
  nativeHostDir: string
  /** Directory of the other resources. */
  besideDir: string
  outDir: string
  electronVersion: string
  /** A distribution of Electron. By default electron-builder downloads it. */
  electronDist?: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Directory of the native host among the application's resources (electron/this-installation.ts). */
export const NATIVE_HOST_DIRECTORY = 'native-host'

/** Configuration of electron-builder, for one target. */
export function electronBuilderConfig(options: BuilderOptions): Configuration {
  const { target, appDir, nativeHostDir, besideDir, outDir, electronVersion, electronDist } = options
  return {
    appId: PRODUCT.appId,
    productName: PRODUCT.title,
    copyright: `© ${PRODUCT.publisher}`,
    artifactName: `${PRODUCT.name}-desktop-\${version}-\${os}-\${arch}.\${ext}`,
    directories: { app: appDir, output: outDir, buildResources: here('.') },
    electronVersion,
    ...(electronDist !== undefined && { electronDist }),
    electronLanguages: ['es', 'ca', 'en-US'],
    // The directory `app` holds exactly the files to pack. Its `node_modules` is complete, and must be named:
    // electron-builder would read the project's dependencies and leave these modules out.
    files: ['**/*', { from: 'node_modules', to: 'node_modules' }],
    beforeBuild: async () => false,
    // Only compiled parts are unpacked, because they load from a file. Everything else stays in the archive, which
    // checks its integrity.
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    extraResources: [
      { from: nativeHostDir, to: NATIVE_HOST_DIRECTORY },
      { from: besideDir, to: '.' },
    ],
    protocols: [{ name: PRODUCT.title, schemes: [LINK_SCHEME] }],
    // `afterPack` sets the fuses, with the version of @electron/fuses that knows all of them.
    afterExtract,
    afterPack,
    afterSign: notarizeApplication,
    msiProjectCreated: addToastActivator,
    // electron-updater reads the name of its download cache from this entry. The application sets the feed itself.
    publish: [{ provider: 'generic', url: UPDATE_SOURCE.feed, channel: 'latest' }],
    // Earlier runtimes start every AppImage without Chromium's sandbox.
    toolsets: { appimage: '1.0.3' },
    linux: linux(),
    deb: {
      // The lightweight edition is a different package with the same command, links and data.
      packageName: `${PRODUCT.name}-desktop`,
      depends: [...DEBIAN_LIBRARIES],
      fpm: [`--conflicts=${PRODUCT.name}`],
      artifactName: `${PRODUCT.name}-desktop_\${version}_\${arch}.\${ext}`,
      compression: 'xz',
    },
    rpm: {
      packageName: `${PRODUCT.name}-desktop`,
      fpm: [`--conflicts=${PRODUCT.name}`],
      artifactName: `${PRODUCT.name}-desktop-\${version}.\${arch}.\${ext}`,
    },
    win: {
      target: packagesOf('win32', target),
      icon: here('../icons/ventanilla.ico'),
      // The application never asks for administrator rights.
      requestedExecutionLevel: 'asInvoker',
    },
    nsis: {
      oneClick: true,
      perMachine: false,
      // Neither installation nor updates need an administrator.
      packElevateHelper: false,
      guid: ELECTRON_INSTALLERS.nsis,
      include: here('installer.nsh'),
      installerLanguages: ['es_ES'],
      language: '3082',
      shortcutName: PRODUCT.title,
      createDesktopShortcut: false,
      // The uninstaller asks first (installer.nsh).
      deleteAppDataOnUninstall: false,
    },
    msi: {
      // For a domain: one installation for every user of the PC, without questions.
      oneClick: true,
      perMachine: true,
      runAfterFinish: false,
      upgradeCode: ELECTRON_INSTALLERS.msi,
      createDesktopShortcut: false,
      shortcutName: PRODUCT.title,
    },
    mac: mac(target),
    dmg: { title: PRODUCT.title, sign: false, icon: here('../icons/ventanilla.icns') },
  }
}

/**
 * Packages of a target. electron-builder stops at the unpacked application if there are none, or for another
 * platform.
 */
const packagesOf = (platform: ElectronTarget['platform'], target: ElectronTarget): TargetConfiguration[] =>
  (target.platform === platform && target.packages.length > 0 ? target.packages : ['dir']).map((name) => ({
    target: name,
  }))

/** Debian packages that Electron needs. The keychain needs libsecret. */
const DEBIAN_LIBRARIES = [
  'libasound2 | libasound2t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'xdg-utils',
] as const

const linux = (): NonNullable<Configuration['linux']> => ({
  target: packagesOf('linux', ELECTRON_TARGETS['linux-x64']),
  executableName: PRODUCT.name,
  icon: here('../icons/png'),
  category: 'Office',
  synopsis: PRODUCT.summary,
  description:
    'Consulta vehículos por su matrícula, prepara y envía sus trámites, y sigue sus firmas y novedades.',
  maintainer: PRODUCT.maintainer,
  vendor: PRODUCT.publisher,
  // The desktop file gets the name that Electron gives to its windows.
  syncDesktopName: true,
  desktop: { entry: { Keywords: 'matrícula;gestoría;transferencia;vehículo;', StartupNotify: 'true' } },
})

const mac = (target: ElectronTarget): NonNullable<Configuration['mac']> => ({
  target: packagesOf('darwin', target),
  icon: here('../icons/ventanilla.icns'),
  category: 'public.app-category.business',
  hardenedRuntime: true,
  gatekeeperAssess: false,
  entitlements: here('entitlements.mac.plist'),
  entitlementsInherit: here('entitlements.mac.plist'),
  // `afterSign` notarises.
  notarize: false,
  // The ASAR of both halves of a universal application is the same, with the binaries of both architectures.
  x64ArchFiles: '**/prebuilds/**',
  extendInfo: { CFBundleDevelopmentRegion: 'es', CFBundleLocalizations: ['es'] },
})

/** Adds the toast activator to the shortcuts of the MSI, as installer.nsh does for the NSIS installer. */
export async function addToastActivator(path: string): Promise<void> {
  const wxs = await readFile(path, 'utf8')
  const property = /<ShortcutProperty Key="System\.AppUserModel\.ID"[^>]*\/>/g
  if (!property.test(wxs)) throw new Error('the MSI has no shortcut with an application id')
  const activator = `<ShortcutProperty Key="System.AppUserModel.ToastActivatorCLSID" Value="${TOAST_ACTIVATOR}"/>`
  await writeFile(
    path,
    wxs.replace(property, (id) => `${id}\n${activator}`),
  )
}

/** Directory of resources in an unpacked application. */
function resourcesOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  if (electronPlatformName !== 'darwin') return join(appOutDir, 'resources')
  return join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
}

/** Removes `default_app.asar` and `version`, which electron-builder leaves if the distribution is a folder. */
async function afterExtract({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  const resources =
    electronPlatformName === 'darwin'
      ? join(appOutDir, 'Electron.app', 'Contents', 'Resources')
      : join(appOutDir, 'resources')
  await rm(join(resources, 'default_app.asar'), { force: true })
  await rm(join(appOutDir, 'version'), { force: true })
}

/** Last step before signing: the signature covers the fuses. */
async function afterPack(context: AfterPackContext): Promise<void> {
  if (context.electronPlatformName === 'darwin') await refuseArbitraryLoads(context)
  await setFuses(binaryOf(context))
}

/** File that has the fuses; on macOS the application. */
function binaryOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, (packager as unknown as { executableName: string }).executableName)
}

/** By default electron-builder lets the system's network code load anything over HTTP. Updates only need loopback. */
async function refuseArbitraryLoads(context: AfterPackContext): Promise<void> {
  const path = join(resourcesOf(context), '..', 'Info.plist')
  const info = plist.parse(await readFile(path, 'utf8')) as { [key: string]: plist.PlistValue }
  info['NSAppTransportSecurity'] = { NSAllowsLocalNetworking: true }
  await writeFile(path, plist.build(info))
}

/**
 * Environment variables that identify who notarises, with Apple's names: a profile of the keychain, or a key of App
 * Store Connect.
 */
const CREDENTIALS = {
  profile: ['APPLE_KEYCHAIN_PROFILE'],
  key: ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
} as const

export interface NotarizeDeps {
  env: NodeJS.ProcessEnv
  submit: typeof submit
  printLine(line: string): void
}

/**
 * Lets Apple check a signed application, and attaches its ticket. Without any credentials it prints a line and
 * continues, but macOS refuses to open the result. Incomplete credentials are an error.
 */
export async function notarizeApplication(
  context: Pick<AfterPackContext, 'electronPlatformName' | 'appOutDir' | 'packager'>,
  deps: NotarizeDeps = {
    env: process.env,
    submit,
    printLine: (line) => void process.stderr.write(`${line}\n`),
  },
): Promise<void> {
  if (context.electronPlatformName !== 'darwin') return
  const appPath = join(context.appOutDir, `${context.packager.appInfo.productFilename}.app`)
  const { env } = deps
  const read = (names: readonly string[]) => names.map((name) => env[name] ?? '')
  const [keychainProfile = ''] = read(CREDENTIALS.profile)
  const [appleApiKey = '', appleApiKeyId = '', appleApiIssuer = ''] = read(CREDENTIALS.key)
  const key = [appleApiKey, appleApiKeyId, appleApiIssuer]
  if (keychainProfile !== '') return deps.submit({ appPath, keychainProfile })
  if (key.every((value) => value !== ''))
    return deps.submit({ appPath, appleApiKey, appleApiKeyId, appleApiIssuer })
  if (key.some((value) => value !== ''))
    throw new Error(`to notarise, all of ${CREDENTIALS.key.join(', ')} are needed`)
  deps.printLine(`not notarised: neither ${CREDENTIALS.profile[0]} nor ${CREDENTIALS.key.join(', ')} is set`)
}
