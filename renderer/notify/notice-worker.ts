import type { ClickedHash, WorkerMessage } from './worker-messages.ts'

/**
 * The notification worker: a file of its own, registered by `worker-link.ts` for a scope that has no pages. Through it
 * notifications outlive the tab that raised them, replace each other across tabs, and a click is heard with no tab
 * left. It sees no request and keeps nothing.
 */
interface WindowClient {
  focus(): Promise<unknown>
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void
}

/** The part of a worker's world that is used; the library of types for it cannot be beside that of pages. */
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
/** A tab that sleeps, or whose session is over, does not answer. */
const ANSWER_MS = 400

scope.addEventListener('install', () => void scope.skipWaiting())

scope.addEventListener('notificationclick', (event) => {
  const click = event as ClickEvent
  click.notification.close()
  click.waitUntil(bring(click.notification.tag))
})

/** To the window that was last in front of the person and still works; to a new one when there is none. */
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
