import type { IncomingMessage } from 'node:http'

export interface Waits {
  /**
   * Resolves when `listen` calls back, after `ms`, when the caller disconnects, or when the relay stops.
   * @param listen registers the callback and returns its removal
   */
  until(listen: (wake: () => void) => () => void, ms: number, caller: IncomingMessage): Promise<void>
  /** Ends all present waits, and later ones at once. */
  stop(): void
  isStopped(): boolean
}

/** Waits of long-polling requests. */
export function createWaits(): Waits {
  const open = new Set<() => void>()
  let isStopped = false
  return {
    isStopped: () => isStopped,
    until: (listen, ms, caller) =>
      new Promise((resolve) => {
        if (isStopped) return resolve()
        const end = () => {
          clearTimeout(timer)
          ignore()
          open.delete(end)
          caller.socket.removeListener('close', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        const ignore = listen(end)
        open.add(end)
        caller.socket.once('close', end)
      }),
    stop() {
      isStopped = true
      for (const end of open) end()
    },
  }
}
