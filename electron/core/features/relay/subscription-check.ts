import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { RelayApi } from './relay-api.ts'
import type { RelayTarget } from './relay-link.ts'
import type { Inbox, InboxSubscription, SubscriptionState } from './subscription.ts'

/** When the operator's subscription is looked for, created and removed. */
export interface SubscriptionCheck {
  /** Looks for it in the background, if this is due and this PC administers. */
  soon(isAdmin: boolean): void
  /** Looks for it now. */
  now(): Promise<Result<SubscriptionState>>
  /** The inbox with its secret, for a PC that administers. */
  inbox(to: RelayTarget): Promise<Result<Inbox>>
  /** Removes it, unless other PCs of the office still need it. */
  remove(to: RelayTarget): Promise<void>
  /** Another relay. */
  reset(): void
  /** Waits for the one under way. */
  settled(): Promise<unknown>
}

export interface SubscriptionCheckDeps {
  api: Pick<RelayApi, 'office' | 'devices'>
  subscription: InboxSubscription
  clock: Pick<Clock, 'elapsed'>
  log: Log
  byApi: boolean
  target: () => Promise<Result<RelayTarget>>
  signal: AbortSignal
}

/** A rotated header must be written within the relay's seven days. */
const EVERY_MS = 24 * 3_600_000
/** After a failure: the operator may have no subscription now. */
const RETRY_MS = 600_000

export function createSubscriptionCheck(deps: SubscriptionCheckDeps): SubscriptionCheck {
  const { api, subscription, clock, log, byApi, target, signal } = deps
  let checkedAt = -Infinity
  let running: Promise<unknown> = Promise.resolve()

  async function inbox(to: RelayTarget): Promise<Result<Inbox>> {
    const office = await api.office(to, signal)
    if (!office.ok) return office
    return office.value.inbox ? ok(office.value.inbox) : fail(appError('relay-not-admin'))
  }

  async function now(): Promise<Result<SubscriptionState>> {
    const to = await target()
    if (!to.ok) return to
    const own = await inbox(to.value)
    if (!own.ok) return own
    await subscription.ensure(own.value, signal)
    return ok(subscription.state)
  }

  return {
    inbox,
    now,
    soon(isAdmin) {
      const elapsed = clock.elapsed()
      const every = subscription.state.state === 'failed' ? RETRY_MS : EVERY_MS
      if (!isAdmin || !byApi || elapsed - checkedAt < every) return
      checkedAt = elapsed
      running = now().catch((error: unknown) =>
        log.error('relay: the subscription could not be looked for', error),
      )
    },
    async remove(to) {
      const devices = await api.devices(to, signal)
      if (!devices.ok || devices.value.some(({ self }) => !self)) return
      const own = await inbox(to)
      const removed = own.ok ? await subscription.remove(own.value, signal) : own
      if (!removed.ok) log.warn(`relay: the subscription was not removed: ${removed.error.code}`)
    },
    reset() {
      subscription.reset()
      checkedAt = -Infinity
    },
    settled: () => running,
  }
}
