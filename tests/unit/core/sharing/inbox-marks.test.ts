import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { parseResourceEvent } from '#electron/core/features/changes/events.rules.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc, type PcPair } from './pc-pair.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let pair: PcPair
let ana: Pc
let luis: Pc

beforeEach(() => {
  pair = openPcPair()
  ;[ana, luis] = pair.pcs
  ana.auditOperator('Ana Ruiz')
  luis.auditOperator('Luis Vega')
})
afterEach(() => pair.close())

const share = () => pair.share()
const exchange = (now?: number) => pair.exchange(now)

/** The service's answer about a procedure, as a PC polls it. */
function answer(pc: Pc, id: string, status: string, at: number, more: object = {}): void {
  const body = { id, type: 'VEHICLE_TRANSFER', vrm: '1234BCD', status, ...more }
  const seen = toSeen('procedure', { ...body, updatedAt: new Date(at).toISOString() })
  pc.resourceAnswered({ seen, now: at, officeHours: true, random: 0, cause: 'poll', insist: true })
}
/** An event of the service, as the relay passes it on. */
function pass(pc: Pc, id: string, event: string, more: object, at: number, seenAt = at): void {
  const timestamp = new Date(at).toISOString()
  const parsed = parseResourceEvent(
    { event, data: { id, path: `/v1/procedures/${id}`, timestamp, ...more } },
    seenAt,
  )
  if (parsed) pc.eventReceived(parsed)
}
const hear = (pc: Pc, id: string, status: string, at: number, seenAt?: number) =>
  pass(pc, id, 'procedure.status_changed', { status }, at, seenAt)
/** A procedure that both PCs know, and that has changed since. */
function changed(id = 'p1', status = 'BLOCKED', at = NOW - HOUR): void {
  for (const pc of [ana, luis]) {
    answer(pc, id, 'PENDING', at - HOUR)
    hear(pc, id, status, at)
    answer(pc, id, status, at)
  }
}
const rowsOf = (pc: Pc) => pc.inbox('all', null, null, 100).rows
const statesOf = (pc: Pc) => rowsOf(pc).map(({ state }) => state)
const seqsOf = (pc: Pc) => rowsOf(pc).map(({ seq }) => seq)

test('what one PC has done is done on the other with a name, and its undoing travels too', () => {
  changed()
  share()
  luis.markInbox(seqsOf(luis), 'read')
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  expect(rowsOf(luis)).toMatchObject([{ state: 'done', markedBy: 'Ana Ruiz' }])
  expect(rowsOf(ana)[0]).not.toHaveProperty('markedBy')

  ana.markInbox(seqsOf(ana), 'unread')
  exchange()
  // As it was here: reading is of each PC.
  expect(rowsOf(luis)).toMatchObject([{ state: 'read' }])
  expect(rowsOf(luis)[0]).not.toHaveProperty('markedBy')

  luis.markInbox(seqsOf(luis), 'done')
  exchange()
  luis.markInbox(seqsOf(luis), 'unread')
  exchange()
  expect(statesOf(ana)).toEqual(['unread'])
})

test('reading stays at the PC, and an action of a PC is news at the others', () => {
  changed()
  share()
  ana.markInbox(seqsOf(ana), 'read')
  exchange()
  expect(statesOf(luis)).toEqual(['unread'])
  expect(ana.hasSharedChange()).toBe(false)
})

test('what is put off returns at each PC by itself, and a PC that wakes late reopens nothing', () => {
  changed()
  share()
  ana.snoozeInbox(seqsOf(ana), NOW + HOUR)
  exchange()
  expect(rowsOf(luis)).toMatchObject([{ state: 'snoozed', until: NOW + HOUR, markedBy: 'Ana Ruiz' }])
  expect(luis.nextInboxWake()).toBe(NOW + HOUR)

  luis.wakeInbox(NOW + 2 * HOUR)
  expect(rowsOf(luis)).toMatchObject([{ state: 'unread' }])
  luis.markInbox(seqsOf(luis), 'done')
  pair.send(luis, ana, NOW + 2 * HOUR)
  ana.wakeInbox(NOW + 7 * DAY)
  exchange(NOW + 7 * DAY)
  for (const pc of [ana, luis]) expect(statesOf(pc)).toEqual(['done'])
})

test('a PC that wakes a week later tells nobody, whoever wakes first', () => {
  changed()
  share()
  ana.snoozeInbox(seqsOf(ana), NOW + HOUR)
  exchange()
  luis.wakeInbox(NOW + 2 * HOUR)
  luis.markInbox(seqsOf(luis), 'done')
  while (luis.collectShared(NOW + 2 * HOUR));
  ana.wakeInbox(NOW + 7 * DAY)
  exchange(NOW + 7 * DAY)
  exchange(NOW + 7 * DAY)
  for (const pc of [ana, luis]) expect(statesOf(pc)).toEqual(['done'])
})

