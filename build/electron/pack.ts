import { cp, mkdir, readdir, rm, writeFile, chmod, copyFile, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import electron from 'electron/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { writeNotices } from '../notices/notices.ts'
import { writeUpdateSource } from '../packages/feed/make-feed.ts'
import { PRODUCT, type PackagePlatform } from '../packages/product.ts'
import { compactScripts, stageModules } from '../packages/stage.ts'
import { electronBuilderConfig } from './electron-builder.ts'
import type { ElectronTarget } from './targets.ts'

interface AppDirectoryOptions {
  /** The project, built: `out/` is in it. */
  root: string
  target: ElectronTarget
  /** Emptied before. */
  outDir: string
}

/** Files of `out/main` that only the lightweight edition runs, or that are placed beside the ASAR. */
const NOT_OF_THE_DESKTOP = new Set(['web.js', 'web-program.js', 'native-host.cjs'])

/**
 * Makes the directory that becomes the ASAR: the bundles, the two modules with compiled parts, and a manifest without
 * development fields. The files are listed one by one, so no file is packed by accident.
 */
async function makeAppDirectory({ root, target, outDir }: AppDirectoryOptions): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const copy = (path: string) => cp(join(root, path), join(outDir, path), { recursive: true })
  for (const name of await readdir(join(root, 'out', 'main')))
    if (!NOT_OF_THE_DESKTOP.has(name)) await copy(join('out', 'main', name))
  await copy('out/preload')
  await copy('out/renderer')
  // The bill of materials of the other edition.
  await rm(join(outDir, 'out', 'renderer', 'licences', 'sbom-web.cdx.json'))
  for (const platform of target.prebuilds) await stageModules(root, outDir, platform)
  await compactScripts(join(outDir, 'out', 'main'))
  await compactScripts(join(outDir, 'node_modules'))
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(appManifest(), null, 2)}\n`)
}

/** Electron reads its name, entry and desktop file; the rest is for electron-builder. */
const appManifest = () => ({
  // Windows installs each edition in the directory of its name, and its removal empties that.
  name: `${PRODUCT.name}-desktop`,
  version: PRODUCT.version,
  description: PRODUCT.summary,
  homepage: PRODUCT.homepage,
  author: { name: PRODUCT.publisher, email: /<(.+)>/.exec(PRODUCT.maintainer)?.[1] ?? '' },
  license: manifest.license,
  type: 'module',
  main: manifest.main,
  // Wayland finds the icon of a window by this name. It is the name of the installed desktop file.
  desktopName: `${PRODUCT.appId}.desktop`,
})

interface NativeHostOptions {
  /** The project, built. */
  root: string
  platform: 'linux' | 'win32' | 'darwin'
  /** Program of Node for that platform. */
  node: string
  /** Emptied before. */
  outDir: string
}

/** Name of Node beside the host, as electron/this-installation.ts looks for it. */
export const nodeName = (platform: NodeJS.Platform): string => (platform === 'win32' ? 'node.exe' : 'node')

/**
 * Makes the directory that a browser starts from: the native host, outside of the ASAR, and a Node to run it.
 * Electron itself does not run as Node once its fuses are set. Both halves of a universal application have the same
 * files, except for the program of Node.
 */
async function placeNativeHost({ root, platform, node, outDir }: NativeHostOptions): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await copyFile(join(root, 'out', 'main', 'native-host.cjs'), join(outDir, 'native-host.cjs'))
  const program = join(outDir, nodeName(platform))
  await copyFile(node, program)
  await chmod(program, 0o755)
}

export interface PackOptions {
  /** The project, built. */
  root: string
  target: ElectronTarget
  /** Output directory. Its subdirectory for the target is replaced. */
  outDir: string
  /** A distribution of Electron. By default electron-builder downloads it. */
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

/** Files beside the archive: notices for people to open, and the source of updates. */
async function makeBeside(root: string, outDir: string): Promise<void> {
  await writeNotices({
    rendererDir: join(root, 'out', 'renderer'),
    edition: 'electron',
    outDir: join(outDir, 'licences'),
  })
  await writeUpdateSource(outDir)
}
