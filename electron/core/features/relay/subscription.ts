import { createHash } from 'node:crypto'
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
  /** Creates it unless it is there with the inbox's present header. */
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
 *
 * The operator never returns the value of a header, so the address says which value it was created with, by a
 * digest. After the relay's secret has been rotated, a PC that administers finds another digest there and
 * replaces the subscription. The other PCs do not know the secret and leave it alone.
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

  async function found({ url }: Inbox, signal: AbortSignal): Promise<Result<ReceivedSubscription[]>> {
    const answer = await client.listSubscriptions(signal)
    if (!answer.ok) return answer
    return ok(answer.value.filter((each) => isOfInbox(each.url, url)).toSorted(oldestFirst))
  }

  /** One that is not removed now is removed the next time: its deliveries only fail. */
  async function removeEarlier({ url, header }: Inbox, signal: AbortSignal): Promise<void> {
    const all = await client.listSubscriptions(signal)
    if (!all.ok) return
    for (const each of all.value)
      if (each.header?.name === header.name && !isOfInbox(each.url, url))
        await client.removeSubscription(each.id, signal)
  }

  function create(inbox: Inbox, signal: AbortSignal) {
    const { name, value } = inbox.header
    const header = value === null ? {} : { header: { name, value } }
    return client.createSubscription({ url: subscribedUrl(inbox), ...header }, signal)
  }

  /** The new one first, so that no event falls between the two: the relay numbers one that comes by both once. */
  async function replace(
    former: readonly ReceivedSubscription[],
    inbox: Inbox,
    signal: AbortSignal,
  ): Promise<Result<ReceivedSubscription>> {
    const created = await create(inbox, signal)
    if (created.ok || created.error.status !== 409 || former.length === 0) return created
    // The operator has no room for a second one.
    for (const { id } of former) await client.removeSubscription(id, signal)
    return create(inbox, signal)
  }

  async function ensure(inbox: Inbox, signal: AbortSignal): Promise<void> {
    let present = await found(inbox, signal)
    if (!present.ok) return set({ state: 'failed', error: present.error })
    let created: Result<ReceivedSubscription> | null = null
    if (!present.value.some((each) => isCurrent(each, inbox))) {
      created = await replace(present.value, inbox, signal)
      present = await found(inbox, signal)
      if (!present.ok) return set({ state: 'failed', error: present.error })
    }
    const kept = present.value.find((each) => isCurrent(each, inbox))
    // It is what is there that counts: a refused creation may mean that another PC was first.
    if (!kept) return set({ state: 'failed', ...(created?.ok === false && { error: created.error }) })
    for (const { id } of present.value) if (id !== kept.id) await client.removeSubscription(id, signal)
    const isOwn = created ? created.ok && created.value.id === kept.id : state.state === 'created'
    set({ state: isOwn ? 'created' : 'present' })
  }

  return {
    get state() {
      return state
    },
    ensure: (inbox, signal) =>
      inTurn(async () => {
        if (!byApi || signal.aborted) return
        if (isOnlyRelay) await removeEarlier(inbox, signal)
        await ensure(inbox, signal)
      }),
    remove: (inbox, signal) =>
      inTurn(async () => {
        if (!byApi) return ok(null)
        const present = await found(inbox, signal)
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

/** Query parameter of the address, which the relay does not read. */
const DIGEST = 'header'

function subscribedUrl({ url, header: { value } }: Inbox): string {
  const address = new URL(url)
  if (value !== null) address.searchParams.set(DIGEST, digestOf(value))
  return address.href
}

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

/** The operator may write the address in its normal form. */
function isOfInbox(subscribed: string, inbox: string): boolean {
  if (!URL.canParse(subscribed) || !URL.canParse(inbox)) return subscribed === inbox
  const address = new URL(subscribed)
  address.searchParams.delete(DIGEST)
  return address.href === new URL(inbox).href
}

/** True if it carries the present header, as far as can be known. */
const isCurrent = ({ url }: ReceivedSubscription, { header: { value } }: Inbox): boolean =>
  value === null || new URL(url).searchParams.get(DIGEST) === digestOf(value)

/** The same order on every PC. */
const oldestFirst = (one: ReceivedSubscription, other: ReceivedSubscription): number =>
  (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id.localeCompare(other.id)
