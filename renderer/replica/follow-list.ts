import type { Client } from './client.ts'
import type { OpenList } from './left-lists.ts'
import type { RangeQuery } from './range-query.ts'

export interface FollowedList<R> {
  query: RangeQuery<R>
  place: OpenList<R>
}

/** Keeps a list up to date until it is left. @returns function that stores it as left, and closes it */
export function followList<R>(
  { bridge, replica }: Pick<Client, 'bridge' | 'replica'>,
  { query, place }: FollowedList<R>,
): () => void {
  // Its answer came before these listeners: changes since then may have been missed.
  if (query.isUpToDate()) void query.reload()
  const stopChanged = bridge.on('changed', query.changed)
  const stopEpoch = replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void query.reload()
  })
  return () => {
    place.leave(query.leave())
    query.close()
    stopChanged()
    stopEpoch()
  }
}
