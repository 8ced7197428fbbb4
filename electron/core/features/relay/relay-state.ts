import { noRelay, type RelaySlice } from '#shared/bridge/relay.ts'
import type { Clock } from '../../runtime/clock.ts'

/** The slice `relay`: what the connection tells, with the state of the other parts. */
export interface RelayState {
  readonly state: RelaySlice
  set(change: Partial<RelaySlice>): void
  /** Starts anew, without what belongs to one relay. */
  replace(next: Partial<RelaySlice>): void
  /** The state of another part changed. */
  changed(): void
}

export interface RelayStateDeps {
  clock: Clock
  signal: AbortSignal
  parts: () => Pick<RelaySlice, 'pairing' | 'invitation' | 'subscription'>
  onState: (state: RelaySlice) => void
}

/** Counters move with every event: a long catching-up is not a push to the windows for each. */
const EVERY_MS = 250
const COUNTERS: ReadonlySet<string> = new Set<keyof RelaySlice>([
  'cursor',
  'head',
  'missing',
  'received',
  'firstReceivedAt',
  'lastReceivedAt',
  'heardAt',
  'skewMs',
])

export function createRelayState({ clock, signal, parts, onState }: RelayStateDeps): RelayState {
  let own: RelaySlice = noRelay
  let waiting = false
  const whole = (): RelaySlice => ({ ...own, ...parts() })

  function publish(): void {
    if (!signal.aborted) onState(whole())
  }

  function publishSoon(): void {
    if (waiting) return
    waiting = true
    void clock.sleep(EVERY_MS, signal).then(() => {
      waiting = false
      publish()
    })
  }

  return {
    get state() {
      return whole()
    },
    set(change) {
      const { error, nextAttemptAt, ...rest } = own
      const isMove = change.state !== undefined && change.state !== own.state
      own = {
        ...rest,
        // What went wrong stays until the relay is heard again, or another error takes its place.
        ...(error && change.state !== 'live' && change.state !== 'longpoll' && { error }),
        ...(nextAttemptAt !== undefined && !isMove && { nextAttemptAt }),
        ...change,
        ...(isMove && { since: clock.now() }),
      }
      if (Object.keys(change).every((name) => COUNTERS.has(name))) publishSoon()
      else publish()
    },
    replace(next) {
      own = { ...noRelay, since: clock.now(), ...next }
      publish()
    },
    changed: publish,
  }
}
