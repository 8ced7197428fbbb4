import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which host carries the application, and why, in one line for the person. */
export interface HostChoice {
  host: 'electron' | 'web'
  reason: string
}

export interface HostFacts {
  requested: string | undefined
  /** Electron's program on this machine, if it is here. */
  runtime: string | null
  /** It was asked for by name, is not here, and its download was tried and failed. */
  downloadFailed?: boolean
  /** Electron does not open a window for root, who has no sandbox. */
  isRoot: boolean
  /** There is a screen to open a window on. */
  hasDisplay: boolean
}

/** The desktop window where it can be had, else the browser. @returns `null` for a host that does not exist */
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

/** Electron's program, where its package put it once it was downloaded; the package alone is only types. */
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

/** Whether there is a screen: on Linux a server's console has none, and Electron ends without a word for people. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
