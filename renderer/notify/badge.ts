import type { Replica } from '../replica/slices.ts'

/** Where the browser has none (most of them, outside an installed window) there is nothing to do. */
type Badge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** How many are unread, on the application's icon. The title of the window never changes. */
export function startBadge(replica: Replica): void {
  const badge = navigator as Badge
  let shown: number | null = null
  const show = () => {
    const unread = replica.getState().slices?.inboxCounts.unread
    if (unread === undefined || unread === shown) return
    shown = unread
    const done = unread > 0 ? badge.setAppBadge?.(unread) : badge.clearAppBadge?.()
    // Refused in a window that is not installed: there is no icon to put it on.
    done?.catch(() => undefined)
  }
  show()
  replica.subscribe(show)
}
