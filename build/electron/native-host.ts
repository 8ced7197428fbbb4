import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Node of one platform. Its package for Windows has no licence; the notices of everything shipped have it. */
export interface HostNode {
  program: string
  licence: string | null
}

export interface NativeHostOptions {
  /** The project, built. */
  root: string
  platform: 'linux' | 'win32' | 'darwin'
  node: HostNode
  /** Emptied before. */
  outDir: string
}

/** Name of Node beside the host, as electron/this-installation.ts looks for it. */
export const nodeName = (platform: NodeJS.Platform): string => (platform === 'win32' ? 'node.exe' : 'node')

export const NODE_LICENCE = 'LICENSE.node.txt'

/**
 * Makes what a browser starts: the native host, outside of the ASAR, and a Node that runs it. Electron itself does not
 * run as Node once its fuses are set.
 */
export async function placeNativeHost({ root, platform, node, outDir }: NativeHostOptions): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await copyFile(join(root, 'out', 'main', 'native-host.cjs'), join(outDir, 'native-host.cjs'))
  if (node.licence !== null) await copyFile(node.licence, join(outDir, NODE_LICENCE))
  const program = join(outDir, nodeName(platform))
  await copyFile(node.program, program)
  await chmod(program, 0o755)
}
