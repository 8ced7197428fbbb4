import type { Outage } from '#shared/bridge/inbox.ts'
import type { Connection } from '#shared/bridge/slices.ts'

/** What is wrong with the service, said once however many of our parts have noticed. */
export type ServiceTrouble =
  /**
   * The last call was not answered; `limited`: it was, with the request to wait. `recorded`: it is part of an outage,
   * with its record.
   */
  | {
      kind: 'down'
      since: number
      attempts: number
      nextAttemptAt?: number
      recorded: boolean
      limited?: true
    }
  /** It answers now and then. */
  | { kind: 'failing'; since: number; failures: number }

/**
 * The connection is the fact of this moment and the outage the story of the last minutes: while it is down one banner
 * tells both, with the outage's figures, as they are those of the record that can be saved.
 */
export function serviceTrouble(connection: Connection | null, outage: Outage | null): ServiceTrouble | null {
  // Nothing is asked with a refused key, and that has its own banner.
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

/** What is remembered of an outage to notice its end. */
export interface OutageSeen {
  account: string | undefined
  state: Outage['state']
}

/** Whether an outage of the same account has just ended because the service answers, and not by being forgotten. */
export function hasEnded(before: OutageSeen, now: OutageSeen, connection: Connection['state']): boolean {
  return (
    before.account === now.account &&
    before.state === 'suspected' &&
    now.state === 'none' &&
    connection === 'online'
  )
}
