import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOST_NAME } from '#shared/host-protocol/protocol.ts'
import { LINK_SCHEME } from '#shared/bridge/deep-link.ts'
import { type Effort, writeWhole } from '../archive.ts'
import { ELECTRON_INSTALLERS, PRODUCT } from '../product.ts'
import { copyInstructions, versionFiles } from './files.ts'
import { buildPrograms, windowsVersion, type WindowsPrograms } from './programs.ts'
import { runTool } from './run-tool.ts'

/** Of Debian's package `nsis`. */
export const MAKENSIS = 'makensis'

const script = fileURLToPath(new URL('installer/installer.nsi', import.meta.url))
const icon = fileURLToPath(new URL('../../icons/ventanilla.ico', import.meta.url))

export interface WindowsInstallerOptions {
  /** Installation that `stageWebEdition` made for `win32-x64`. */
  stagedDir: string
  version: string
  outDir: string
  /** Seconds since 1970: the same for the same commit. */
  epoch: number
  /** Of compression: `quick` takes little time. */
  effort?: Effort
  /** Compiled already, for tests that make several installers. */
  programs?: WindowsPrograms
}

export const installerName = (version: string): string => `${PRODUCT.title}-${version}-win32-x64.exe`

/** Makes the installer of the lightweight edition for Windows, per user. @returns its path */
export async function makeWindowsInstaller(options: WindowsInstallerOptions): Promise<string> {
  const { stagedDir, version, outDir, epoch, effort = 'release' } = options
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-installer-'))
  const out = join(outDir, installerName(version))
  try {
    const versionDir = join(stagedDir, 'versions', version)
    const files = await versionFiles(versionDir)
    const list = join(directory, 'files.nsh')
    const side = join(directory, 'side.bmp')
    const instructions = copyInstructions(versionDir, files)
    const { launcher, helper } =
      options.programs ?? (await buildPrograms({ outDir: directory, version, epoch }))
    await writeFile(list, instructions)
    await writeFile(side, plainBitmap(SIDE_COLOUR))
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const settings = {
      VERSION: version,
      WINDOWS_VERSION: windowsVersion(version),
      TITLE: PRODUCT.title,
      PUBLISHER: PRODUCT.publisher,
      HOMEPAGE: PRODUCT.homepage,
      APP_ID: PRODUCT.appId,
      LINK_SCHEME,
      OTHER_EDITION: ELECTRON_INSTALLERS.nsis,
      HOST_NAME,
      ICON: icon,
      LAUNCHER: launcher,
      HELPER: helper,
      FILES: list,
      SIDE: side,
      COMPRESSOR: effort === 'release' ? '/SOLID lzma' : 'zlib',
      SIZE_KB: String(Math.ceil(bytes / 1024)),
    }
    await writeWhole(out, (draft) => compile({ ...settings, OUT_FILE: draft }))
    return out
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Ground of the icon, beside the text of the last page. */
const SIDE_COLOUR = 0x0a3a9e

/** A bitmap of one colour, as small as it can be: the installer stretches it. */
function plainBitmap(colour: number): Buffer {
  const bitmap = Buffer.alloc(58)
  bitmap.write('BM')
  bitmap.writeUInt32LE(bitmap.length, 2)
  bitmap.writeUInt32LE(54, 10)
  bitmap.writeUInt32LE(40, 14)
  bitmap.writeInt32LE(1, 18)
  bitmap.writeInt32LE(1, 22)
  bitmap.writeUInt16LE(1, 26)
  bitmap.writeUInt16LE(24, 28)
  bitmap.writeUInt32LE(4, 34)
  bitmap.writeUIntLE(colour, 54, 3)
  return bitmap
}

/** A warning is an error. */
async function compile(values: Record<string, string>): Promise<void> {
  const defines = Object.entries(values).map(([name, value]) => `-D${name}=${value}`)
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  await runTool(MAKENSIS, ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...defines, script], { env })
}
