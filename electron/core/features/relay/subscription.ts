import type { RelayOffice } from '#shared/api/relay.ts'
import type { ReceivedSubscription } from '#shared/api/webhooks.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { fail, ok, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'

export type SubscriptionState = RelaySlice['subscription']
export type Inbox = NonNullable<RelayOffice['inbox']>

/** The operator's subscription to the office's inbox, where the operator takes them by its API. */
export interface InboxSubscription {
  readonly state: SubscriptionState
  /** Creates it unless it is there. */
  ensure(inbox: Inbox, signal: AbortSignal): Promise<void>
  /** Removes it. */
  remove(inbox: Inbox, signal: AbortSignal): Promise<Result<null>>
  reset(): void
}

export interface SubscriptionDeps {
  client: Pick<ServiceClient, 'listSubscriptions' | 'createSubscription' | 'removeSubscription'>
  clock: Pick<Clock, 'now'>
  /** The operator takes subscriptions by its API. */
  byApi: boolean
  /** Every other subscription with the header of the inbox is to an earlier address of it. */
  isOnlyRelay: boolean
  onState: () => void
}

/**
 * Nothing about it is stored here: the operator's own list tells whether it is there. So a kill between its
 * creation and a record of it leaves nothing to repair, and another PC of the office finds it too. Two PCs that
 * look at the same moment may both create one: each then keeps the oldest and removes the others.
 */
export function createInboxSubscription({
  client,
  clock,
  byApi,
  isOnlyRelay,
  onState,
}: SubscriptionDeps): InboxSubscription {
  const inTurn = createSerialQueue()
  const initial: SubscriptionState = { state: byApi ? 'unknown' : 'by-hand', checkedAt: null }
  let state = initial

  function set(next: Omit<SubscriptionState, 'checkedAt'>): void {
    state = { ...next, checkedAt: clock.now() }
    onState()
  }

  async function found(url: string, signal: AbortSignal): Promise<Result<ReceivedSubscription[]>> {
    const answer = await client.listSubscriptions(signal)
    if (!answer.ok) return answer
    return ok(answer.value.filter((each) => sameAddress(each.url, url)).toSorted(oldestFirst))
  }

  /** One that is not removed now is removed the next time: its deliveries only fail. */
  async function removeEarlier({ url, header }: Inbox, signal: AbortSignal): Promise<void> {
    const all = await client.listSubscriptions(signal)
    if (!all.ok) return
    for (const each of all.value)
      if (each.header?.name === header.name && !sameAddress(each.url, url))
        await client.removeSubscription(each.id, signal)
  }

  async function create({ url, header }: Inbox, signal: AbortSignal): Promise<void> {
    const { name, value } = header
    const created = await client.createSubscription(
      { url, ...(value !== null && { header: { name, value } }) },
      signal,
    )
    const after = await found(url, signal)
    if (!after.ok) return set({ state: 'failed', error: after.error })
    const [kept, ...doubled] = after.value
    // It is what is there that counts: a refused creation may mean that another PC was first.
    if (!kept) return set({ state: 'failed', ...(!created.ok && { error: created.error }) })
    for (const { id } of doubled) await client.removeSubscription(id, signal)
    set({ state: created.ok && created.value.id === kept.id ? 'created' : 'present' })
  }

  return {
    get state() {
      return state
    },
    ensure: (inbox, signal) =>
      inTurn(async () => {
        if (!byApi || signal.aborted) return
        if (isOnlyRelay) await removeEarlier(inbox, signal)
        const present = await found(inbox.url, signal)
        if (!present.ok) return set({ state: 'failed', error: present.error })
        if (present.value.length > 0) set({ state: state.state === 'created' ? 'created' : 'present' })
        else await create(inbox, signal)
      }),
    remove: (inbox, signal) =>
      inTurn(async () => {
        if (!byApi) return ok(null)
        const present = await found(inbox.url, signal)
        if (!present.ok) return present
        for (const { id } of present.value) {
          const removed = await client.removeSubscription(id, signal)
          if (!removed.ok && removed.error.code !== 'not-found') return fail(removed.error)
        }
        return ok(null)
      }),
    reset() {
      state = initial
    },
  }
}

/** The operator may write the address in its normal form. */
function sameAddress(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return one === other
  return new URL(one).href === new URL(other).href
}

/** The same order on every PC. */
const oldestFirst = (one: ReceivedSubscription, other: ReceivedSubscription): number =>
  (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id.localeCompare(other.id)
