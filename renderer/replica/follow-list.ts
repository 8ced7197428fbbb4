import type { Client } from './client.ts'
import type { OpenList } from './left-lists.ts'
import type { RangeQuery } from './range-query.ts'

export interface FollowedList<R> {
  query: RangeQuery<R>
  place: OpenList<R>
}

/** Keeps a list up to date until it is left. @returns leaves it as it is then, and ends it */
export function followList<R>(
  { bridge, replica }: Pick<Client, 'bridge' | 'replica'>,
  { query, place }: FollowedList<R>,
): () => void {
  // Its answer came before anybody listened: what changed since then may have been told to nobody.
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
