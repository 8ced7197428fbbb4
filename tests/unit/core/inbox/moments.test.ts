import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InboxFilter, InboxGroup, InboxOrder, InboxRow } from '#shared/bridge/inbox.ts'
import { joinsMoment, MAX_MOMENT_ROWS, MOMENT_MS } from '#electron/core/features/inbox/moment.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'

const FILTERS: readonly InboxFilter[] = ['unread', 'actionable', 'all']
const ORDERS: readonly InboxOrder[] = ['asking', 'time']
const START = new Date(2026, 10, 20, 9).getTime()
const news = (seenAt: number) => ({ seenAt, state: 'unread', own: false }) as const
const moment = { moment: 1, size: 1, firstSeenAt: START, state: 'unread', own: false } as const

test('a moment is ten minutes from its first change, and ends where a person or this PC acts', () => {
  expect(joinsMoment(null, news(START))).toBe(false)
  expect(joinsMoment(moment, news(START))).toBe(true)
  expect(joinsMoment(moment, news(START + MOMENT_MS - 1))).toBe(true)
  expect(joinsMoment(moment, news(START + MOMENT_MS))).toBe(false)
  // The PC's clock was set back.
  expect(joinsMoment(moment, news(START - 1))).toBe(false)
  for (const state of ['read', 'done', 'snoozed', null] as const)
    expect(joinsMoment({ ...moment, state }, news(START))).toBe(false)
  expect(joinsMoment(moment, { seenAt: START, state: 'done', own: true })).toBe(false)
  expect(
    joinsMoment({ ...moment, state: 'done', own: true }, { seenAt: START, state: 'done', own: true }),
  ).toBe(true)
  expect(joinsMoment({ ...moment, size: MAX_MOMENT_ROWS }, news(START))).toBe(false)
  expect(joinsMoment({ ...moment, size: 0 }, news(START))).toBe(false)
})

/** Store in memory, written as the application writes it. */
function openInbox() {
  const db = openDatabase(IN_MEMORY, new Uint8Array())
  const methods = createStoreMethods(db, { write: () => undefined } as never)
  let changes = 0
  return {
    ...methods,
    close: () => db.close(),
    /** A change of a file; asks for something as an incident does. */
    arrive(id: string, event: string, at: number, own = false): number {
      changes += 1
      const isReport = event === 'report.completed'
      const detail = {
        documentId: `d${changes}`,
        incidentId: `i${changes}`,
        incidentType: 'pending-document',
      }
      const sourceEvent = {
        event,
        detail,
        at,
        seenAt: at,
        source: 'poll' as const,
        serverAt: null,
        key: `k${changes}`,
      }
      const kind = isReport ? ('report' as const) : ('procedure' as const)
      const seq = isReport
        ? methods.reportHappened({ kind, id: `${id}-${changes}`, sourceEvent }, { vrm: '1234BCD' })
        : methods.eventArrived({ kind, id, sourceEvent }, own ? 'own' : 'inbox')
      if (seq === null) throw new Error('not written')
      return seq
    },
    rows: (filter: InboxFilter): InboxRow[] => methods.inbox(filter, null, null, 100_000).rows,
    /** The whole list, by pages of a length. */
    list(filter: InboxFilter, order: InboxOrder, limit = 1_000): InboxGroup[] {
      const groups: InboxGroup[] = []
      let before: number | null = null
      do {
        const page = methods.inboxGroups(filter, order, before, limit)
        groups.push(...page.groups)
        before = page.next
      } while (before !== null)
      return groups
    },
  }
}
type Inbox = ReturnType<typeof openInbox>

const DOCUMENT = 'procedure.document.added'
const INCIDENT = 'procedure.incident.added'
const seqsOf = ({ rows }: InboxGroup) => rows.map(({ seq }) => seq)

test('one finished registration is one line, with each of its changes as it was', () => {
  const inbox = openInbox()
  const seqs = Array.from({ length: 8 }, (_, index) => inbox.arrive('p', DOCUMENT, START + index * 1_000))
  inbox.arrive('q', DOCUMENT, START + 9_000)
  seqs.push(inbox.arrive('p', 'procedure.plate_assigned', START + 10_000))
  const [q, p] = inbox.list('unread', 'time')
  expect(seqsOf(p!)).toEqual(seqs.toReversed())
  expect(q?.rows).toHaveLength(1)
  expect(inbox.inboxCounts()).toEqual({ unread: 2, actionable: 0 })
  inbox.close()
})

test('a change that arrives after a line was acted on is a line of its own, unread', () => {
  const inbox = openInbox()
  for (const act of ['read', 'done', 'snoozed'] as const) {
    const first = inbox.arrive(act, DOCUMENT, START)
    if (act === 'snoozed') inbox.snoozeInbox([first], START + 3_600_000)
    else inbox.markInbox([first], act)
    const later = inbox.arrive(act, DOCUMENT, START + 1_000)
    const found = inbox.inboxGroupsOf('all', 'time', [first, later])
    expect(found.map((group) => group.rows.map(({ state }) => state))).toEqual([[act], ['unread']])
  }
  inbox.close()
})

