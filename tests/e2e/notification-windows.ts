import type { BrowserContext, Page } from '@playwright/test'

/** Notifications on screen, according to the browser; never while one is being shown (`showOneAtATime`). */
export const onScreen = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    const notifications = await navigator.locks.request(
      'notifications',
      async () => (await registration?.getNotifications()) ?? [],
    )
    return notifications.map(({ title, body, tag, silent, lang }) => ({ title, body, tag, silent, lang }))
  })

export const place = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname + location.hash,
    id: (history.state as { id?: string } | null)?.id,
  }))

const workerOf = async (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

/**
 * Clicks a notification, as the worker receives it. Only a user's own click may focus or open a window: here that is
 * refused, or reported to `opened`.
 */
export async function click(context: BrowserContext, action = ''): Promise<string[]> {
  const worker = await workerOf(context)
  return worker.evaluate(async (pressed) => {
    interface Scope extends EventTarget {
      registration: ServiceWorkerRegistration
      clients: { openWindow?: (address: string) => Promise<unknown> }
    }
    const scope = globalThis as unknown as Scope
    const opened: string[] = []
    const works: Promise<unknown>[] = []
    scope.clients.openWindow = async (address) => opened.push(address)
    const [notification] = await scope.registration.getNotifications()
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      action: pressed,
      waitUntil: (work: Promise<unknown>) => void works.push(work),
    })
    scope.dispatchEvent(event)
    await Promise.allSettled(works)
    // A window that it told acts on it meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return opened
  }, action)
}

export const buttons = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    const [notification] = (await registration?.getNotifications()) ?? []
    return (notification as unknown as { actions: { action: string; title: string }[] } | undefined)?.actions
  })
