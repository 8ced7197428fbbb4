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
  /** Root of the built project, with `out/`. */
  root: string
  target: ElectronTarget
  /** Output directory. Its content is deleted first. */
  outDir: string
}

/** Files of `out/main` that only the lightweight edition runs, or that are beside the ASAR. */
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
  // This SBOM belongs to the lightweight edition.
  await rm(join(outDir, 'out', 'renderer', 'licences', 'sbom-web.cdx.json'))
  for (const platform of target.prebuilds) await stageModules(root, outDir, platform)
  await compactScripts(join(outDir, 'out', 'main'))
  await compactScripts(join(outDir, 'node_modules'))
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(appManifest(), null, 2)}\n`)
}

/** Electron reads name, entry and desktop file. The other fields are for electron-builder. */
const appManifest = () => ({
  // On Windows each edition has an installation directory with this name. Its removal empties that directory.
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
  /** Root of the built project. */
  root: string
  platform: 'linux' | 'win32' | 'darwin'
  /** Path of Node's program for that platform. */
  node: string
  /** Output directory. Its content is deleted first. */
  outDir: string
}

/** Name of Node's program beside the host, where electron/this-installation.ts looks for it. */
export const nodeName = (platform: NodeJS.Platform): string => (platform === 'win32' ? 'node.exe' : 'node')

/**
 * Makes the directory from which a browser starts the native host. It is outside of the ASAR and has its own Node,
 * because the fuses forbid that Electron runs as Node. Both halves of a universal application have the same files,
 * except for the program of Node.
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
  /** Root of the built project. */
  root: string
  target: ElectronTarget
  /** Output directory. Its content is deleted first. */
  outDir: string
  /** A distribution of Electron. By default electron-builder downloads it. */
  electronDist?: string
  /** Stops at the unpacked application. */
  unpackedOnly?: boolean
  /** Receives the options of each package's tools, which then do not run. */
  inspect?(options: unknown): void | Promise<void>
  /** Finds the program of Node for the native host. */
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
 * Packs one target. electron-builder reads a directory made for it, and no file of the project.
 * @returns paths of the packages; none for an unpacked application
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
        // electron-builder replaces this by the architecture of the present half.
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

/** Makes the files beside the archive: notices that people can open, and the source of updates. */
async function makeBeside(root: string, outDir: string): Promise<void> {
  await writeNotices({
    rendererDir: join(root, 'out', 'renderer'),
    edition: 'electron',
    outDir: join(outDir, 'licences'),
  })
  await writeUpdateSource(outDir)
}
