import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentSystem, usualDataDirectory } from './core/instance/data-directory.ts'
import type { HostManifestsDeps } from './native-host/manifests/manifests.ts'
import type { RunProgram } from './native-host/manifests/registry.ts'

export interface InstallationFacts {
  /** `import.meta.url` of the composition root. */
  root: string
  dataDir: string
  /** An installed application, and not a copy of the sources. */
  isPackaged: boolean
}

const PROGRAM_MS = 10_000

/** This installation, as the browsers' entries of the native host record it. */
export function thisInstallation({ root, dataDir, isPackaged }: InstallationFacts): HostManifestsDeps {
  const directory = fileURLToPath(new URL(root.endsWith('.ts') ? '..' : '../..', root))
  const isElectron = process.versions['electron'] !== undefined
  const system = currentSystem()
  const [program, ...args] = startCommand(directory, isElectron, isPackaged)
  const isUsual = dataDir === usualDataDirectory(system)
  return {
    system,
    dataDir,
    program: process.execPath,
    isElectron,
    script: join(directory, 'out', 'main', 'native-host.cjs'),
    startCommand: [program, ...args, ...(isUsual ? [] : [`--data-dir=${dataDir}`])],
    run: runProgram,
  }
}

function startCommand(
  directory: string,
  isElectron: boolean,
  isPackaged: boolean,
): readonly [string, ...string[]] {
  // An AppImage runs from a directory that is gone afterwards.
  if (isPackaged) return [process.env['APPIMAGE'] ?? process.execPath]
  if (isElectron) return [process.execPath, join(directory, 'out', 'main', 'main.js')]
  const words = startWords(directory)
  // `npm start` without npm, which may not be on the browser's PATH.
  if (words !== null) return [process.execPath, ...words.slice(0, -1), join(directory, words.at(-1) ?? '')]
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}

/** Options of Node and the file of `npm start`; `null` without the sources. */
function startWords(directory: string): string[] | null {
  try {
    const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      scripts: { start: string }
    }
    return scripts.start.split(' ').slice(1)
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
