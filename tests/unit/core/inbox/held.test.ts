import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { stateMeaning } from '#shared/text/resources.ts'
import { groupWords } from '#shared/text/inbox.ts'
import { changesText } from '#shared/text/notifications.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import { missingWords } from '#renderer/features/cases/row-words.ts'
import { listProcedureChoices } from '#electron/core/features/client-messages/message.rules.ts'
import { parseResourceEvent } from '#electron/core/features/changes/events.rules.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

/** A procedure stopped by third parties never says that it depends on the office, wherever it is shown. */
const NOW = Date.parse('2026-11-28T10:00:00Z')
const DAY = 86_400_000
let db: ReturnType<typeof openDatabase>
let store: ReturnType<typeof createStoreMethods>

beforeEach(() => {
  db = openDatabase(IN_MEMORY, new Uint8Array(32))
  store = createStoreMethods(db, { write: () => undefined } as never)
})
afterEach(() => db.close())

const incident = (id: string, type: string, more: object = {}) => ({ id, type, solved: false, ...more })
const HELD = incident('i1', 'waiting-gestores-validation', { level: 'hold' })

function answer(status: string, incidents: object[], at = NOW): void {
  const updatedAt = new Date(at).toISOString()
  const seen = toSeen('procedure', {
    id: 'p',
    type: 'VEHICLE_TRANSFER',
    vrm: '8068GHM',
    status,
    incidents,
    updatedAt,
  })
  store.resourceAnswered({ seen, now: at, officeHours: true, random: 0, cause: 'poll', insist: true })
}
function event(name: string, data: object, at: number): void {
  const timestamp = new Date(at).toISOString()
  const one = parseResourceEvent(
    { event: name, data: { id: 'p', path: '/v1/procedures/p', timestamp, ...data } },
    at,
  )
  if (one) store.eventReceived(one)
}
const rows = () => store.inbox('all', null, null, 20).rows
const asking = () => store.inboxCounts().actionable
const said = () => {
  const all = rows() as [InboxRow, ...InboxRow[]]
  const view = store.resourceView('procedure', 'p')
  if (!view) throw new Error('unknown')
  const sort = { by: 'recent', descending: true } as const
  const [row] = store.caseList({}, sort, 0, 5, NOW).rows
  return JSON.stringify([
    groupWords(all, false),
    changesText(all),
    stateMeaning('procedure', view.status, '', waitsForOthersOnly(view.status, incidentsIn(view.body))),
    listProcedureChoices(view, () => '').map(({ situation }) => situation),
    row && [stateMeaning('procedure', row.status, '', row.held), missingWords(row)],
  ])
}

test.each([
  ['the level that the service says', HELD],
  ['the level of its type', incident('i1', 'waiting-620-validation')],
])('held by %s: by an answer, and by events that do not say the level', (_, held) => {
  answer('PENDING', [], NOW - DAY)
  event('procedure.status_changed', { status: 'BLOCKED' }, NOW - 2_000)
  event('procedure.incident.added', { incidentId: 'i1' }, NOW - 2_000)
  answer('BLOCKED', [held])
  expect(asking()).toBe(0)
  expect(rows().some(({ actionable }) => actionable)).toBe(false)
  expect(said()).not.toMatch(/Necesita algo|(?<!no )depende de ti|"incident:|state:BLOCKED/i)
  expect(said()).toContain('no depende de ti')
})

test('held too long is not chased; one that the office can solve is', () => {
  answer('BLOCKED', [HELD], NOW - 60 * DAY)
  expect(store.raiseAlerts(defaultNotificationSettings.days, NOW)).toEqual([])
  answer('BLOCKED', [HELD, incident('i2', 'pending-document', { level: 'blocker' })], NOW)
  expect(store.raiseAlerts(defaultNotificationSettings.days, NOW)).toHaveLength(1)
  expect(asking()).toBeGreaterThan(0)
  // Solved, what is left depends on others.
  answer('BLOCKED', [HELD], NOW + 1_000)
  expect(asking()).toBe(0)
})

test('one that the office can solve asks for it, also beside one that is held', () => {
  answer('PENDING', [], NOW - DAY)
  answer('BLOCKED', [HELD, incident('i2', 'pending-document', { level: 'blocker' })])
  const mine = rows().filter(({ actionable }) => actionable)
  expect(mine.map(({ event: name, detail }) => [name, detail['incidentId']])).toEqual([
    ['procedure.incident.added', 'i2'],
    ['procedure.status_changed', undefined],
  ])
  expect(said()).toContain('Necesita algo de ti')
})
