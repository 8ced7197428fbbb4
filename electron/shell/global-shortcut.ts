import type { App, GlobalShortcut } from 'electron'
import type { ShortcutOutcome } from '../core/host.ts'
import type { Log } from '../core/runtime/log/log.ts'

export interface GlobalShortcutDeps {
  globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister' | 'isRegistered'>
  /** The session is Wayland, where the system's answer proves nothing. */
  isWayland: boolean
  onPress: () => void
  log: Log
}

export interface ShortcutRegistration {
  /** Registers a shortcut in place of the one before, which stays if this fails. Never rejects. */
  register(accelerator: string | null): Promise<ShortcutOutcome>
  /** Gives the shortcut back to the system. */
  release(): void
}

/** One global shortcut, over Electron's. */
export function createGlobalShortcut(deps: GlobalShortcutDeps): ShortcutRegistration {
  const { globalShortcut, isWayland, onPress, log } = deps
  let held: string | null = null

  function take(accelerator: string): ShortcutOutcome {
    try {
      // Registering its own one again would be answered as if another program had it.
      const isHeld = accelerator === held && globalShortcut.isRegistered(accelerator)
      if (!isHeld && !globalShortcut.register(accelerator, onPress)) return 'taken'
    } catch (error) {
      log.error('shell: the system refuses the global shortcut', error)
      return 'refused'
    }
    return isWayland ? 'unproven' : 'registered'
  }

  function drop(accelerator: string | null): void {
    if (accelerator === null) return
    try {
      globalShortcut.unregister(accelerator)
    } catch (error) {
      log.error('shell: a global shortcut could not be given back', error)
    }
  }

  return {
    async register(accelerator) {
      const outcome = accelerator === null ? 'off' : take(accelerator)
      if (outcome === 'taken' || outcome === 'refused') return outcome
      if (held !== accelerator) drop(held)
      held = accelerator
      return outcome
    },
    release() {
      drop(held)
      held = null
    },
  }
}

/**
 * True in a Wayland session, also for a window that runs over XWayland: there the X server accepts a shortcut, whose
 * presses reach it only from other such windows.
 */
export const isWaylandSession = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && (env['XDG_SESSION_TYPE'] === 'wayland' || Boolean(env['WAYLAND_DISPLAY']))

/** Without the second one, GNOME's portal is not asked. */
const PORTAL_FEATURES = 'GlobalShortcutsPortal,GlobalShortcutsPortalPreferredTrigger'

/** Registers global shortcuts through the desktop's portal on Wayland. Call before the application is ready. */
export function enableShortcutsPortal(
  { commandLine }: Pick<App, 'commandLine'>,
  platform: NodeJS.Platform,
): void {
  // Chromium reads one list of features: the user's own is not replaced.
  if (platform === 'linux' && !commandLine.hasSwitch('enable-features'))
    commandLine.appendSwitch('enable-features', PORTAL_FEATURES)
}
