import type { HostBrowser } from '#shared/bridge/extension.ts'
import type { DesktopFacts } from '#shared/bridge/desktop.ts'
import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Place } from '#shared/bridge/route.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import type { Core } from './core.ts'

/**
 * Answer of the system to a global shortcut. `unproven`: the system accepted the shortcut, and does not tell whether
 * it works.
 */
export type ShortcutOutcome = 'registered' | 'unproven' | 'taken' | 'refused' | 'off'

/** A running sidecar process. It dies with its parent, however the parent ends. */
export interface Sidecar {
  /** Resolves with the first message of the process (its address). Rejects if the process ends first. */
  readonly ready: Promise<unknown>
  /** Resolves once the process is gone, with its exit code or the signal that ended it. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  /** Asks the process to end, and kills it after `graceMs`. Resolves when the process is gone. */
  stop(graceMs: number): Promise<void>
}

export interface SidecarRequest {
  name: 'service' | 'relay'
  args: readonly string[]
  /** Added to a minimal environment. Secrets go here, never in `args`. */
  env: Readonly<Record<string, string>>
}

/** Entries of the browser extension's native host in the browsers of this user. */
interface HostManifests {
  list(): Promise<HostBrowser[]>
  /** Throws an error whose `code` is an `EntryFailure` and whose `path` is the place of the failure. */
  install(browser: Browser): Promise<unknown>
  /** Throws like `install`. */
  uninstall(browser: Browser): Promise<unknown>
}

/** Windows of the second PC of the demonstration. Its core runs in this process too. */
export interface PcWindows {
  /**
   * Shows its window.
   * @returns a one-time address that the requesting window must open, or `null` if the host shows its own window
   */
  open(): Promise<string | null>
  close(): Promise<void>
}

/** Services of a host (the web host, Electron) for the core: the few things that only a host can do. */
export interface HostPort {
  startSidecar(request: SidecarRequest): Sidecar
  /** The system's proxy for an address, or `null` for none. */
  resolveProxy(url: string): Promise<string | null>
  /**
   * Navigates one window to this place.
   * @returns false if there is no window and this host opens none. The next window to open then goes there
   */
  openRoute(place: Place): boolean
  /** The quick-lookup panel. Absent if the panel is not a window of the host. */
  panel?: { close(): void; resize(height: number): void }
  /**
   * Shows a notification. Absent if the windows show it instead. A notification replaces the previous one with the
   * same tag. A click arrives as the command `notifications.clicked`.
   */
  notify?(notification: Notification): Promise<NotificationOutcome>
  /**
   * Opens an address in the user's browser, and answers false on a failure. If it fails or is absent, the requesting
   * window opens the address. It receives only addresses that the core has checked.
   */
  openExternal?(url: string): Promise<boolean>
  /**
   * Opens a link of `shared/domain/client-messages.ts` in the user's mail program or WhatsApp. Answers false if
   * nothing opened it. If it is absent, the requesting window opens the link.
   */
  openClientLink?(link: string): Promise<boolean>
  /**
   * Registers a key combination that opens quick lookup from any program. It replaces the previous combination, and
   * `null` only removes that one. On a failure the previous one stays. Absent if the host cannot do this. A press
   * arrives as `Core.handleShortcut`.
   */
  registerShortcut?(accelerator: string | null): Promise<ShortcutOutcome>
  /** Shows the quick-lookup panel after a press of the shortcut. */
  openPanel?(): void
  /** Lets the user choose a folder. Answers `null` if the user cancels. Absent if the host cannot do this. */
  chooseFolder?(from: string): Promise<string | null>
  /** Desktop integration of the host. Absent where nothing is installed. */
  desktop?: {
    read(): Promise<DesktopFacts>
    startWithSession(on: boolean): Promise<void>
  }
  /**
   * Brings the host's own window to the front, where it was left. A host without its own window opens one if there is
   * none.
   */
  showWindow?(): void
  /** Serves the windows of a second core. Absent if this host has no place for them. */
  servePc?(core: Pick<Core, 'router' | 'panelRouter'>): Promise<PcWindows>
  /** Entries of the native host. Absent if it is not installed with the application. */
  hostManifests?: HostManifests
  /** Ends the application. The host stops the core before it exits. */
  quit(): void
}
