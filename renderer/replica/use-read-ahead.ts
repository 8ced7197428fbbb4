import { useEffect } from 'react'
import type { ResourceKind } from '#shared/bridge/inbox.ts'
import { useClient } from './client.ts'

/** Held down, an arrow passes some thirty rows in a second. */
const STAYS_MS = 60

/**
 * Reads the page of the row that the keyboard is on, so that Enter shows it at once. A row that is only passed is not
 * read: it would take the place of an answer that is kept for the way back.
 */
export function useReadAhead(kind: ResourceKind, id: string | undefined): void {
  const { queries } = useClient()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => void queries.prefetch('changes.get', { kind, id }), STAYS_MS)
    return () => clearTimeout(timer)
  }, [queries, kind, id])
}
