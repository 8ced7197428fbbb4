import type { Replica } from '../replica/slices.ts'

/** Most browsers have no badge outside an installed window; nothing happens then. */
type Badge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows the unread count on the application's icon. The window's title never changes. */
export function startBadge(replica: Replica): void {
  const badge = navigator as Badge
  let shown: number | null = null
  const show = () => {
    const unread = replica.getState().slices?.inboxCounts.unread
    if (unread === undefined || unread === shown) return
    shown = unread
    const done = unread > 0 ? badge.setAppBadge?.(unread) : badge.clearAppBadge?.()
    // Refused in a window that is not installed: it has no icon.
    done?.catch(() => undefined)
  }
  show()
  replica.subscribe(show)
}
