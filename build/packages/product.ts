import { execFileSync } from 'node:child_process'
import manifest from '../../package.json' with { type: 'json' }

/** Names and texts of the product, the same in every package. */
export const PRODUCT = {
  /** Name in files, commands and directories. */
  name: 'ventanilla',
  /** Name for people. */
  title: 'Ventanilla',
  /** Windows groups windows by this id. The running application uses the same (`electron/shell/identity.ts`). */
  appId: 'es.ventanilla.desktop',
  version: manifest.version,
  publisher: 'Ventanilla',
  maintainer: 'Ventanilla <soporte@ventanilla.example>',
  homepage: 'https://ventanilla.example',
  summary: 'Compañero de la gestoría para matricular y transferir vehículos',
} as const

/** Platforms that the lightweight edition is packaged for. */
export const PLATFORMS = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64'] as const
export type PackagePlatform = (typeof PLATFORMS)[number]

/** Ids of the Electron edition's installers. They never change: Windows recognises the product by them. */
export const ELECTRON_INSTALLERS = {
  nsis: 'c8d1a6f2-52d9-4c07-9a3e-7b1f4b0f6d15',
  msi: '5B3F1C0E-9C3A-4E0B-8C57-0E7F0B9E2D46',
} as const

/**
 * Epoch seconds of the commit that is built. It is the only date that a build may contain, because it never changes.
 * Distributions set `SOURCE_DATE_EPOCH`. Otherwise git gives the date.
 * @returns `null` without both
 */
export function commitEpoch(root: string, env: NodeJS.ProcessEnv = process.env): number | null {
  const set = env['SOURCE_DATE_EPOCH']
  if (set !== undefined && set !== '') {
    if (!/^\d{1,11}$/.test(set)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${set}`)
    return Number(set)
  }
  try {
    const said = execFileSync('git', ['-C', root, 'log', '-1', '--format=%ct'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /^\d+\n$/.test(said) ? Number(said) : null
  } catch {
    return null
  }
}
