import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface NativeHostOptions {
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
 * Makes what a browser starts: the native host, outside of the ASAR, and a Node that runs it. Electron itself does not
 * run as Node once its fuses are set. Both halves of a universal application have the same files, but for programs.
 */
export async function placeNativeHost({ root, platform, node, outDir }: NativeHostOptions): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await copyFile(join(root, 'out', 'main', 'native-host.cjs'), join(outDir, 'native-host.cjs'))
  const program = join(outDir, nodeName(platform))
  await copyFile(node, program)
  await chmod(program, 0o755)
}
