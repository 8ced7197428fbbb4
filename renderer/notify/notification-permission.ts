import { useSyncExternalStore } from 'react'
import type { NotificationPermissionState } from '#shared/domain/notifications.ts'

/** True in the desktop window. Its host presents notifications, and its page may not. */
let isPresentedByHost = false

/** Called by `main.tsx`, which knows the kind of window. */
export function presentInHost(): void {
  isPresentedByHost = true
}
export const hostPresents = (): boolean => isPresentedByHost

const watchers = new Set<() => void>()
let known: NotificationPermissionState = 'unsupported'
let stopListening: (() => void) | null = null

/**
 * Notification permission of this window. The desktop window needs none: only a test notification can tell whether the
 * system shows notifications.
 */
export function notificationPermission(): NotificationPermissionState {
  const browser = () => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)
  known = isPresentedByHost ? 'granted' : browser()
  return known
}

/**
 * Last value read, while something watches the permission. A read costs milliseconds: the browser asks another
 * process.
 */
export const knownPermission = (): NotificationPermissionState =>
  stopListening ? known : notificationPermission()

/** Reads the permission again. Call it when the user may have changed the permission. */
export function permissionChanged(): void {
  notificationPermission()
  for (const watcher of watchers) watcher()
}

/** @returns a function that stops watching */
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

/** Starts reading the permission again on each focus, because not every browser announces a change. */
function listen(): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  notificationPermission()
  addEventListener('focus', permissionChanged, { signal })
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => {
      status.addEventListener('change', permissionChanged, { signal })
      // The permission may have changed during the query.
      if ((status.state === 'prompt' ? 'default' : status.state) !== known) permissionChanged()
    })
    .catch(() => undefined)
  return () => leaving.abort()
}

/** Notification permission of this window, kept up to date. */
export const useNotificationPermission = (): NotificationPermissionState =>
  useSyncExternalStore(watchPermission, knownPermission)
