import { HOST_NAME } from '#shared/host-protocol/protocol.ts'

export type DropReason = 'missing' | 'forbidden' | 'ended'

/** Port to the native host. */
export interface NativePort {
  send(message: object): void
  close(): void
}

export interface NativePortEvents {
  onMessage(message: unknown): void
  /** Once. Not after `close`. */
  onDrop(why: DropReason): void
}

export type OpenNativePort = (events: NativePortEvents) => NativePort

/** Firefox gives the reason with the port, Chrome in `lastError`, both in English whatever their language. */
export function dropReason(message: string): DropReason {
  if (/not found|no such native application/i.test(message)) return 'missing'
  if (/forbidden|not have permission/i.test(message)) return 'forbidden'
  return 'ended'
}

/** Opens it in the browser. */
export const openNativePort =
  (runtime: typeof chrome.runtime): OpenNativePort =>
  ({ onMessage, onDrop }) => {
    const port: chrome.runtime.Port & { error?: { message?: string } | null } =
      runtime.connectNative(HOST_NAME)
    port.onMessage.addListener(onMessage)
    port.onDisconnect.addListener(() =>
      onDrop(dropReason(port.error?.message ?? runtime.lastError?.message ?? '')),
    )
    return { send: (message) => port.postMessage(message), close: () => port.disconnect() }
  }
