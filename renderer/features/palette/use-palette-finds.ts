import { useEffect, useState } from 'react'
import type { findTopics } from '#shared/text/help.ts'
import { useQuery } from '../../replica/use-replica.ts'
import type { PaletteFinds } from './palette-items.ts'

const MAX_KNOWN = 5
const FIRST_RECENTS = 3
const MAX_PROCEDURES = 5
const MAX_PEOPLE = 4
const MAX_SIGNERS = 3
const MAX_DEALERS = 3
const MAX_TOPICS = 5
/** A core that is slower than this is not waited for: what needs no answer is shown. */
const PATIENCE_MS = 400

export interface FoundForPalette {
  finds: Omit<PaletteFinds, 'commands'>
  /** Every answer to what is typed has come. */
  isAnswered: boolean
  /** The same, or they were waited for long enough: what there is is shown. */
  isSettled: boolean
}

/** What the searches of the palette find for a text. */
export function usePaletteFinds(query: string): FoundForPalette {
  const suggested = useQuery('lookup.suggest', query ? { query, limit: MAX_KNOWN } : null)
  const recent = useQuery('lookup.recent', query ? null : { limit: FIRST_RECENTS })
  const found = useQuery('cases.find', query ? { text: query, limit: MAX_PROCEDURES } : null)
  const people = useQuery('cases.people', query ? { text: query, limit: MAX_PEOPLE } : null)
  const dealers = useQuery('dealers.list', query ? { text: query, offset: 0, limit: MAX_DEALERS } : null)
  const signers = useQuery('contacts.find', query ? { text: query, limit: MAX_SIGNERS } : null)
  const labels = useQuery('cases.labels', {})
  const topics = useHelpSearch()
  const isLate = useIsLate(query)
  const asked = query ? [suggested, found, people, dealers, signers, labels] : [recent]
  const hasAll = asked.every(({ data, error }) => data !== undefined || error !== undefined)
  const isAnswered = hasAll && (query === '' || topics !== undefined)
  return {
    isAnswered,
    isSettled: isLate || isAnswered,
    finds: {
      known: (query ? suggested.data : recent.data)?.rows ?? [],
      procedures: found.data?.rows ?? [],
      people: people.data?.people ?? [],
      dealers: dealers.data?.rows ?? [],
      signers: signers.data?.rows ?? [],
      labels: labels.data?.labels ?? [],
      topics: (query && topics ? topics(query) : []).slice(0, MAX_TOPICS),
    },
  }
}

function useIsLate(query: string): boolean {
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLate(query), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [query])
  return late === query
}

/**
 * The search of the help, whose texts load with the palette open. `null` if they cannot be read: everything else is
 * found all the same.
 */
function useHelpSearch(): typeof findTopics | null | undefined {
  const [search, setSearch] = useState<{ find: typeof findTopics | null }>()
  useEffect(() => {
    let wanted = true
    import('#shared/text/help.ts').then(
      (help) => wanted && setSearch({ find: help.findTopics }),
      () => wanted && setSearch({ find: null }),
    )
    return () => {
      wanted = false
    }
  }, [])
  return search?.find
}
