import { useSyncExternalStore } from 'react'
import type { NotificationPermissionState } from '#shared/domain/notification-state.ts'

/** True in the desktop window: its host presents notifications, and the page is refused them and needs none. */
let host = false

/** Called by `main.tsx`, which knows the kind of window. */
export function presentInHost(): void {
  host = true
}
export const hostPresents = (): boolean => host

const watchers = new Set<() => void>()
let known: NotificationPermissionState = 'unsupported'
let stopListening: (() => void) | null = null

/**
 * Notification permission of this window: the browser's, or that it has none. The desktop window needs no permission:
 * whether the system shows them, only a test can tell.
 */
export function notificationPermission(): NotificationPermissionState {
  const browser = () => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)
  known = host ? 'granted' : browser()
  return known
}

/** Last value read, while it is watched. Reading it waits milliseconds for another process of the browser. */
export const knownPermission = (): NotificationPermissionState =>
  stopListening ? known : notificationPermission()

/** Call it when the user may have changed it. */
export function permissionChanged(): void {
  notificationPermission()
  for (const watcher of watchers) watcher()
}

/** @returns function that stops watching */
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

/** Not every browser tells a page about changes in its own settings: reads it again on focus. */
function listen(): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  notificationPermission()
  addEventListener('focus', permissionChanged, { signal })
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => {
      status.addEventListener('change', permissionChanged, { signal })
      // The permission may have changed while the browser was asked.
      if ((status.state === 'prompt' ? 'default' : status.state) !== known) permissionChanged()
    })
    .catch(() => undefined)
  return () => leaving.abort()
}

/** Notification permission of this window, kept up to date. */
export const useNotificationPermission = (): NotificationPermissionState =>
  useSyncExternalStore(watchPermission, knownPermission)
