import type { Cursor, Gap } from '#shared/api/relay.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { EventOutcome } from '../changes/received-events.store.ts'
import type { Changes, IncomingEvent } from '../changes/changes.ts'
import type { Position } from './relay-http.ts'
import { adoptedSeq } from './relay.rules.ts'
import type { SealedEvents } from './sealed-events.ts'

/** `misordered`: a number did not follow the last one stored; an error: events could not be opened now. */
export type Stored = 'stored' | 'misordered' | AppError

/** This PC's place in the relay's list: moves only with what is stored. */
export interface Place {
  readonly cursor: Cursor
  apply(events: readonly IncomingEvent[]): Promise<Stored>
  skip(gap: Gap): Promise<'stored' | 'misordered'>
  /**
   * Continues in the relay's list as it is now.
   * @returns false if that list is the present one, and the cursor is of it
   */
  adopt(position: Position): Promise<boolean>
}

export interface PlaceDeps {
  call: StoreCall
  clock: Clock
  changes: Pick<Changes, 'applyEvents'>
  sealedEvents: Pick<SealedEvents, 'open'>
  /** So many events were stored; when the relay had the first and the last of them. */
  onStored: (events: number, firstAt: number | null, lastAt: number | null) => void
  /** Numbers were lost, and open resources are due because of it. */
  onMissed: () => void
}

const OLD: ReadonlySet<EventOutcome> = new Set(['known', 'misordered'])

/** @param cursor stored by now */
export function createPlace(deps: PlaceDeps, { ...cursor }: Cursor): Place {
  const { call, clock, changes, sealedEvents, onStored, onMissed } = deps

  return {
    get cursor() {
      return { ...cursor }
    },

    async apply(sealed) {
      const opened = await sealedEvents.open(sealed)
      if (!opened.ok) return opened.error
      const { events, isMissed } = opened.value
      const [first, last] = [events[0]?.cursor?.seq, events.at(-1)?.cursor?.seq]
      if (isMissed && first !== undefined && last !== undefined) {
        // Before the number moves on: a kill between the two looks once more than is needed.
        await call('relayUnopened', first, last, clock.now())
        onMissed()
      }
      const { outcomes, cursor: stored } = await changes.applyEvents(events)
      if (stored) Object.assign(cursor, stored)
      const fresh = events.filter((_, index) => !OLD.has(outcomes[index] ?? 'misordered'))
      onStored(fresh.length, fresh[0]?.receivedAt ?? null, fresh.at(-1)?.receivedAt ?? null)
      return outcomes.at(-1) === 'misordered' ? 'misordered' : 'stored'
    },

    async skip({ from, to }) {
      if (!(await call('relayGap', cursor.epoch, from, to, clock.now()))) return 'misordered'
      if (to > cursor.seq) {
        cursor.seq = to
        onMissed()
      }
      return 'stored'
    },

    async adopt({ epoch, floor, head }) {
      if (epoch === cursor.epoch && cursor.seq <= head) return false
      const next = { epoch, seq: adoptedSeq({ floor, head }) }
      await call('relayReset', next, clock.now())
      Object.assign(cursor, next)
      onMissed()
      return true
    },
  }
}
