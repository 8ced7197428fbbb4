import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Host of the application, with the reason in one line for the user. */
export interface HostChoice {
  host: 'electron' | 'web'
  reason: string
}

export interface HostFacts {
  requested: string | undefined
  /** Path of Electron's executable on this machine, or `null`. */
  runtime: string | null
  /** Electron was requested by name, is not installed, and its download failed. */
  downloadFailed?: boolean
  /** Electron opens no window as root, which has no sandbox. */
  isRoot: boolean
  /** True if there is a display. */
  hasDisplay: boolean
}

/** Chooses the desktop window where it is possible, else the browser. @returns `null` for an unknown host */
export function chooseHost(facts: HostFacts): HostChoice | null {
  const { requested, runtime, downloadFailed = false, isRoot, hasDisplay } = facts
  const web = (reason: string): HostChoice => ({ host: 'web', reason: `Se abre en tu navegador: ${reason}.` })

  if (requested === 'web') return { host: 'web', reason: 'Se abre en tu navegador, como has pedido.' }
  if (requested !== undefined && requested !== 'electron') return null
  if (downloadFailed) return web('Electron no está en este equipo y no se ha podido descargar')
  if (runtime === null) return web('Electron no está en este equipo (se descarga con «npx install-electron»)')
  if (isRoot) return web('Electron no se abre como administrador (root)')
  if (!hasDisplay) return web('aquí no hay pantalla para una ventana de escritorio')
  return { host: 'electron', reason: 'Se abre en su propia ventana de escritorio.' }
}

/** Electron's executable, in its package once downloaded; the package alone has only types. */
export function findElectron(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const directory = join(root, 'node_modules', 'electron')
  try {
    const name = readFileSync(join(directory, 'path.txt'), 'utf8').trim()
    const program = join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(directory, 'dist'), name)
    return name !== '' && existsSync(program) ? program : null
  } catch {
    return null
  }
}

/** True if there is a display: a Linux server has none, and Electron exits without a readable message. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
