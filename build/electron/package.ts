import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import electron from 'electron/package.json' with { type: 'json' }
import {
  extractNode,
  fetchNodePackage,
  NODE_DISTRIBUTIONS,
  nodeProgram,
} from '../packages/node-distributions.ts'
import type { PackagePlatform } from '../packages/product.ts'
import { pack } from './pack.ts'
import { ELECTRON_TARGETS, SHIPPED, type ElectronTarget } from './targets.ts'

export interface PackageElectronOptions {
  /** Root of the built project. */
  root: string
  /** Output directory, `dist/electron`. */
  outDir: string
  printLine(line: string): void
}

/**
 * `npm run package -- --edition=electron`: makes the packages for every system that this PC can pack. Prints one line
 * for each target that it skips.
 * @returns paths of the packages
 */
export async function packageElectron(options: PackageElectronOptions): Promise<string[]> {
  const { root, outDir, printLine } = options
  const made: string[] = []
  for (const name of SHIPPED) {
    const target = ELECTRON_TARGETS[name]
    const skip = (why: string) => printLine(`${name}: not packaged: ${why}`)
    if (target.platform === 'darwin' && process.platform !== 'darwin') {
      skip('lipo, codesign and hdiutil are of macOS alone')
      continue
    }
    const electronDist = installedElectron(root, target)
    const directory = join(outDir, name)
    try {
      const paths = await pack({
        root,
        target,
        outDir: directory,
        ...(electronDist !== null && { electronDist }),
        nodeFor: (platform) => fetchedNode(root, platform),
      })
      made.push(...paths)
    } catch (error) {
      await rm(directory, { recursive: true, force: true })
      skip(whyNot(error))
    }
  }
  return made
}

/** Finds the installed Electron, if it fits the target. Otherwise electron-builder downloads it. */
function installedElectron(root: string, { platform, arch }: ElectronTarget): string | null {
  const dist = join(root, 'node_modules', 'electron', 'dist')
  if (platform !== process.platform || arch !== process.arch || !existsSync(join(dist, 'version')))
    return null
  return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '') === electron.version
    ? dist
    : null
}

/**
 * Explains an error. Electron and its tools come from their projects' releases, by the network or from
 * electron-builder's cache, so a network error is usual.
 */
function whyNot(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  const isNetwork = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].includes(code ?? '')
  const [line = ''] = message.split('\n')
  return isNetwork ? `Electron ${electron.version} or a tool cannot be downloaded (${line})` : line
}

/** Fetches Node for the native host with npm, and caches it. */
async function fetchedNode(root: string, platform: PackagePlatform): Promise<string> {
  const cache = join(root, 'out', 'node')
  const directory = join(cache, platform)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  await extractNode(await fetchNodePackage(NODE_DISTRIBUTIONS[platform], cache), platform, directory)
  return join(directory, nodeProgram(platform))
}
