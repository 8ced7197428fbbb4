import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { PackagePlatform } from './product.ts'

const run = promisify(execFile)

/** Programs that strip an ELF file of the platform, best first, and the Debian package that has one. */
export const STRIPPERS: Partial<Record<PackagePlatform, { programs: string[]; pack: string }>> = {
  'linux-x64': {
    programs: process.arch === 'x64' ? ['strip', 'x86_64-linux-gnu-strip'] : ['x86_64-linux-gnu-strip'],
    pack: process.arch === 'x64' ? 'binutils' : 'binutils-x86-64-linux-gnu',
  },
  'linux-arm64': {
    programs: process.arch === 'arm64' ? ['strip', 'aarch64-linux-gnu-strip'] : ['aarch64-linux-gnu-strip'],
    pack: process.arch === 'arm64' ? 'binutils' : 'binutils-aarch64-linux-gnu',
  },
}

/**
 * Removes the symbols that only debuggers read: 18 of the 127 MB of Node on Linux. Those of Windows have none, and those
 * of macOS are signed as they are.
 */
export async function stripBinaries(platform: PackagePlatform, paths: readonly string[]): Promise<void> {
  const stripper = STRIPPERS[platform]
  if (stripper === undefined) return
  const program = stripper.programs.find((one) => spawnSync(one, ['--version']).status === 0)
  if (program === undefined)
    throw new Error(`nothing here strips programs of ${platform}: install ${stripper.pack}`)
  await run(program, ['--strip-all', '--remove-section=.comment', ...paths])
}