test('a snooze that ends by the clock of its PC undoes nothing, whatever that of the relay says', () => {
  changed()
  share()
  ana.sharingSkew(-1_000)
  ana.snoozeInbox(seqsOf(ana), NOW + HOUR)
  exchange()
  luis.markInbox(seqsOf(luis), 'done')
  while (luis.collectShared(NOW));
  ana.wakeInbox(NOW + HOUR)
  exchange(NOW + HOUR)
  for (const pc of [ana, luis]) expect(statesOf(pc)).toEqual(['done'])
})

test('a row that was read is read again after a colleague has undone what was done with it here', () => {
  changed()
  share()
  ana.markInbox(seqsOf(ana), 'read')
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  luis.markInbox(seqsOf(luis), 'unread')
  exchange(NOW + HOUR)
  expect(statesOf(ana)).toEqual(['read'])
})

test('the clock of a relay that is years off corrects nothing', () => {
  changed()
  share()
  ana.sharingSkew(Date.UTC(2100) - NOW)
  ana.markInbox(seqsOf(ana), 'done')
  while (ana.collectShared(NOW));
  luis.markInbox(seqsOf(luis), 'done')
  exchange(NOW + HOUR)
  const [field] = luis.sharedHistory('mark', 'procedure p1')
  for (const { at } of field?.versions ?? []) expect(at).toBeLessThan(NOW + 2 * HOUR)
  expect(field?.versions).toHaveLength(2)
})

test('two PCs that were offline come to the same', () => {
  changed()
  changed('p2')
  share()
  const [second = 0, first = 0] = seqsOf(ana)
  ana.markInbox([first], 'done')
  luis.snoozeInbox([first], NOW + DAY)
  ana.snoozeInbox([second], NOW + DAY)
  luis.snoozeInbox([second], NOW + 2 * DAY)
  for (const pc of [ana, luis]) while (pc.collectShared(NOW + HOUR));
  exchange(NOW + 7 * HOUR)
  exchange(NOW + 7 * HOUR)
  const shown = (pc: Pc) => rowsOf(pc).map(({ state, until }) => [state, until])
  expect(shown(ana)).toEqual(shown(luis))
  // Nothing that was replaced is lost.
  const { length } = ana.sharedHistory('mark', 'procedure p1')[0]?.versions ?? []
  expect(length).toBe(2)
})

test('a change that comes after its mark is done at once, without a notification', () => {
  answer(luis, 'p1', 'PENDING', NOW - 2 * HOUR)
  answer(ana, 'p1', 'PENDING', NOW - 2 * HOUR)
  share()
  hear(ana, 'p1', 'BLOCKED', NOW - HOUR)
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  expect(rowsOf(luis)).toEqual([])
  hear(luis, 'p1', 'BLOCKED', NOW - HOUR, NOW)
  expect(rowsOf(luis)).toMatchObject([{ state: 'done', markedBy: 'Ana Ruiz' }])
  expect(luis.notifications('due', 0, 10)).toEqual([])
})

test('an event that names a change which was polled before finds its mark', () => {
  for (const pc of [ana, luis]) answer(pc, 'p1', 'PENDING', NOW - 3 * HOUR)
  share()
  hear(ana, 'p1', 'BLOCKED', NOW - 2 * HOUR)
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  // Something else has changed since, so the answer has a later time.
  answer(luis, 'p1', 'BLOCKED', NOW - HOUR)
  expect(statesOf(luis)).toContain('unread')
  hear(luis, 'p1', 'BLOCKED', NOW - 2 * HOUR, NOW)
  expect(statesOf(luis)).toEqual(['done'])
})

test('a mark under the time of a poll is renamed when the event tells the time', () => {
  for (const pc of [ana, luis]) answer(pc, 'p1', 'PENDING', NOW - 3 * HOUR)
  share()
  for (const pc of [ana, luis]) pass(pc, 'p1', 'procedure.archived', {}, NOW - 3 * HOUR)
  hear(luis, 'p1', 'BLOCKED', NOW - 2 * HOUR)
  answer(ana, 'p1', 'BLOCKED', NOW - HOUR)
  ana.markInbox(seqsOf(ana).slice(0, 1), 'done')
  exchange()
  expect(statesOf(luis)[0]).toBe('unread')
  hear(ana, 'p1', 'BLOCKED', NOW - 2 * HOUR, NOW)
  exchange()
  expect(statesOf(luis)[0]).toBe('done')
})

test('a state that comes back later is news, although it was done before', () => {
  changed()
  share()
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  for (const pc of [ana, luis]) {
    hear(pc, 'p1', 'PENDING', NOW - HOUR / 2)
    hear(pc, 'p1', 'BLOCKED', NOW - HOUR / 4)
  }
  for (const pc of [ana, luis]) expect(statesOf(pc)).toEqual(['unread', 'unread', 'done'])
})

