import { useEffect, useMemo, useRef } from 'react'
import type { Deadline, Deadlines } from '#shared/bridge/deadlines.ts'
import { isoDay } from '#shared/domain/iso-day.ts'
import { useClient } from '../../replica/client.ts'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useHidesNames } from '../frame/use-hides-names.ts'

/**
 * Entries of the days on screen. They are read again when a day ends, and when names are hidden or shown: the
 * core tells of neither.
 */
export function useDeadlines(from: string, to: string) {
  const { queries } = useClient()
  const hidesNames = useHidesNames()
  const today = useAt(isoDay)
  const reason = `${today} ${hidesNames}`
  const readFor = useRef(reason)
  useEffect(() => {
    if (readFor.current === reason) return
    readFor.current = reason
    queries.refetch('deadlines.list')
  }, [queries, reason])
  const { data, error } = useQuery('deadlines.list', { from, to })
  // An answer from before they were hidden is shown until the next one comes.
  const answer = useMemo(() => (data && hidesNames ? withoutNames(data) : data), [data, hidesNames])
  return { answer, error }
}

function withoutNames(data: Deadlines): Deadlines {
  const nameless = (entry: Deadline): Deadline => ({ ...entry, name: '' })
  return { ...data, entries: data.entries.map(nameless), overdue: data.overdue.map(nameless) }
}
