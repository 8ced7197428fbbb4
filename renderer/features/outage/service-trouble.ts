import type { Outage } from '#shared/bridge/inbox.ts'
import type { Connection } from '#shared/bridge/slices.ts'

/** Trouble of the service, reported once however many parts detect it. */
export type ServiceTrouble =
  /**
   * The last call was not answered; `limited`: it was answered with a request to wait. `recorded`: part of a recorded
   * outage.
   */
  | {
      kind: 'down'
      since: number
      attempts: number
      nextAttemptAt?: number
      recorded: boolean
      limited?: true
    }
  /** It answers intermittently. */
  | { kind: 'failing'; since: number; failures: number }

/**
 * Combines connection and outage: the connection is the present state, the outage the last minutes' history. While it
 * is down one banner shows both, with the outage's figures, which are those of the record that can be saved.
 */
export function serviceTrouble(connection: Connection | null, outage: Outage | null): ServiceTrouble | null {
  // With a refused key nothing is requested, and that has its own banner.
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

/** True if an outage of the same account has just ended because the service answers, and not by being discarded. */
export function hasEnded(before: OutageSeen, now: OutageSeen, connection: Connection['state']): boolean {
  return (
    before.account === now.account &&
    before.state === 'suspected' &&
    now.state === 'none' &&
    connection === 'online'
  )
}
