import { expect, test } from 'vitest'
import type { Notification } from '#shared/bridge/inbox.ts'
import type { NotificationRow } from '#electron/core/features/inbox/inbox.store.ts'
import {
  listActions,
  hideContent,
  isSilent,
} from '#electron/core/features/notifications/notifications.rules.ts'

const row = (over: Partial<NotificationRow> = {}): NotificationRow => ({
  seq: 1,
  kind: 'procedure',
  id: 'p',
  event: 'procedure.status_changed',
  status: 'BLOCKED',
  detail: {},
  at: 0,
  seenAt: 0,
  source: 'poll',
  subject: { vrm: '1234BCD' },
  state: 'unread',
  actionable: false,
  muted: false,
  superseded: false,
  tag: null,
  ...over,
})
const mine = row({ actionable: true })

test.each([
  ['the sound is off', [mine], false, false, true],
  ['nothing depends on this desk', [row(), row({ seq: 2 })], true, false, true],
  ['one of them does', [row(), mine], true, false, false],
  ['a burst grows', [row(), mine], true, true, true],
] as const)('silent or not: %s', (_what, rows, sound, raisedBefore, silent) => {
  expect(isSilent(rows, { sound }, raisedBefore)).toBe(silent)
})

test('one file is opened or done; several are only opened, also those that are not all read', () => {
  const names = (rows: NotificationRow[], total = rows.length) =>
    listActions(rows, total).map(({ action }) => action)
  expect(names([row(), row({ seq: 2 })])).toEqual(['open', 'done'])
  expect(names([row(), row({ seq: 2, id: 'q' })])).toEqual(['open'])
  expect(names([row(), row({ seq: 2, kind: 'signature' })])).toEqual(['open'])
  expect(names([row()], 300)).toEqual(['open'])
})

test('while locked it leads to Novedades and offers nothing that is done', () => {
  const notification: Notification = {
    tag: 'demo:1',
    title: 'Hay novedades en un expediente',
    body: '',
    route: { view: 'lookup', vrm: '1234BCD' },
    silent: true,
    actions: listActions([row()], 1),
  }
  expect(hideContent(notification)).toEqual({
    ...notification,
    route: { view: 'inbox' },
    actions: [{ action: 'open', label: 'Abrir' }],
  })
})
