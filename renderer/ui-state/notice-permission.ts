import { useSyncExternalStore } from 'react'
import type { NoticePermission } from '#shared/domain/notice-state.ts'

/** The desktop window's host presents notifications by itself; the page in it is refused them, and needs none. */
let host = false

/** By `main.tsx`, which knows what this window is. */
export function presentInHost(): void {
  host = true
}
export const hostPresents = (): boolean => host

/**
 * Whether the person at this window can be told: what the browser says now, or that it has no notifications. In the
 * desktop window nobody has to be asked: what the system does with them, trying one says.
 */
export function noticePermission(): NoticePermission {
  if (host) return 'granted'
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
}

/** Not every browser tells a page that a person changed it in its own settings: it is read again on coming back. */
export function watchPermission(changed: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  addEventListener('focus', changed, { signal })
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', changed, { signal }))
    .catch(() => undefined)
  return () => leaving.abort()
}

/** Whether this window may raise notifications, kept up to date. */
export const useNoticePermission = (): NoticePermission =>
  useSyncExternalStore(watchPermission, noticePermission)
