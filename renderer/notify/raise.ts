import type { Notification as Notice, NotificationOutcome } from '#shared/bridge/inbox.ts'
import { notifyText } from '#shared/text/app-notify.ts'
import { notificationPermission } from '../ui-state/notification-permission.ts'
import type { NoticeData } from './worker-messages.ts'

export interface RaiserDeps {
  /**
   * Resolves once the worker is active; `null` without one in the browser: clicks are then handled only while this tab
   * is open.
   */
  worker: Promise<ServiceWorkerRegistration | null>
  onClick: (tag: string) => void
}

/** A notification does not wait longer for a worker that is still starting: the page raises it itself. */
const WORKER_PATIENCE_MS = 1_500
/** Not every browser reports that a notification was shown; all report failures. */
const SHOWN_AFTER_MS = 2_000

/** Raises notifications in this browser, and reports the outcome of each. */
export function createRaiser({
  worker,
  onClick,
}: RaiserDeps): (notice: Notice) => Promise<NotificationOutcome> {
  /** Keeps references: without one the browser may collect a notification and lose its click. */
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
      // The user has cleared the site's data, worker included, or revoked the permission.
      return false
    }
  }

  return async (notice) => {
    if (notificationPermission() !== 'granted') return 'denied'
    if (await raiseByWorker(notice)) return 'shown'
    if (notificationPermission() !== 'granted') return 'denied'
    // Some browsers have the class but throw on its use.
    return raiseHere(notice).catch(() => 'failed' as const)
  }
}

/** Only a worker's notification may have buttons: the page's own throws with them. Browsers without them ignore them. */
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
