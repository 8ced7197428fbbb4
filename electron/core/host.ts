import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'

/** A running sidecar process of ours. It dies with its parent, however the parent ends. */
export interface Sidecar {
  /** Resolves with the first message the process sends (what it listens on); rejects if it ends before. */
  readonly ready: Promise<unknown>
  /** Resolves once the process is gone, with its exit code or the signal that ended it. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  /** Asks it to end, and kills it when it has not after `graceMs`. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>
}

export interface SidecarRequest {
  name: 'service'
  args: readonly string[]
  /** Added to a minimal environment; secrets go here, never in `args`. */
  env: Readonly<Record<string, string>>
}

/**
 * What a host (the web host, Electron) gives the core: the few things only it can do. It grows with the
 * features that need it (architecture.md section 1).
 */
export interface HostPort {
  startSidecar(request: SidecarRequest): Sidecar
  /** The proxy that the system wants for an address, or `null` for none. */
  resolveProxy(url: string): Promise<string | null>
  /** Brings a window to this place, opening one if there is none. */
  openRoute(route: Route): void
  /**
   * Presents a notification, where the host has a way of its own; without one the windows are asked. The same tag
   * again replaces. A click is told with the command `notifications.clicked`.
   */
  notify?(notification: Notification): Promise<NotificationOutcome>
  /**
   * Opens an address in the person's browser, where the host has a way of its own; without one, or when it cannot
   * (`false`), the window that asked does. Only what the core has checked is ever given to it.
   */
  openExternal?(url: string): Promise<boolean>
  /** Has the person choose a folder, where the host has a way of its own; `null` when they think better of it. */
  chooseFolder?(from: string): Promise<string | null>
  /** Ends the application; the host stops the core on its way out. */
  quit(): void
}
