import type { Outage } from '#shared/bridge/inbox.ts'
import type { Connection } from '#shared/bridge/slices.ts'

/** Trouble of the service. It is reported once, however many parts detect it. */
export type ServiceTrouble =
  /**
   * `down`: the last call was not answered. `limited`: the service answered with a request to wait. `recorded`: the
   * trouble is part of a recorded outage.
   */
  | {
      kind: 'down'
      since: number
      attempts: number
      nextAttemptAt?: number
      recorded: boolean
      limited?: true
    }
  /** `failing`: the service answers intermittently. */
  | { kind: 'failing'; since: number; failures: number }

/**
 * Combines connection and outage. The connection is the present state, the outage is the history of the last minutes.
 * While the connection is down, the attention line reports both as one. It uses the figures of the outage, which are
 * also in the record that can be saved.
 */
export function serviceTrouble(connection: Connection | null, outage: Outage | null): ServiceTrouble | null {
  // With a refused key nothing is requested, and the attention line reports the refused key.
  if (connection?.state === 'unauthorized') return null
  const told = outage?.state === 'suspected' && !outage.dismissed ? outage : null
  if (connection?.state === 'down') {
    const { since, attempts, nextAttemptAt, error } = connection
    return {
      kind: 'down',
      since: told?.since ?? since,
      attempts: told?.failures ?? attempts,
      ...(nextAttemptAt !== undefined && { nextAttemptAt }),
      recorded: told !== null,
      ...(error?.code === 'rate-limited' && { limited: true as const }),
    }
  }
  return told && told.since !== undefined
    ? { kind: 'failing', since: told.since, failures: told.failures }
    : null
}

/** Earlier state of an outage, to detect its end. */
export interface OutageSeen {
  account: string | undefined
  state: Outage['state']
}

/**
 * True if an outage of the same account has just ended because the service answers. An outage that the user discarded
 * does not count.
 */
export function hasEnded(before: OutageSeen, now: OutageSeen, connection: Connection['state']): boolean {
  return (
    before.account === now.account &&
    before.state === 'suspected' &&
    now.state === 'none' &&
    connection === 'online'
  )
}
