import type { InboxCounts, InboxFilter, InboxGroup, InboxOrder, InboxRow } from '#shared/bridge/inbox.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { GroupPage } from './inbox.store.ts'

type Done = Promise<Result<Record<string, never>>>

/** Novedades: the persistent inbox of every change. */
export interface Inbox {
  list(
    filter: InboxFilter,
    of: { kind: string; id: string } | null,
    before: number | null,
    limit: number,
  ): Promise<Result<{ rows: InboxRow[]; next: number | null }>>
  groups(
    filter: InboxFilter,
    order: InboxOrder,
    before: number | null,
    limit: number,
  ): Promise<Result<GroupPage>>
  groupsOf(
    filter: InboxFilter,
    order: InboxOrder,
    seqs: readonly number[],
  ): Promise<Result<{ groups: InboxGroup[] }>>
  /** Marks changes as read after their own page has shown them. */
  seen(seqs: readonly number[]): Done
  mark(seqs: number[], state: 'read' | 'unread' | 'done'): Done
  snooze(seqs: readonly number[], until: number): Done
  finish(
    filter: InboxFilter,
    upTo: number,
    dry?: boolean,
  ): Promise<Result<{ unread: number[]; read: number[]; lines: number; asking: number }>>
  /** Rows were added or changed: refreshes counts and lists. */
  publishChanges(seqs?: readonly number[]): void
  /** Wakes the rows whose snooze has ended. Resolves with the time at which the next snooze ends. */
  wake(now: number): Promise<number | null>
}

export interface InboxDeps {
  call: StoreCall
  clock: Clock
  log: Log
  onCounts: (counts: InboxCounts) => void
  onChanged: (seqs: readonly number[]) => void
  /** Called when a row was snoozed, so that the shared timer includes its return. */
  onSnoozed: () => void
}

export function createInbox({ call, clock, log, onCounts, onChanged, onSnoozed }: InboxDeps): Inbox {
  let counting = false
  let again = false

  /** Counts once at a time, so that a thousand changes do not cause a thousand counts. */
  function publishCounts(): void {
    if (counting) {
      again = true
      return
    }
    counting = true
    void call('inboxCounts')
      .then(onCounts)
      .catch((error: unknown) => log.error('inbox: cannot count it', error))
      .finally(() => {
        counting = false
        if (!again) return
        again = false
        publishCounts()
      })
  }

  function publishChanges(seqs: readonly number[] = []): void {
    onChanged(seqs)
    publishCounts()
  }

  return {
    publishChanges,
    list: async (filter, of, before, limit) => ok(await call('inbox', filter, of, before, limit)),
    groups: async (filter, order, before, limit) =>
      ok(await call('inboxGroups', filter, order, before, limit)),
    groupsOf: async (filter, order, seqs) => ok({ groups: await call('inboxGroupsOf', filter, order, seqs) }),
    async seen(seqs) {
      const seen = await call('seeInbox', seqs)
      if (seen.length > 0) publishChanges(seen)
      return ok({})
    },
    async mark(seqs, state) {
      await call('markInbox', seqs, state)
      publishChanges(seqs)
      return ok({})
    },
    async snooze(seqs, until) {
      if (!Number.isFinite(until) || until <= clock.now())
        return fail(appError('invalid-request', { detail: 'until' }))
      if (!(await call('snoozeInbox', seqs, Math.round(until)))) return fail(appError('not-found'))
      publishChanges(seqs)
      onSnoozed()
      return ok({})
    },
    async finish(filter, upTo, dry) {
      const finished = await call('finishInbox', filter, upTo, dry)
      if (!dry) publishChanges()
      return ok(finished)
    },
    async wake(now) {
      const back = await call('wakeInbox', now)
      if (back.length > 0) publishChanges(back)
      return call('nextInboxWake')
    },
  }
}

export function createInboxCommands({ ask }: AccountQuestions): CommandsOf<'inbox'> {
  return {
    'inbox.list': ({ filter, kind, id, before, limit }) =>
      ask(({ tracking }) =>
        tracking.inbox.list(
          filter,
          kind !== undefined && id !== undefined ? { kind, id } : null,
          before ?? null,
          limit,
        ),
      ),
    'inbox.groups': ({ filter, order, before, limit }) =>
      ask(({ tracking }) => tracking.inbox.groups(filter, order, before ?? null, limit)),
    'inbox.groups-of': ({ filter, order, seqs }) =>
      ask(({ tracking }) => tracking.inbox.groupsOf(filter, order, seqs)),
    'inbox.seen': ({ seqs }) => ask(({ tracking }) => tracking.inbox.seen(seqs)),
    'inbox.mark': ({ seqs, state }) => ask(({ tracking }) => tracking.inbox.mark(seqs, state)),
    'inbox.snooze': ({ seqs, until }) => ask(({ tracking }) => tracking.inbox.snooze(seqs, until)),
    'inbox.done-all': ({ filter, upTo, dry }) =>
      ask(({ tracking }) => tracking.inbox.finish(filter, upTo, dry)),
  }
}
