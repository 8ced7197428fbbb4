import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PRODUCT } from '../product.ts'

const run = promisify(execFile)
const MAX_OUTPUT = 16 * 2 ** 20

/** @throws with the output of the program, or if the program is missing */
export async function runTool(
  program: string,
  args: readonly string[],
  { env }: { env: NodeJS.ProcessEnv },
): Promise<void> {
  try {
    await run(program, [...args], { env, maxBuffer: MAX_OUTPUT })
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    const why =
      code === 'ENOENT'
        ? 'not here: packages for Windows need nsis and gcc-mingw-w64-x86-64 of Debian'
        : `${stdout}${stderr}`
    throw new Error(`${program}: ${why}`, { cause: error })
  }
}

/** Compiler and resource compiler of Debian's `gcc-mingw-w64-x86-64`. */
export const COMPILER = 'x86_64-w64-mingw32-gcc'
const RESOURCE_COMPILER = 'x86_64-w64-mingw32-windres'

const sources = fileURLToPath(new URL('launcher/', import.meta.url))
const icon = fileURLToPath(new URL('../../icons/ventanilla.ico', import.meta.url))

export interface ProgramOptions {
  outDir: string
  version: string
  /** Seconds since 1970, the same for every build of a commit. */
  epoch: number
}

interface Program {
  file: string
  description: string
  sources: readonly string[]
  libraries: readonly string[]
}

const LAUNCHER: Program = {
  file: 'Ventanilla.exe',
  description: PRODUCT.title,
  sources: ['launcher.c', 'command-line.c', 'installation.c', 'processes.c', 'program.c'],
  libraries: [],
}

const SETUP_HELPER: Program = {
  file: 'setup-helper.exe',
  description: `${PRODUCT.title} (instalación)`,
  sources: ['setup-helper.c', 'installation.c', 'processes.c', 'remove-tree.c'],
  libraries: ['-lole32', '-luuid', '-lshell32'],
}

/** Flags: only libraries of Windows, no time of the build, no console window. */
const FLAGS = [
  '-std=c11 -Os -s -static -municode -mwindows',
  '-Wall -Wextra -Werror -finput-charset=UTF-8',
  '-DUNICODE -D_UNICODE -DWIN32_LEAN_AND_MEAN -D_WIN32_WINNT=0x0A00 -DCOBJMACROS',
  '-Wl,--no-insert-timestamp,--dynamicbase,--nxcompat,--high-entropy-va',
].flatMap((line) => line.split(' '))

/** Compiles `Ventanilla.exe`, which starts the installed version. @returns its path */
export const buildLauncher = (options: ProgramOptions): Promise<string> => compile(LAUNCHER, options)

/** Paths of the programs in an installer. */
export interface WindowsPrograms {
  launcher: string
  /** Program that the installer and the uninstaller run. */
  helper: string
}

export async function buildPrograms(options: ProgramOptions): Promise<WindowsPrograms> {
  const [launcher, helper] = await Promise.all([buildLauncher(options), compile(SETUP_HELPER, options)])
  return { launcher, helper }
}

async function compile(program: Program, { outDir, version, epoch }: ProgramOptions): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-windows-'))
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C.UTF-8' }
  const out = join(outDir, program.file)
  try {
    const script = join(directory, 'program.rc')
    const resource = join(directory, 'resource.o')
    await writeFile(script, resourceScript(program, version))
    await runTool(RESOURCE_COMPILER, ['-c', '65001', script, resource], { env })
    const files = program.sources.map((name) => join(sources, name))
    await runTool(COMPILER, [...FLAGS, '-o', out, ...files, resource, ...program.libraries], { env })
    await chmod(out, 0o755)
    await utimes(out, epoch, epoch)
    return out
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Version in the form of Windows: four numbers. Text after a hyphen is dropped. */
export function windowsVersion(version: string): string {
  const numbers = version.split(/[-+]/)[0]?.split('.').map(Number) ?? []
  return [0, 1, 2, 3].map((index) => numbers[index] ?? 0).join('.')
}

/** Language and code page: Spanish of Spain, Unicode. */
const LANGUAGE = '0c0a04b0'

function resourceScript({ file, description }: Program, version: string): string {
  const numbers = windowsVersion(version).replaceAll('.', ',')
  const strings = {
    CompanyName: PRODUCT.publisher,
    FileDescription: description,
    FileVersion: version,
    InternalName: file,
    OriginalFilename: file,
    ProductName: PRODUCT.title,
    ProductVersion: version,
  }
  return `#pragma code_page(65001)
1 ICON "${icon}"
1 24 "${join(sources, 'program.exe.manifest')}"
1 VERSIONINFO
FILEVERSION ${numbers}
PRODUCTVERSION ${numbers}
FILEOS 0x40004
FILETYPE 1
BEGIN
  BLOCK "StringFileInfo"
  BEGIN
    BLOCK "${LANGUAGE}"
    BEGIN
${Object.entries(strings)
  .map(([name, value]) => `      VALUE "${name}", "${value}"`)
  .join('\n')}
    END
  END
  BLOCK "VarFileInfo"
  BEGIN
    VALUE "Translation", 0x${LANGUAGE.slice(0, 4)}, 0x${LANGUAGE.slice(4)}
  END
END
`
}
