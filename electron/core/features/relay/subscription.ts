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

/** Subscription of the operator to the office's inbox. It exists only if the operator's API manages subscriptions. */
export interface InboxSubscription {
  readonly state: SubscriptionState
  /** Creates the subscription, unless one with the present header of the inbox exists. */
  ensure(inbox: Inbox, signal: AbortSignal): Promise<void>
  /** Removes the subscription. */
  remove(inbox: Inbox, signal: AbortSignal): Promise<Result<null>>
  reset(): void
}

export interface SubscriptionDeps {
  client: Pick<ServiceClient, 'listSubscriptions' | 'createSubscription' | 'removeSubscription'>
  clock: Pick<Clock, 'now'>
  /** True if the operator's API manages subscriptions. */
  byApi: boolean
  /** True if every other subscription with the header of the inbox has an earlier address of the inbox. */
  isOnlyRelay: boolean
  onState: () => void
}

/**
 * The store has no data about the subscription: only the operator's list tells whether it exists. A kill after the
 * creation therefore leaves nothing to repair, and another PC of the office finds the subscription too. Two PCs that
 * check at the same moment may both create one. Each PC then keeps the oldest and removes the others.
 *
 * The operator never returns the value of a header. The address therefore has a digest of the value that it was
 * created with. After the relay's secret is rotated, a PC that administers finds another digest and replaces the
 * subscription. The other PCs do not know the secret and leave the subscription unchanged.
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

  function setState(next: Omit<SubscriptionState, 'checkedAt'>): void {
    state = { ...next, checkedAt: clock.now() }
    onState()
  }

  async function findOwn({ url }: Inbox, signal: AbortSignal): Promise<Result<ReceivedSubscription[]>> {
    const answer = await client.listSubscriptions(signal)
    if (!answer.ok) return answer
    return ok(answer.value.filter((each) => isOfInbox(each.url, url)).toSorted(compareAge))
  }

  /** A subscription that cannot be removed now is removed at the next check. Its deliveries only fail. */
  async function removeEarlier({ url, header }: Inbox, signal: AbortSignal): Promise<void> {
    const all = await client.listSubscriptions(signal)
    if (!all.ok) return
    for (const each of all.value)
      if (each.header?.name === header.name && !isOfInbox(each.url, url))
        await client.removeSubscription(each.id, signal)
  }

  function createSubscription(inbox: Inbox, signal: AbortSignal) {
    const { name, value } = inbox.header
    const header = value === null ? {} : { header: { name, value } }
    return client.createSubscription({ url: buildSubscribedUrl(inbox), ...header }, signal)
  }

  /**
   * Creates the new subscription first, so that no event is lost between the two. If an event arrives by both, the
   * relay numbers it once.
   */
  async function replaceSubscriptions(
    former: readonly ReceivedSubscription[],
    inbox: Inbox,
    signal: AbortSignal,
  ): Promise<Result<ReceivedSubscription>> {
    const created = await createSubscription(inbox, signal)
    if (created.ok || created.error.status !== 409 || former.length === 0) return created
    // The operator has no room for a second subscription.
    for (const { id } of former) await client.removeSubscription(id, signal)
    return createSubscription(inbox, signal)
  }

  async function ensure(inbox: Inbox, signal: AbortSignal): Promise<void> {
    let present = await findOwn(inbox, signal)
    if (!present.ok) return setState({ state: 'failed', error: present.error })
    let created: Result<ReceivedSubscription> | null = null
    if (!present.value.some((each) => isCurrent(each, inbox))) {
      created = await replaceSubscriptions(present.value, inbox, signal)
      present = await findOwn(inbox, signal)
      if (!present.ok) return setState({ state: 'failed', error: present.error })
    }
    const kept = present.value.find((each) => isCurrent(each, inbox))
    // Only the present list counts. A refused creation may mean that another PC was first.
    if (!kept) return setState({ state: 'failed', ...(created?.ok === false && { error: created.error }) })
    for (const { id } of present.value) if (id !== kept.id) await client.removeSubscription(id, signal)
    const isOwn = created ? created.ok && created.value.id === kept.id : state.state === 'created'
    setState({ state: isOwn ? 'created' : 'present' })
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
        const present = await findOwn(inbox, signal)
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

/** Query parameter of the address. The relay ignores it. */
const DIGEST = 'header'

function buildSubscribedUrl({ url, header: { value } }: Inbox): string {
  const address = new URL(url)
  if (value !== null) address.searchParams.set(DIGEST, hashSecret(value))
  return address.href
}

const hashSecret = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

/** Compares addresses in normal form, because the operator may normalize them. */
function isOfInbox(subscribed: string, inbox: string): boolean {
  if (!URL.canParse(subscribed) || !URL.canParse(inbox)) return subscribed === inbox
  const address = new URL(subscribed)
  address.searchParams.delete(DIGEST)
  return address.href === new URL(inbox).href
}

/** True if the subscription has the present header, as far as this PC can know. */
const isCurrent = ({ url }: ReceivedSubscription, { header: { value } }: Inbox): boolean =>
  value === null || new URL(url).searchParams.get(DIGEST) === hashSecret(value)

/** Order that is the same on every PC. */
const compareAge = (one: ReceivedSubscription, other: ReceivedSubscription): number =>
  (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id.localeCompare(other.id)
