import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { packArchive, type Effort } from './archive.ts'
import { makeDeb } from './deb.ts'
import { PRODUCT, type PackagePlatform } from './product.ts'
import { stageWebEdition, STRIPPERS } from './stage.ts'
import { makeWindowsInstaller, MAKENSIS } from './windows/installer.ts'
import { buildLauncher, COMPILER } from './windows/programs.ts'

export const WEB_TARGETS = ['deb', 'archive', 'update', 'windows'] as const
export type WebTarget = (typeof WEB_TARGETS)[number]

export interface WebPackagesOptions {
  targets: readonly WebTarget[]
  platforms: readonly PackagePlatform[]
  workDir: string
  outDir: string
  version?: string
  epoch: number
  effort: Effort
}

/** Program that packaging runs: its possible names, and the Debian package that has it. */
interface Tool {
  programs: readonly string[]
  pack: string
}

/** Programs that the chosen packages need. */
function neededTools(targets: readonly WebTarget[], platforms: readonly PackagePlatform[]): Tool[] {
  const archives = targets.includes('archive') || targets.includes('update')
  const ofPlatform = (platform: PackagePlatform): Tool[] => {
    const hasDeb = isDebian(platform) && targets.includes('deb')
    const hasInstaller = isWindows(platform) && targets.includes('windows')
    if (!archives && !hasDeb && !hasInstaller) return []
    const stripper = STRIPPERS[platform]
    return [
      { programs: ['npm'], pack: 'npm' },
      { programs: ['tar'], pack: 'tar' },
      ...(stripper ? [stripper] : []),
      ...(hasDeb ? [{ programs: ['dpkg-deb'], pack: 'dpkg' }] : []),
      ...(targets.includes('archive') && !isWindows(platform)
        ? [{ programs: ['xz'], pack: 'xz-utils' }]
        : []),
      ...(isWindows(platform) ? [{ programs: [COMPILER], pack: 'gcc-mingw-w64-x86-64' }] : []),
      ...(hasInstaller ? [{ programs: [MAKENSIS], pack: 'nsis' }] : []),
    ]
  }
  return platforms.flatMap(ofPlatform)
}

/** Debian packages that the chosen packages need and this machine lacks. */
export function missingTools(targets: readonly WebTarget[], platforms: readonly PackagePlatform[]): string[] {
  const missing = neededTools(targets, platforms).filter(({ programs }) => !programs.some(isOnPath))
  return [...new Set(missing.map(({ pack }) => pack))]
}

const isOnPath = (program: string) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((directory) => directory !== '' && existsSync(join(directory, program)))

/** Makes the packages of the lightweight edition, one after another, and yields the path of each. */
export async function* webPackages(options: WebPackagesOptions): AsyncGenerator<string> {
  const { targets, platforms, workDir, outDir, version = PRODUCT.version, epoch, effort } = options
  for (const platform of platforms) {
    if (targets.includes('deb') && isDebian(platform))
      yield await makeDeb({
        platform,
        workDir: join(workDir, `deb-${platform}`),
        outDir,
        version,
        epoch,
        effort,
      })
    if (targets.includes('windows') && isWindows(platform)) {
      const stagedDir = join(workDir, `windows-${platform}`)
      await stageWebEdition({ platform, package: 'windows', outDir: stagedDir, version, epoch })
      yield await makeWindowsInstaller({ stagedDir, version, outDir, epoch, effort })
    }
    if (!targets.includes('archive') && !targets.includes('update')) continue
    const directory = join(workDir, platform, PRODUCT.name)
    await stageWebEdition({ platform, package: 'archive', outDir: directory, version, epoch })
    if (isWindows(platform)) {
      await buildLauncher({ outDir: directory, version, epoch })
      await utimes(directory, epoch, epoch)
    }
    const name = join(outDir, `${PRODUCT.name}-${version}-${platform}`)
    const files = [
      ...(targets.includes('archive')
        ? [platform.startsWith('win32') ? `${name}.zip` : `${name}.tar.xz`]
        : []),
      ...(targets.includes('update') ? [`${name}.tar.zst`] : []),
    ]
    for (const file of files) {
      await packArchive({ directory, file, effort, epoch })
      yield file
    }
  }
}

const isDebian = (platform: PackagePlatform) => platform === 'linux-x64' || platform === 'linux-arm64'
const isWindows = (platform: PackagePlatform) => platform === 'win32-x64'
