import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import electron from 'electron/package.json' with { type: 'json' }
import type { PackagePlatform } from '../packages/product.ts'
import { writeNotices } from '../notices/write-notices.ts'
import { writeUpdateSource } from '../packages/feed/update-source.ts'
import { makeAppDirectory } from './app-directory.ts'
import { electronBuilderConfig } from './electron-builder.ts'
import { placeNativeHost } from './native-host.ts'
import type { ElectronTarget } from './targets.ts'

export interface PackOptions {
  /** The project, built. */
  root: string
  target: ElectronTarget
  /** Where the unpacked application and its packages come to be; the target's own directory of it is replaced. */
  outDir: string
  /** A distribution of Electron; downloaded without it. */
  electronDist?: string
  /** Stops at the unpacked application. */
  unpackedOnly?: boolean
  /** Told what each package's tools would be given, in the place of running them. */
  inspect?(options: unknown): void | Promise<void>
  /** Program of Node for the native host. */
  nodeFor(platform: PackagePlatform): Promise<string>
}

const PLATFORMS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const
const ARCHS = { x64: Arch.x64, arm64: Arch.arm64, universal: Arch.universal } as const
const HALVES: Record<ElectronTarget['arch'], readonly ('x64' | 'arm64')[]> = {
  x64: ['x64'],
  arm64: ['arm64'],
  universal: ['x64', 'arm64'],
}

/**
 * Packs one target. electron-builder reads a directory made for it, and nothing of the project.
 * @returns paths of the packages, none for the unpacked application alone
 */
export async function pack(options: PackOptions): Promise<string[]> {
  const { root, target, outDir, electronDist, inspect, unpackedOnly = false } = options
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const staging = await mkdtemp(join(outDir, '.staging-'))
  try {
    const appDir = join(staging, 'app')
    await makeAppDirectory({ root, target, outDir: appDir })
    const besideDir = join(staging, 'beside')
    await makeBeside(root, besideDir)
    for (const arch of HALVES[target.arch])
      await placeNativeHost({
        root,
        platform: target.platform,
        node: await options.nodeFor(`${target.platform}-${arch}` as PackagePlatform),
        outDir: join(staging, `native-host-${arch}`),
      })
    return await build({
      projectDir: root,
      targets: PLATFORMS[target.platform].createTarget(
        unpackedOnly || target.packages.length === 0 ? 'dir' : null,
        ARCHS[target.arch],
      ),
      publish: 'never',
      ...(inspect !== undefined && {
        effectiveOptionComputed: async (given: unknown) => {
          await inspect(given)
          return true
        },
      }),
      config: electronBuilderConfig({
        target,
        appDir,
        // electron-builder fills in the half that it is at.
        nativeHostDir: join(staging, 'native-host-${arch}'),
        outDir,
        electronVersion: electron.version,
        ...(electronDist !== undefined && { electronDist }),
        besideDir,
      }),
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** What is beside the archive: notices for a person to open, and where updates come from. */
async function makeBeside(root: string, outDir: string): Promise<void> {
  await writeNotices({
    rendererDir: join(root, 'out', 'renderer'),
    edition: 'electron',
    outDir: join(outDir, 'licences'),
  })
  await writeUpdateSource(outDir)
}
