import type { ClickedHash, WorkerMessage } from './worker-messages.ts'

/**
 * Notification worker: a file of its own, registered by `worker-link.ts` for a scope without pages. Through it
 * notifications outlive the tab that raised them, replace each other across tabs, and take clicks with no tab left. It
 * sees no request and stores nothing.
 */
interface WindowClient {
  focus(): Promise<unknown>
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void
}

/** The used part of a worker's globals; the worker type library conflicts with the page's. */
interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
}

interface ClickEvent extends Event {
  notification: Notification
  waitUntil(work: Promise<unknown>): void
}

const scope = globalThis as unknown as WorkerScope
const CLICKED: ClickedHash = '#aviso='
/** A sleeping tab, or one whose session has ended, does not answer. */
const ANSWER_MS = 400

scope.addEventListener('install', () => void scope.skipWaiting())

scope.addEventListener('notificationclick', (event) => {
  const click = event as ClickEvent
  click.notification.close()
  click.waitUntil(bring(click.notification.tag))
})

/** Brings the most recently focused window that still works to the front; opens one if there is none. */
async function bring(tag: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = await Promise.all(windows.map(isHere))
  const window = windows.find((_, index) => answers[index])
  if (!window) return void (await scope.clients.openWindow(`/novedades${CLICKED}${encodeURIComponent(tag)}`))
  window.postMessage({ notice: 'clicked', tag })
  await window.focus()
}

function isHere(window: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ANSWER_MS)
    window.postMessage({ notice: 'here?' }, [port2])
  })
}
