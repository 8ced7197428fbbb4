import type { Notification, NotificationAction, NotificationSettings } from '#shared/bridge/inbox.ts'
import { NOTIFICATION_ACTIONS } from '#shared/bridge/inbox.ts'
import { notificationWords } from '#shared/text/notifications.ts'
import type { NotificationRow } from '../inbox/inbox.store.ts'
import { onlyFile } from './grouping.rules.ts'

/**
 * True for a notification without sound: with the sound off, when nothing in it depends on this desk, and when it was
 * raised before, so that a burst that grows sounds once.
 */
export const isSilent = (
  rows: readonly NotificationRow[],
  { sound }: Pick<NotificationSettings, 'sound'>,
  raisedBefore: boolean,
): boolean => !sound || raisedBefore || !rows.some(({ actionable }) => actionable)

const labelled = (actions: readonly NotificationAction[]): Notification['actions'] =>
  actions.map((action) => ({ action, label: notificationWords.actions[action] }))

/** Nobody is done with several files without having seen them, so a burst can only be opened. */
export const actionsOf = (rows: readonly NotificationRow[], total: number): Notification['actions'] =>
  labelled(onlyFile(rows, total) ? NOTIFICATION_ACTIONS : ['open'])

/** While the windows are locked nothing is done, and no route, which may hold a plate, leaves the core. */
export const asLocked = (notification: Notification): Notification => ({
  ...notification,
  route: { view: 'inbox' },
  actions: notification.actions.filter(({ action }) => action === 'open'),
})
