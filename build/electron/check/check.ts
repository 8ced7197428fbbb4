import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import electron from 'electron/package.json' with { type: 'json' }
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

/**
 * Packs a target over the stand-in of Electron. The project has to be built.
 * @param hostNode Node of the native host; a stand-in without it, because no check starts it
 */
export async function packOverStandIn(
  root: string,
  target: ElectronTarget,
  outDir: string,
  hostNode?: string,
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
      nodeFor: async () => hostNode ?? standInNode(own),
    })
    return unpackedApplication(target, outDir)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Everything of a packed application that is not as it should be. */
export const allProblems = async (application: UnpackedApplication): Promise<string[]> => [
  ...(await applicationProblems(application)),
  ...sizeProblems(application),
]

async function standInNode(directory: string): Promise<string> {
  const program = join(directory, 'node')
  await writeFile(program, 'stand-in')
  return program
}
