import { useEffect, useRef } from 'react'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { useClient } from '../../replica/client.ts'
import { isInFront, useInFrontSince } from './use-in-front.ts'

/**
 * Marks as read in Novedades the changes that come while their page is in front of the user, as it shows them. What came
 * with the page hidden, behind another window or locked stays unread, also when the page is looked at later.
 */
export function useSeenHere(view: ResourceView | undefined): void {
  const { bridge } = useClient()
  const since = useInFrontSince()
  const told = useRef(0)
  useEffect(() => {
    const from = since.current
    if (!view || from === null || !isInFront()) return
    const fresh = view.timeline.filter(({ seq, seenAt }) => seenAt >= from && seq > told.current)
    if (fresh.length === 0) return
    const seqs = fresh.map(({ seq }) => seq)
    told.current = Math.max(told.current, ...seqs)
    // Refused, they stay unread: nothing is lost.
    void bridge.call('inbox.seen', { seqs })
  }, [bridge, since, view])
}
