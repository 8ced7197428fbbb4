import type { Client } from '../replica/client.ts'
import {
  hostPresents,
  knownPermission,
  watchPermission,
  notificationPermission,
} from './notification-permission.ts'
import { openClicked } from './clicked.ts'
import type { NotificationPermissionState } from '#shared/domain/notifications.ts'
import type { Bridge } from '../bridge.ts'
import { currentRoute, subscribeRoute } from '../app/route.ts'
import type { Notification as Notice, NotificationOutcome } from '#shared/bridge/inbox.ts'
import { notifyText } from '#shared/text/sidebar.ts'
import { windowId } from './window-id.ts'
import type { WorkerMessage, NoticeData } from './worker-messages.ts'

/**
 * Starts this window's part in notifications. In a browser the page raises the notifications that the core assigns to
 * this window. In the desktop window the host raises them, and the page only reports what it shows.
 * @param clicked tag of the notification for which this window was opened
 */
export function startNotify({ bridge, replica }: Client, clicked: string | null): void {
  if (hostPresents()) return startHeartBeat(bridge, () => 'unsupported')
  const onClick = (tag: string) => void openClicked(bridge, tag)
  const raise = createRaiser({ worker: registerWorker(), onClick })
  answerWorker({ isHere: () => replica.getState().link === 'connected', onClick })
  bridge.on('notify', ({ windowId: asked, notification }) => {
    if (asked !== windowId) return
    void raise(notification).then((outcome) =>
      bridge.call('notifications.outcome', { windowId, tag: notification.tag, outcome }),
    )
  })
  startHeartBeat(bridge, knownPermission)
  if (clicked !== null) onClick(clicked)
}

/** Interval of the reports, in ms. In a hidden tab timers run once a minute. The core's timeout is longer. */
const EVERY_MS = 10_000

/**
 * Reports to the core, periodically and at every change, that this window is open and what it shows. When the
 * connection closes, the host reports the end of the window.
 */
function startHeartBeat(bridge: Bridge, permission: () => NotificationPermissionState): void {
  let connected = false
  const beat = () => {
    // A queued report would be stale. The reconnection sends a new report.
    if (!connected) return
    void bridge.call('notifications.window', {
      windowId,
      permission: permission(),
      visible: document.visibilityState === 'visible',
      focused: document.hasFocus(),
      route: currentRoute(),
    })
  }
  bridge.onState((state) => {
    connected = state === 'connected'
    beat()
  })
  subscribeRoute(beat)
  watchPermission(beat)
  document.addEventListener('visibilitychange', beat)
  addEventListener('focus', beat)
  addEventListener('blur', beat)
  setInterval(beat, EVERY_MS)
}

/** The names are fixed: the browser keeps one worker per scope, whatever build registered it. */
const WORKER = '/notice-worker.js'
/** Scope without pages, so that the worker controls no page and sees no request. */
const SCOPE = '/avisos/'

/**
 * Registers the worker, and resolves once it is active: a busy browser may take many seconds. `null` if workers are
 * unavailable (a private window, a policy).
 */
async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  // The type says that the value always exists, but some browsers and some addresses have none.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!container) return null
  try {
    const registration = await container.register(WORKER, { scope: SCOPE })
    return (await becomesActive(registration)) ? registration : null
  } catch {
    return null
  }
}

function becomesActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<boolean> {
  const worker = installing ?? waiting
  if (active !== null || !worker) return Promise.resolve(active !== null)
  return new Promise((resolve) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve(worker.state === 'activated')
    }),
  )
}

interface WorkerListener {
  /** True while this window can still open routes. */
  isHere: () => boolean
  onClick: (tag: string) => void
}

/** Answers the worker, which asks each window before it brings one to the front. */
function answerWorker({ isHere, onClick }: WorkerListener): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  container?.addEventListener('message', ({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data.notice === 'clicked') onClick(data.tag)
    else if (isHere()) ports[0]?.postMessage(true)
  })
  container?.startMessages()
}

interface RaiserDeps {
  /**
   * Resolves once the worker is active. `null` if the browser has no worker: then clicks are handled only while this
   * tab is open.
   */
  worker: Promise<ServiceWorkerRegistration | null>
  onClick: (tag: string) => void
}

/** Longest wait for a worker that is starting. After that the page raises the notification itself. */
const WORKER_PATIENCE_MS = 1_500
/**
 * After this time without an error, a notification counts as shown. Not every browser reports the display, but all
 * report failures.
 */
const SHOWN_AFTER_MS = 2_000

/** Raises notifications in this browser, and reports the outcome of each. */
function createRaiser({ worker, onClick }: RaiserDeps): (notice: Notice) => Promise<NotificationOutcome> {
  /**
   * References to the notifications. Without one, the browser may garbage-collect a notification and lose its click.
   */
  const held = new Map<string, Notification>()

  function raiseHere(notice: Notice): Promise<NotificationOutcome> {
    const { tag } = notice
    return new Promise((resolve) => {
      const notification = new Notification(notice.title, optionsOf(notice))
      held.set(tag, notification)
      const forget = () => held.get(tag) === notification && held.delete(tag)
      notification.addEventListener('show', () => resolve('shown'))
      notification.addEventListener('close', forget)
      notification.addEventListener('error', () => {
        forget()
        resolve('failed')
      })
      notification.addEventListener('click', () => {
        focus()
        onClick(tag)
        notification.close()
      })
      setTimeout(() => resolve('shown'), SHOWN_AFTER_MS)
    })
  }

  async function raiseByWorker(notice: Notice): Promise<boolean> {
    const registration = await Promise.race([worker, pause(WORKER_PATIENCE_MS)])
    try {
      await registration?.showNotification(notice.title, workerOptions(notice))
      return registration !== null
    } catch {
      // The user has cleared the site's data, which include the worker, or has revoked the permission.
      return false
    }
  }

  return async (notice) => {
    if (notificationPermission() !== 'granted') return 'denied'
    if (await raiseByWorker(notice)) return 'shown'
    if (notificationPermission() !== 'granted') return 'denied'
    // Some browsers have the class `Notification`, but its constructor throws.
    return raiseHere(notice).catch(() => 'failed' as const)
  }
}

/**
 * Options with buttons. A page's own notification throws with them, so only the worker uses them. Browsers without
 * buttons ignore them.
 */
function workerOptions(notice: Notice): NotificationOptions {
  const { notDone } = notifyText
  return Object.assign(optionsOf(notice), {
    data: { notDone } satisfies NoticeData,
    actions: notice.actions.map(({ action, label }) => ({ action, title: label })),
  })
}

const optionsOf = ({ body, tag, silent }: Notice): NotificationOptions => ({
  body,
  tag,
  silent,
  lang: 'es',
  icon: '/icon-192.png',
})

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))
