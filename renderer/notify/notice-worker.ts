import type { WORKER_COMMANDS, WORKER_PATH } from '#shared/bridge/frames.ts'
import type { ClickedHash, NoticeData, WorkerMessage } from './worker-messages.ts'

/**
 * Notification worker: a separate file that `start-notify.ts` registers for a scope without pages. With it, a
 * notification outlives its tab, replaces one from another tab, and receives clicks when no tab is open. The worker
 * sees no request and stores nothing.
 */
interface WindowClient {
  focus(): Promise<unknown>
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void
}

/** The used part of a worker's globals. The type library of workers conflicts with that of pages. */
interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
}

interface ClickEvent extends Event {
  notification: Notification
  /** Button that the user pressed; empty for a press on the notification itself. */
  action?: string
  waitUntil(work: Promise<unknown>): void
}

const scope = globalThis as unknown as WorkerScope
const CLICKED: ClickedHash = '#aviso='
const CALL: typeof WORKER_PATH = '/notice-worker-call'
/** Time limit in ms. A sleeping tab, or a tab whose session has ended, does not answer. */
const ANSWER_MS = 400
const MAX_ERROR = 4_000

scope.addEventListener('install', () => void scope.skipWaiting())

scope.addEventListener('notificationclick', (event) => {
  const click = event as ClickEvent
  click.notification.close()
  click.waitUntil(click.action === 'done' ? finish(click.notification) : bring(click.notification.tag))
})

scope.addEventListener('error', (event) => {
  const { error, message } = event as ErrorEvent
  report(error ?? message)
})
scope.addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason))

/**
 * Marks the changes of the notification as done, without opening a window. If the core refuses, a notification with
 * the reason replaces it.
 */
async function finish({ tag, data }: Notification): Promise<void> {
  const answer = await call('notifications.done', { tag })
  if (answer === 'ok') return
  const { notDone } = data as NoticeData
  const words = answer === 'locked' ? notDone.locked : answer === 'not-found' ? notDone.gone : notDone.failed
  await scope.registration.showNotification(words.title, {
    body: words.body,
    tag,
    silent: true,
    lang: 'es',
    icon: '/icon-192.png',
  })
}

/** @returns `ok`, or the code of the error; `bridge-lost` if Ventanilla or the session has ended */
async function call(command: (typeof WORKER_COMMANDS)[number], args: object): Promise<string> {
  try {
    const response = await fetch(CALL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command, args }),
    })
    if (!response.ok) return 'bridge-lost'
    const answer = (await response.json()) as { ok: boolean; error?: { code: string } }
    return answer.ok ? 'ok' : (answer.error?.code ?? 'internal')
  } catch {
    return 'bridge-lost'
  }
}

function report(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  void call('diagnosis.page-error', { where: 'worker', text: text.slice(0, MAX_ERROR) })
}

/** Brings the most recently focused working window to the front. Opens a window if there is none. */
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
