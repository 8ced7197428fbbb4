import { useSyncExternalStore } from 'react'
import type { NotificationPermissionState } from '#shared/domain/notifications.ts'

/** True in the desktop window, whose host presents notifications. The page may not, and need not. */
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

/** Last value read, while it is watched. A read waits milliseconds for another process of the browser. */
export const knownPermission = (): NotificationPermissionState =>
  stopListening ? known : notificationPermission()

/** Reads the permission again: for moments when the user may have changed it. */
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

/** Reads the permission again on focus, because not every browser announces changes of its settings. */
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
