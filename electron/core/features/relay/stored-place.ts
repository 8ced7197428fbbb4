import type { RelaySlice } from '#shared/bridge/relay.ts'
import { createPlace, type Place, type PlaceDeps } from './place.ts'
import type { RelayState } from './relay-state.ts'

/** The relay that is stored, with this PC's place in its list. */
export interface StoredPlace {
  address: string
  place: Place
  /** Shows counters with where the place is now. */
  count(change: Partial<RelaySlice>): void
}

export interface StoredPlaceDeps extends Pick<
  PlaceDeps,
  'call' | 'clock' | 'changes' | 'sealedEvents' | 'onMissed'
> {
  shown: RelayState
}

/** Reads what is stored and shows it, also as it moves. @returns `null` without a relay */
export async function loadStoredPlace(deps: StoredPlaceDeps): Promise<StoredPlace | null> {
  const { call, clock, changes, sealedEvents, shown } = deps
  const { link, cursor, received: counted, gap } = await call('relayStored')
  if (!link || !cursor) {
    if (shown.state.state !== 'none') shown.replace({})
    return null
  }
  const { address, office, admin, deviceId } = link
  let received = counted.count
  shown.replace({
    state: 'connecting',
    address,
    office,
    admin,
    deviceId,
    cursor: cursor.seq,
    received,
    firstReceivedAt: counted.firstAt,
    lastReceivedAt: counted.lastAt,
    gap,
  })

  function count(change: Partial<RelaySlice>): void {
    const { seq } = place.cursor
    const head = Math.max(change.head ?? shown.state.head ?? 0, seq)
    shown.set({ ...change, cursor: seq, head, missing: head - seq })
  }

  const place = createPlace(
    {
      call,
      clock,
      changes,
      sealedEvents,
      onStored(events, firstAt, lastAt) {
        received += events
        const { firstReceivedAt, lastReceivedAt } = shown.state
        count({
          received,
          firstReceivedAt: firstReceivedAt ?? firstAt,
          lastReceivedAt: lastAt ?? lastReceivedAt,
        })
      },
      onMissed() {
        deps.onMissed()
        void call('relayStored')
          .then((now) => shown.set({ gap: now.gap }))
          .catch(() => undefined)
      },
    },
    cursor,
  )
  return { address, place, count }
}
