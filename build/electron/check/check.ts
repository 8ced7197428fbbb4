import { existsSync, statSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import electron from 'electron/package.json' with { type: 'json' }
import plist from 'plist'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { NATIVE_HOST_DIRECTORY } from '../electron-builder.ts'
import { pack } from '../pack.ts'
import { type ElectronTarget, ELECTRON_TARGETS } from '../targets.ts'
import { filesIn, type UnpackedApplication, applicationProblems, unpackedApplication } from './application.ts'

const MB = 1_000_000

/** Limits in bytes of the files that the packages add to Electron. */
export interface Sizes {
  archive: number
  compiled: number
  nativeHost: number
}

/** Compiled parts of one platform take 2.4 to 2.9 MB. A package for macOS has those of two architectures. */
const MAX_COMPILED = 3.2 * MB
const MAX_ARCHIVE = 14 * MB
/** Limit without the program of Node, whose size npm's package decides. */
const MAX_NATIVE_HOST_SCRIPT = 12_000

export function sizesOf({ asar, resources }: UnpackedApplication): Sizes {
  return {
    archive: statSync(asar).size,
    compiled: bytesIn(`${asar}.unpacked`),
    nativeHost: bytesIn(join(resources, NATIVE_HOST_DIRECTORY)),
  }
}

export function sizeProblems({ target, asar, resources }: UnpackedApplication): string[] {
  const script = statSync(join(resources, NATIVE_HOST_DIRECTORY, 'native-host.cjs')).size
  return [
    ...over('the archive', statSync(asar).size, MAX_ARCHIVE),
    ...over('its compiled parts', bytesIn(`${asar}.unpacked`), MAX_COMPILED * target.prebuilds.length),
    ...over('the native host', script, MAX_NATIVE_HOST_SCRIPT),
  ]
}

const over = (what: string, bytes: number, max: number): string[] =>
  bytes > max ? [`${what}: ${megabytes(bytes)}, and at most ${megabytes(max)} are allowed`] : []

export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(2)} MB`

const bytesIn = (directory: string): number =>
  existsSync(directory)
    ? filesIn(directory).reduce((sum, path) => sum + statSync(join(directory, path)).size, 0)
    : 0

/**
 * Writes a distribution of Electron without Electron. It has only the files that packaging reads or changes, each a
 * few bytes. Its binary has the fuse wire of the real one. On Windows the binary also has the same kind of resources.
 */
export async function makeStandIn(target: ElectronTarget, outDir: string, version: string): Promise<void> {
  const write = async (path: string, data: string | Buffer = 'stand-in', mode = 0o644) => {
    await mkdir(dirname(join(outDir, path)), { recursive: true })
    await writeFile(join(outDir, path), data)
    await chmod(join(outDir, path), mode)
  }
  await write('LICENSE')
  await write('LICENSES.chromium.html')
  await write('version', version)
  if (target.platform === 'darwin') return writeMac(write, (to, path) => symlink(to, join(outDir, path)))
  for (const name of OF_BOTH) await write(name)
  for (const name of LOCALES) await write(`locales/${name}.pak`)
  await write('resources/default_app.asar')
  if (target.platform === 'linux') {
    await write('electron', Buffer.concat([Buffer.from('\x7fELF'), fuseWire()]), 0o755)
    await write('chrome-sandbox', 'stand-in', 0o755)
    await write('chrome_crashpad_handler', 'stand-in', 0o755)
    for (const name of OF_LINUX) await write(name)
  } else {
    await write('electron.exe', windowsProgram(version))
    for (const name of OF_WINDOWS) await write(name)
  }
}

type Write = (path: string, data?: string | Buffer, mode?: number) => Promise<void>

const OF_BOTH = [
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'icudtl.dat',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
]
const OF_LINUX = ['libEGL.so', 'libGLESv2.so', 'libffmpeg.so', 'libvk_swiftshader.so', 'libvulkan.so.1']
const OF_WINDOWS = [
  'd3dcompiler_47.dll',
  'ffmpeg.dll',
  'libEGL.dll',
  'libGLESv2.dll',
  'vk_swiftshader.dll',
  'vulkan-1.dll',
]
const LOCALES = ['ca', 'de', 'en-GB', 'en-US', 'es', 'es-419', 'fr', 'zh-CN']

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSE_VERSION = 1
/** Fuses of Electron as distributed, for development. */
const FUSES_OF_ELECTRON = '101100011'

function fuseWire(states = FUSES_OF_ELECTRON): Buffer {
  return Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([FUSE_VERSION, states.length]),
    Buffer.from(states),
  ])
}

function windowsProgram(version: string): Buffer {
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const english = { lang: 0x0409, codepage: 1200 }
  const info = Resource.VersionInfo.createEmpty()
  info.setFileVersion(version, english.lang)
  info.setStringValues(english, {
    FileDescription: 'Electron',
    ProductName: 'Electron',
    FileVersion: version,
  })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  program.setExtraData(fuseWire())
  return Buffer.from(program.generate())
}

const MAC_LOCALES = ['ca', 'de', 'en', 'es', 'fr']
const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)']

async function writeMac(write: Write, link: (to: string, path: string) => Promise<void>): Promise<void> {
  const app = 'Electron.app/Contents'
  await write(`${app}/Info.plist`, infoPlist('Electron'))
  await write(`${app}/MacOS/Electron`, 'stand-in', 0o755)
  await write(`${app}/Resources/electron.icns`)
  await write(`${app}/Resources/default_app.asar`)
  for (const name of MAC_LOCALES) await write(`${app}/Resources/${name}.lproj/locale.pak`)
  const framework = `${app}/Frameworks/Electron Framework.framework`
  await write(`${framework}/Versions/A/Electron Framework`, fuseWire(), 0o755)
  for (const name of MAC_LOCALES) await write(`${framework}/Versions/A/Resources/${name}.lproj/locale.pak`)
  await link('A', `${framework}/Versions/Current`)
  for (const name of ['Electron Framework', 'Resources'])
    await link(`Versions/Current/${name}`, `${framework}/${name}`)
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`
    await write(`${app}/Frameworks/${name}.app/Contents/Info.plist`, infoPlist(name))
    await write(`${app}/Frameworks/${name}.app/Contents/MacOS/${name}`, 'stand-in', 0o755)
  }
}

