import type { HostBrowser } from '#shared/bridge/extension.ts'
import type { DesktopFacts } from '#shared/bridge/desktop.ts'
import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Place } from '#shared/bridge/route.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'

/** Answer of the system to a global shortcut; `unproven`: it accepted it, and does not say whether it works. */
export type ShortcutOutcome = 'registered' | 'unproven' | 'taken' | 'refused' | 'off'

/** A running sidecar process. It dies with its parent, however that ends. */
export interface Sidecar {
  /** Resolves with the first message of the process (its address); rejects if it ends before. */
  readonly ready: Promise<unknown>
  /** Resolves once the process is gone, with its exit code or the signal that ended it. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  /** Asks it to end, and kills it after `graceMs`. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>
}

export interface SidecarRequest {
  name: 'service' | 'relay'
  args: readonly string[]
  /** Added to a minimal environment; secrets go here, never in `args`. */
  env: Readonly<Record<string, string>>
}

/** Entries of the browser extension's native host in the browsers of this user. */
interface HostManifests {
  list(): Promise<HostBrowser[]>
  /** Throws an error whose `code` is an `EntryFailure` and whose `path` says where. */
  install(browser: Browser): Promise<unknown>
  /** Throws as `install` does. */
  uninstall(browser: Browser): Promise<unknown>
}

/**
 * Services of a host (the web host, Electron) for the core: the few things only it can do. It grows with the
 * features that need it.
 */
export interface HostPort {
  startSidecar(request: SidecarRequest): Sidecar
  /** The system's proxy for an address, or `null` for none. */
  resolveProxy(url: string): Promise<string | null>
  /**
   * Navigates one window to this place.
   * @returns false if there is no window and this host opens none: the next one to open takes it
   */
  openRoute(place: Place): boolean
  /** The quick-lookup panel, if it is a window of the host's own. */
  panel?: { close(): void; resize(height: number): void }
  /**
   * Shows a notification, if the host has its own; without one the windows do it. The same tag again
   * replaces. A click arrives as the command `notifications.clicked`.
   */
  notify?(notification: Notification): Promise<NotificationOutcome>
  /**
   * Opens an address in the user's browser, if the host can; without it, or on failure (`false`), the
   * requesting window does. Receives only addresses that the core has checked.
   */
  openExternal?(url: string): Promise<boolean>
  /**
   * Opens a link of `shared/domain/client-messages.ts` in the user's mail program or WhatsApp; `false` if nothing
   * opened it. Without it, the requesting window does.
   */
  openClientLink?(link: string): Promise<boolean>
  /**
   * Makes a key combination open quick lookup from any program, in place of the one before; `null` for none. Absent
   * where a host cannot. On a failure the one before stays. A press arrives as `Core.shortcutPressed`.
   */
  registerShortcut?(accelerator: string | null): Promise<ShortcutOutcome>
  /** Shows the quick-lookup panel, after a press of the shortcut. */
  openPanel?(): void
  /** Lets the user choose a folder, if the host can; `null` when they cancel. */
  chooseFolder?(from: string): Promise<string | null>
  /** Its place on the desktop; absent where nothing is installed. */
  desktop?: {
    read(): Promise<DesktopFacts>
    startWithSession(on: boolean): Promise<void>
  }
  /** Brings the host's own window to the front, where it was left; a host without its own opens one if there is none. */
  showWindow?(): void
  /** Absent where the native host is not installed with the application. */
  hostManifests?: HostManifests
  /** Ends the application; the host stops the core on its way out. */
  quit(): void
}
