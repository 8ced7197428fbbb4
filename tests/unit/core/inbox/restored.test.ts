import { expect, test } from 'vitest'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

const START = new Date(2026, 10, 20, 9).getTime()
const HOUR = 3_600_000

/** Store in memory with two files tracked, written as the application writes it. */
function openInbox() {
  const db = openDatabase(IN_MEMORY, new Uint8Array())
  const methods = createStoreMethods(db, { write: () => undefined } as never)
  return {
    ...methods,
    track(id: string) {
      methods.resourceAnswered({
        seen: {
          kind: 'procedure',
          id,
          status: 'PENDING',
          statusDescription: null,
          subject: { vrm: '1234BCD' },
          updatedAt: null,
          provisionalSince: null,
          revision: 'a',
          body: { id, status: 'PENDING' },
        },
        now: START - HOUR,
        officeHours: true,
        random: 0.5,
        cause: 'poll',
        insist: false,
      })
    },
    arrive(id: string, seenAt: number): number {
      const sourceEvent = {
        event: 'procedure.document.added',
        detail: { documentId: `${id} ${seenAt}` },
        at: seenAt,
        seenAt,
        source: 'relay' as const,
        serverAt: null,
        key: `${id} ${seenAt}`,
      }
      const seq = methods.eventArrived({ kind: 'procedure', id, sourceEvent }, 'inbox')
      if (seq === null) throw new Error('not written')
      return seq
    },
    lines: () =>
      methods
        .inboxGroups('all', 'time', null, 100)
        .groups.map(({ rows }) =>
          rows.map(({ id, seenAt, state }) => `${id} ${(seenAt - START) / HOUR} ${state}`),
        ),
    close: () => db.close(),
  }
}

type Inbox = ReturnType<typeof openInbox>

/** Restores a copy of one in another. */
function restore(from: Inbox, to: Inbox) {
  to.restoreStage(from.backupResources(0, 100).records)
  to.restoreMerge(START)
}

/** An office of two files whose changes came by turns. */
function office() {
  const inbox = openInbox()
  for (const id of ['p', 'q']) inbox.track(id)
  const seqs = [0, 1, 2, 3].map((hour) => inbox.arrive(hour % 2 === 0 ? 'p' : 'q', START + hour * HOUR))
  inbox.markInbox([seqs[0]!], 'done')
  inbox.markInbox([seqs[1]!], 'read')
  inbox.snoozeInbox([seqs[2]!], START + 9 * HOUR)
  return inbox
}

test('on an empty PC a copy brings Novedades back as it was: its order, and what was done, read and put off', () => {
  const before = office()
  const pc = openInbox()
  restore(before, pc)
  expect(pc.lines()).toEqual(before.lines())
  expect(pc.lines()).toEqual([['q 3 unread'], ['p 2 snoozed'], ['q 1 read'], ['p 0 done']])
  expect(pc.inboxCounts()).toEqual(before.inboxCounts())
  // What was put off returns when it would have, and not by being restored.
  expect(pc.nextInboxWake()).toBe(START + 9 * HOUR)
  expect(pc.wakeInbox(START + 9 * HOUR)).toHaveLength(1)
  before.close()
  pc.close()
})

test('nothing restored is notified, and what waits here for its notification is notified once', () => {
  const before = office()
  const pc = openInbox()
  pc.track('p')
  const [here] = [pc.arrive('p', START), pc.arrive('p', START + 5 * HOUR)]
  restore(before, pc)
  restore(before, pc)
  const due = () => pc.notifications('due', 0, 100).map(({ seq }) => seq)
  expect(due()).toEqual([here, here + 1])
  // This PC's own state of a change is not that of the copy.
  expect(pc.inboxGroupsOf('all', 'time', [here])[0]?.rows[0]?.state).toBe('unread')
  const tag = 'demo:digest:1'
  pc.decideNotifications({ suppressed: [], raised: [{ tag, seqs: due() }], limit: 10 })
  restore(before, pc)
  expect(due()).toEqual([])
  expect(pc.raisingTags()).toEqual([tag])
  expect(pc.notificationsOfTag(tag, 10).total).toBe(2)
  before.close()
  pc.close()
})
