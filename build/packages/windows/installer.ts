import { mkdtemp, rm, writeFile, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOST_NAME } from '#shared/host-protocol/protocol.ts'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import { type Effort, writeWhole } from '../archive.ts'
import { ELECTRON_INSTALLERS, PRODUCT } from '../product.ts'
import { buildPrograms, windowsVersion, type WindowsPrograms, runTool } from './programs.ts'

/** Compiler of Debian's package `nsis`. */
export const MAKENSIS = 'makensis'

const script = fileURLToPath(new URL('installer/installer.nsi', import.meta.url))
const icon = fileURLToPath(new URL('../../icons/ventanilla.ico', import.meta.url))

export interface WindowsInstallerOptions {
  /** Installation that `stageWebEdition` made for `win32-x64`. */
  stagedDir: string
  version: string
  outDir: string
  /** Seconds since 1970, the same for every build of a commit. */
  epoch: number
  /** Effort of the compression: `quick` is faster. */
  effort?: Effort
  /** Compiled programs, for tests that make several installers. */
  programs?: WindowsPrograms
}

const installerName = (version: string): string => `${PRODUCT.title}-${version}-win32-x64.exe`

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

/** Ground colour of the icon, beside the text of the last page. */
const SIDE_COLOUR = 0x0a3a9e

/** Smallest bitmap of one colour. The installer stretches it. */
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

/** Compiles the installer. A warning is an error. */
async function compile(values: Record<string, string>): Promise<void> {
  const defines = Object.entries(values).map(([name, value]) => `-D${name}=${value}`)
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  await runTool(MAKENSIS, ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...defines, script], { env })
}

interface VersionFile {
  /** Path inside the version, with slashes. */
  path: string
  size: number
}

/** Files of a staged version, in an order that does not depend on the disk. */
async function versionFiles(versionDir: string): Promise<VersionFile[]> {
  const entries = await readdir(versionDir, { recursive: true, withFileTypes: true })
  const files: VersionFile[] = []
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) throw new Error(`not a file: ${path}`)
    files.push({ path: path.slice(versionDir.length + 1), size: (await stat(path)).size })
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Writes the NSIS instructions that extract these files to `<version>.new` below `versions`. */
function copyInstructions(versionDir: string, files: readonly VersionFile[]): string {
  const lines: string[] = []
  let last: string | null = null
  for (const { path } of files) {
    const slash = path.lastIndexOf('/')
    const directory = slash < 0 ? '' : path.slice(0, slash)
    if (directory !== last) {
      const inside = directory === '' ? '' : `\\${directory.replaceAll('/', '\\')}`
      lines.push(`SetOutPath "$INSTDIR\\versions\\\${VERSION}.new${escaped(inside)}"`)
      last = directory
    }
    lines.push(`File "${unquoted(join(versionDir, path))}"`)
  }
  return `${lines.join('\n')}\n`
}

/** NSIS reads a dollar as the start of a variable, except in the names of files to copy. */
const escaped = (path: string): string => unquoted(path).replaceAll('$', '$$$$')

function unquoted(path: string): string {
  if (/["*?\n]/.test(path)) throw new Error(`not a path of Windows: ${path}`)
  return path
}
