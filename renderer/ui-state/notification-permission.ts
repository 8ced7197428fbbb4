import { useSyncExternalStore } from 'react'
import type { NotificationPermissionState } from '#shared/domain/notification-state.ts'

/** The desktop window's host presents notifications by itself; the page in it is refused them, and needs none. */
let host = false

/** By `main.tsx`, which knows what this window is. */
export function presentInHost(): void {
  host = true
}
export const hostPresents = (): boolean => host

const watchers = new Set<() => void>()
let known: NotificationPermissionState = 'unsupported'
let stopListening: (() => void) | null = null

/**
 * Whether the person at this window can be told: what the browser says now, or that it has no notifications. In the
 * desktop window nobody has to be asked: what the system does with them, trying one says.
 */
export function notificationPermission(): NotificationPermissionState {
  const browser = () => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)
  known = host ? 'granted' : browser()
  return known
}

/**
 * As it was read last, while somebody watches it. To read it is to wait for another process of the browser, for
 * milliseconds at every page.
 */
export const knownPermission = (): NotificationPermissionState =>
  stopListening ? known : notificationPermission()

/** The person may have changed it. */
export function permissionChanged(): void {
  notificationPermission()
  for (const watcher of watchers) watcher()
}

/** @returns stops watching */
export function watchPermission(changed: () => void): () => void {
  watchers.add(changed)
  stopListening ??= listen()
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    stopListening?.()
    stopListening = null
  }
}

/** Not every browser tells a page that a person changed it in its own settings: it is read again on coming back. */
function listen(): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  notificationPermission()
  addEventListener('focus', permissionChanged, { signal })
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', permissionChanged, { signal }))
    .catch(() => undefined)
  return () => leaving.abort()
}

/** Whether this window may raise notifications, kept up to date. */
export const useNotificationPermission = (): NotificationPermissionState =>
  useSyncExternalStore(watchPermission, knownPermission)
