import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { packArchive, type Effort } from './archive.ts'
import { makeDeb } from './deb.ts'
import { PRODUCT, type PackagePlatform } from './product.ts'
import { stageWebEdition } from './stage.ts'
import { makeWindowsInstaller } from './windows/installer.ts'
import { buildLauncher } from './windows/programs.ts'

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