test('an incident that is added again is news, and two events of one document are one change', () => {
  for (const pc of [ana, luis]) answer(pc, 'p1', 'PENDING', NOW - HOUR)
  share()
  const both = (event: string, more: object, at: number) =>
    [ana, luis].forEach((pc) => pass(pc, 'p1', event, more, at))
  both('procedure.incident.added', { incidentId: 'i1' }, NOW)
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  both('procedure.incident.added', { incidentId: 'i1' }, NOW + HOUR)
  expect(statesOf(luis)).toEqual(['unread', 'done'])

  both('procedure.document.added', { documentId: 'd1' }, NOW + HOUR)
  both('procedure.document.added', { documentId: 'd1' }, NOW + 2 * HOUR)
  ana.markInbox(seqsOf(ana).slice(0, 1), 'done')
  exchange(NOW + 3 * HOUR)
  expect(statesOf(luis)).toEqual(['done', 'done', 'unread', 'done'])
  // The other row of the document is still open here, which undoes nothing.
  ana.markInbox(seqsOf(ana).slice(2, 3), 'done')
  exchange(NOW + 4 * HOUR)
  expect(statesOf(luis)).toEqual(['done', 'done', 'done', 'done'])
})

test('a notification that waits is withdrawn when a colleague has done its change, and none is raised again', () => {
  changed()
  share()
  const due = () => luis.notifications('due', 0, 10).length + luis.raisingTags().length
  luis.decideNotifications({ suppressed: [], raised: [{ tag: 't', seqs: seqsOf(luis) }], limit: 10 })
  expect(due()).toBe(1)
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  expect(due()).toBe(0)
  ana.markInbox(seqsOf(ana), 'unread')
  exchange()
  expect(statesOf(luis)).toEqual(['unread'])
  expect(due()).toBe(0)
})

test('an alert that each PC raises by itself is done for both', () => {
  for (const pc of [ana, luis]) {
    answer(pc, 'p1', 'BLOCKED', NOW - 20 * DAY)
    pc.annotate('p1', { contractDate: '12/11/2026' })
  }
  share()
  const { days } = defaultNotificationSettings
  ana.raiseAlerts(days, NOW)
  luis.raiseAlerts(days, NOW + HOUR)
  const events = rowsOf(ana).map(({ event }) => event)
  expect(events).toContain('alert.legal')
  expect(events).toContain('alert.inactive')
  ana.markInbox(seqsOf(ana), 'done')
  exchange(NOW + HOUR)
  expect(new Set(statesOf(luis))).toEqual(new Set(['done']))
  // The next reminder is another one.
  luis.raiseAlerts(days, NOW + 11 * DAY)
  expect(statesOf(luis)).toContain('unread')
})

test('a mention is of one person: what others do with theirs does not remove it', () => {
  for (const pc of [ana, luis]) answer(pc, 'p1', 'PENDING', NOW)
  share()
  const note = { id: 'n1', text: '@Ana Ruiz @Luis Vega mirad esto', author: 'Eva', at: NOW, editedAt: null }
  for (const pc of [ana, luis]) pc.noteArrived('p1', note, NOW)
  expect(rowsOf(luis)).toMatchObject([{ event: 'note.mention' }])
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  expect(statesOf(luis)).toEqual(['unread'])
})

test('turning sharing on shares what was done in the last days, and everything that is put off', () => {
  changed('old', 'BLOCKED', NOW - 60 * DAY)
  changed('off', 'BLOCKED', NOW - 60 * DAY)
  changed('new', 'BLOCKED', NOW - 2 * DAY)
  const seqOf = (pc: Pc, id: string) =>
    rowsOf(pc)
      .filter((row) => row.id === id)
      .map(({ seq }) => seq)
  ana.markInbox([...seqOf(ana, 'old'), ...seqOf(ana, 'new')], 'done')
  ana.snoozeInbox(seqOf(ana, 'off'), NOW + DAY)
  share()
  exchange()
  const shown = Object.fromEntries(rowsOf(luis).map(({ id, state }) => [id, state]))
  expect(shown).toEqual({ old: 'unread', off: 'snoozed', new: 'done' })

  // Turned off and on, what changed meanwhile counts.
  ana.stopSharing()
  ana.markInbox(seqOf(ana, 'new'), 'unread')
  ana.startSharing('pc-0', Buffer.alloc(32).toString('base64url'))
  exchange(NOW + HOUR)
  for (const pc of [ana, luis]) expect(seqOf(pc, 'new').length).toBe(1)
  expect(rowsOf(luis).find(({ id }) => id === 'new')?.state).toBe('unread')
})