test('what arrives between the drawing of the list and its end is not done unseen', () => {
  const inbox = openInbox()
  inbox.arrive('p', DOCUMENT, START)
  inbox.arrive('q', DOCUMENT, START)
  const { newest } = inbox.inboxGroups('unread', 'asking', null, 100)
  const unseen = inbox.arrive('p', DOCUMENT, START + 1_000)
  expect(inbox.finishInbox('unread', newest)).toMatchObject({ unread: [1, 2], read: [], lines: 2 })
  expect(inbox.list('unread', 'asking').map(seqsOf)).toEqual([[unseen]])
  inbox.close()
})

test('a line asks for something while any change of it that is shown does: it is among the first until then', () => {
  const inbox = openInbox()
  const asking = inbox.arrive('p', INCIDENT, START)
  inbox.arrive('p', DOCUMENT, START + 1)
  inbox.arrive('q', DOCUMENT, START + 2)
  const order = () => inbox.list('all', 'asking').map(({ rows }) => rows[0]!.id)
  expect(order()).toEqual(['p', 'q'])
  expect(inbox.list('all', 'time').map(({ rows }) => rows[0]!.id)).toEqual(['q', 'p'])
  inbox.markInbox([asking], 'done')
  expect(order()).toEqual(['q', 'p'])
  inbox.close()
})

/** One step of an office's day. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('arrive' as const),
      id: fc.constantFrom('p', 'q', 'r'),
      event: fc.constantFrom(DOCUMENT, INCIDENT, 'report.completed'),
      after: fc.integer({ min: -60_000, max: 400_000 }),
      own: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('read', 'unread', 'done', 'snoozed', 'seen'),
      filter: fc.constantFrom(...FILTERS),
      at: fc.nat(),
    }),
  },
)

function check(inbox: Inbox): void {
  for (const filter of FILTERS) {
    const rows = inbox.rows(filter)
    const bySeq = new Map(rows.map((row) => [row.seq, row]))
    for (const order of ORDERS) {
      const groups = inbox.list(filter, order)
      const grouped = groups.flatMap(seqsOf)
      // Nothing lost, nothing twice, each as in the list of single changes.
      expect(grouped.toSorted((a, b) => b - a)).toEqual(rows.map(({ seq }) => seq))
      for (const group of groups) for (const row of group.rows) expect(row).toEqual(bySeq.get(row.seq))
      const places = groups.map(({ place }) => place)
      expect(places).toEqual(places.toSorted((a, b) => b - a))
      expect(new Set(groups.map((group) => group.moment)).size).toBe(groups.length)
      for (const { moment: of, rows: members } of groups) {
        expect(members.length).toBeLessThanOrEqual(MAX_MOMENT_ROWS)
        expect(members.every(({ seq }) => seq >= of)).toBe(true)
        const files = new Set(members.map(({ kind, id }) => (kind === 'report' ? kind : `${kind} ${id}`)))
        expect(files.size).toBe(1)
      }
      // By ranges of any length it is the same list.
      for (const limit of [1, 2, 7]) expect(inbox.list(filter, order, limit)).toEqual(groups)
      expect(inbox.inboxGroupsOf(filter, order, grouped).toSorted((a, b) => b.place - a.place)).toEqual(
        groups,
      )
    }
  }
  expect(inbox.inboxCounts()).toEqual({
    unread: inbox.list('unread', 'asking').length,
    actionable: inbox.list('actionable', 'asking').length,
  })
}

test('whatever happens: every change is in one line, in order, by ranges of any length, and the counts are true', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const inbox = openInbox()
      let now = START
      for (const one of steps) {
        if (one.do === 'arrive') {
          now += one.after
          const before = new Map(inbox.list('all', 'time').map((group) => [group.moment, group]))
          const seq = inbox.arrive(one.id, one.event, now, one.own)
          const [joined] = inbox.inboxGroupsOf('all', 'time', [seq])
          const was = before.get(joined!.moment)
          // It never enters a line that a person has acted on.
          if (was && !was.rows.every(({ source }) => source === 'own'))
            expect(was.rows.every(({ state }) => state === 'unread')).toBe(true)
          continue
        }
        const groups = inbox.list(one.filter, 'asking')
        const drawn = groups[one.at % Math.max(groups.length, 1)]
        if (!drawn) continue
        const others = inbox.rows('all').filter(({ seq }) => !seqsOf(drawn).includes(seq))
        if (one.do === 'snoozed') inbox.snoozeInbox(seqsOf(drawn), now + 1)
        else if (one.do === 'seen') inbox.seeInbox(seqsOf(drawn))
        else inbox.markInbox(seqsOf(drawn), one.do)
        // Acting on a line touches the changes that were drawn in it, and no other.
        expect(inbox.rows('all').filter(({ seq }) => !seqsOf(drawn).includes(seq))).toEqual(others)
      }
      check(inbox)
      inbox.close()
    }),
    { numRuns: 40 },
  )
})
