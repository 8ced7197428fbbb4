/** Which host carries the application, and why, in one line for the person. */
export interface HostChoice {
  host: 'electron' | 'web'
  reason: string
}

export interface HostFacts {
  requested: string | undefined
  /** Electron's runtime is on this machine (its package downloads it at the first run, where that is allowed). */
  hasRuntime: boolean
  /** The desktop shell is part of this version and is built. */
  hasShell: boolean
}

/** The installed window where it can be had, else the browser. @returns `null` for a host that does not exist */
export function chooseHost({ requested, hasRuntime, hasShell }: HostFacts): HostChoice | null {
  if (requested === 'web') return { host: 'web', reason: 'Se abre en tu navegador, como has pedido.' }
  if (requested !== undefined && requested !== 'electron') return null
  if (!hasShell) {
    return {
      host: 'web',
      reason: 'Se abre en tu navegador: esta versión todavía no trae ventana de escritorio.',
    }
  }
  if (!hasRuntime) {
    return {
      host: 'web',
      reason: 'Se abre en tu navegador: Electron no está en este equipo y no se ha podido descargar.',
    }
  }
  return { host: 'electron', reason: 'Se abre en su propia ventana de escritorio.' }
}