test('while sharing is off the marks of colleagues do nothing, and they act again when it is on', () => {
  changed('done')
  changed('off')
  changed('own')
  changed('mine')
  for (const pc of [ana, luis]) answer(pc, 'late', 'PENDING', NOW - 2 * HOUR)
  share()
  hear(ana, 'late', 'BLOCKED', NOW - HOUR)
  const seqOf = (pc: Pc, id: string) =>
    rowsOf(pc)
      .filter((row) => row.id === id)
      .map(({ seq }) => seq)
  const shown = (pc: Pc) => Object.fromEntries(rowsOf(pc).map(({ id, state }) => [id, state]))
  ana.markInbox([...seqOf(ana, 'done'), ...seqOf(ana, 'late')], 'done')
  ana.snoozeInbox([...seqOf(ana, 'off'), ...seqOf(ana, 'mine')], Date.now() + 30 * DAY)
  luis.markInbox(seqOf(luis, 'done'), 'read')
  luis.markInbox(seqOf(luis, 'own'), 'done')
  exchange()
  expect(shown(luis)).toEqual({ done: 'done', off: 'snoozed', own: 'done', mine: 'snoozed' })

  luis.stopSharing()
  hear(luis, 'late', 'BLOCKED', NOW - HOUR, NOW)
  expect(shown(luis)).toEqual({ done: 'read', off: 'unread', own: 'done', mine: 'unread', late: 'unread' })
  expect(rowsOf(luis).filter((row) => 'markedBy' in row || 'until' in row)).toEqual([])
  expect(luis.notifications('due', 0, 10).map(({ id }) => id)).toContain('late')

  luis.markInbox(seqOf(luis, 'mine'), 'done')
  // What is done here meanwhile, and undone, takes nothing back from the colleague.
  luis.markInbox(seqOf(luis, 'done'), 'done')
  luis.markInbox(seqOf(luis, 'done'), 'unread')
  luis.markInbox(seqOf(luis, 'late'), 'read')
  luis.startSharing('pc-1', Buffer.alloc(32).toString('base64url'))
  const marked = { done: 'done', off: 'snoozed', own: 'done', mine: 'done', late: 'done' }
  expect(shown(luis)).toEqual(marked)
  exchange(NOW + HOUR)
  exchange(NOW + HOUR)
  for (const pc of [ana, luis]) expect(shown(pc)).toEqual(marked)
})

test('an office that goes to another relay reopens nothing that colleagues had done', () => {
  changed()
  share()
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  for (const [index, pc] of pair.pcs.entries()) {
    pc.stopSharing()
    pc.startSharing(`other-${index}`, Buffer.alloc(32, 1).toString('base64url'))
  }
  exchange(NOW + HOUR)
  exchange(NOW + HOUR)
  for (const pc of [ana, luis]) expect(statesOf(pc)).toEqual(['done'])
})

test('a mark that a later version writes is kept, and stops no other', () => {
  changed()
  share()
  ana.markInbox(seqsOf(ana), 'done')
  while (ana.collectShared(NOW));
  const [record] = ana.outgoingShared('key-1', 100)
  const content = JSON.parse(record!.content) as { fields: Record<string, { at: string; value: string }[]> }
  const [name = ''] = Object.keys(content.fields)
  const at = content.fields[name]![0]!.at
  content.fields['later'] = [{ at, value: '{"state":"delegated"}' }]
  content.fields[name] = [{ at, value: '{"state":"done","until":null,"person":"Ana Ruiz","with":"Eva"}' }]
  luis.sharedArrived([{ ...record!, content: JSON.stringify(content), seq: 1, keyId: 'key-1' }], null, NOW)
  expect(statesOf(luis)).toEqual(['done'])
  hear(luis, 'p1', 'PENDING', NOW)
  luis.markInbox([seqsOf(luis)[0]!], 'done')
  while (luis.collectShared(NOW));
  const again = luis
    .outgoingShared('key-1', 100)
    .map((one) => one.content)
    .join()
  expect(again).toContain('delegated')
  expect(again).toContain('Eva')
})

test('the marks of a procedure are erased with it, at the other PCs too', () => {
  changed('p1', 'DONE', NOW - 2 * DAY)
  share()
  ana.markInbox(seqsOf(ana), 'done')
  exchange()
  const marks = (pc: Pc) => pc.db.prepare('SELECT count(*) FROM inbox_mark').pluck().get()
  expect(marks(luis)).toBe(1)
  const limits = { retentionDays: 1, blockedDays: 1 }
  ana.retain({ ...limits, now: NOW + 5 * DAY, lastRun: null }, 0, 100)
  ana.retain({ ...limits, now: NOW + 10 * DAY, lastRun: NOW + 9 * DAY }, 0, 100)
  exchange(NOW + 10 * DAY)
  for (const pc of [ana, luis]) expect(marks(pc)).toBe(0)
})
