import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import electron from 'electron/package.json' with { type: 'json' }
import type { HostNode } from '../native-host.ts'
import { pack } from '../pack.ts'
import { ELECTRON_TARGETS, type ElectronTarget } from '../targets.ts'
import { applicationProblems, unpackedApplication, type UnpackedApplication } from './application.ts'
import { sizeProblems } from './sizes.ts'
import { makeStandIn } from './stand-in.ts'

/** Those that are packed here. A universal application is joined from two of macOS by tools of macOS alone. */
export const CHECKED: readonly ElectronTarget[] = [
  ELECTRON_TARGETS['linux-x64'],
  ELECTRON_TARGETS['win32-x64'],
  ELECTRON_TARGETS['darwin-arm64'],
  ELECTRON_TARGETS['darwin-x64'],
]

/** Packs a target over the stand-in of Electron. The project has to be built. */
export async function packOverStandIn(
  root: string,
  target: ElectronTarget,
  outDir: string,
): Promise<UnpackedApplication> {
  const own = await mkdtemp(join(tmpdir(), 'ventanilla-electron-'))
  try {
    const electronDist = join(own, 'electron')
    await makeStandIn(target, electronDist, electron.version)
    await pack({
      root,
      target,
      outDir,
      electronDist,
      unpackedOnly: true,
      nodeFor: (platform) => nodeHere(platform, own),
    })
    return unpackedApplication(target, outDir)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Everything of a packed application that is not as it should be. */
export const allProblems = async (application: UnpackedApplication, root: string): Promise<string[]> => [
  ...(await applicationProblems(application, root)),
  ...sizeProblems(application),
]

/** The Node that runs this, on its own platform; a stand-in for others, whose programs nothing here can start. */
async function nodeHere(platform: string, directory: string): Promise<HostNode> {
  if (platform === `${process.platform}-${process.arch}`) return { program: process.execPath, licence: null }
  const program = join(directory, 'node')
  await writeFile(program, 'stand-in')
  return { program, licence: null }
}
