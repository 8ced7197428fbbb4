import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentSystem, usualDataDirectory } from './core/instance/data-directory.ts'
import type { LaunchedHost } from './native-host/manifests/manifest.rules.ts'
import type { HostManifestsDeps } from './native-host/manifests/manifests.ts'
import type { RunProgram } from './native-host/manifests/registry.ts'
import { installationDirectory } from './native-host/application.ts'
import type { PackagedEdition } from './packaged-edition.ts'

export interface InstallationFacts {
  /** `import.meta.url` of the composition root. */
  root: string
  dataDir: string
  /** True for an installed application, false for a copy of the sources. */
  isPackaged: boolean
  /** The packaged lightweight edition, if this is one. Its launcher starts it, and outlives its versions. */
  edition?: PackagedEdition | null
}

const PROGRAM_MS = 10_000

/** Describes this installation for the browsers' entries of the native host. */
export function thisInstallation(facts: InstallationFacts): HostManifestsDeps {
  const { root, dataDir, isPackaged, edition } = facts
  const directory = fileURLToPath(new URL(root.endsWith('.ts') ? '..' : '../..', root))
  const isElectron = process.versions['electron'] !== undefined
  const system = currentSystem()
  const [program, ...args] = edition ? [edition.launcher] : startCommand(directory, isElectron, isPackaged)
  const isUsual = dataDir === usualDataDirectory(system)
  return {
    system,
    dataDir,
    ...(isPackaged && !edition
      ? hostBesideArchive(directory, dataDir)
      : { program: process.execPath, isElectron, script: join(directory, 'out', 'main', 'native-host.cjs') }),
    startCommand: [program, ...args, ...(isUsual ? [] : [`--data-dir=${dataDir}`])],
    run: runProgram,
  }
}

/**
 * Host of the packaged Electron, which does not run as Node. Its script and its own Node are among the resources
 * (build/electron/pack.ts). An AppImage's resources are gone when it ends, so they are copied.
 * @param archive `<resources>/app.asar`
 */
function hostBesideArchive(
  archive: string,
  dataDir: string,
): Pick<LaunchedHost, 'program' | 'isElectron' | 'script'> & Pick<HostManifestsDeps, 'copiedFrom'> {
  const at = (directory: string) => ({
    program: join(directory, process.platform === 'win32' ? 'node.exe' : 'node'),
    script: join(directory, 'native-host.cjs'),
  })
  const placed = at(join(dirname(archive), 'native-host'))
  if (process.env['APPIMAGE'] === undefined) return { ...placed, isElectron: false }
  return { ...at(installationDirectory(dataDir)), isElectron: false, copiedFrom: placed }
}

function startCommand(
  directory: string,
  isElectron: boolean,
  isPackaged: boolean,
): readonly [string, ...string[]] {
  // An AppImage runs from a directory that is gone when it ends, so use the AppImage itself.
  if (isPackaged) return [process.env['APPIMAGE'] ?? process.execPath]
  if (isElectron) return [process.execPath, join(directory, 'out', 'main', 'main.js')]
  const words = startWords(directory)
  // Command of `npm start` without npm, which may not be on the browser's PATH.
  if (words !== null) return [process.execPath, ...words.slice(0, -1), join(directory, words.at(-1) ?? '')]
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}

/** Options of Node and the file of `npm start`. It is `null` without the sources. */
function startWords(directory: string): string[] | null {
  try {
    const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      scripts: { start: string }
    }
    const words = scripts.start.split(' ')
    // Leave out build/with-node.js: the right Node already runs.
    return [...words.filter((word) => word.startsWith('--')), words.at(-1) ?? '']
  } catch {
    return null
  }
}

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: PROGRAM_MS, windowsHide: true }, (error) =>
      resolve(error === null ? 0 : 1),
    )
  })