const infoPlist = (name: string): string =>
  plist.build({
    CFBundleExecutable: name,
    CFBundleIconFile: 'electron.icns',
    CFBundleIdentifier: 'com.github.Electron',
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
  })

/** Targets that this PC can pack. A universal application is joined from two by tools that run only on macOS. */
export const CHECKED: readonly ElectronTarget[] = [
  ELECTRON_TARGETS['linux-x64'],
  ELECTRON_TARGETS['win32-x64'],
  ELECTRON_TARGETS['darwin-arm64'],
  ELECTRON_TARGETS['darwin-x64'],
]

/**
 * Packs a target over the stand-in of Electron. Build the project first.
 * @param hostNode Node of the native host. By default a stand-in, because no check starts it
 */
export async function packOverStandIn(
  root: string,
  target: ElectronTarget,
  outDir: string,
  hostNode?: string,
): Promise<UnpackedApplication> {
  const own = await mkdtemp(join(tmpdir(), 'ventanilla-electron-'))
  try {
    const electronDist = join(own, 'electron')
    await makeStandIn(target, electronDist, electron.version)
    await pack({
      root,
      target,
      outDir,
      electronDist,
      unpackedOnly: true,
      nodeFor: async () => hostNode ?? standInNode(own),
    })
    return unpackedApplication(target, outDir)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Finds all problems of a packed application. */
export const allProblems = async (application: UnpackedApplication): Promise<string[]> => [
  ...(await applicationProblems(application)),
  ...sizeProblems(application),
]

async function standInNode(directory: string): Promise<string> {
  const program = join(directory, 'node')
  await writeFile(program, 'stand-in')
  return program
}
