import { useEffect, useState } from 'react'
import { useClient, useConnection } from '../pages/client-context.ts'
import type { RecentRow } from './popup-options.ts'

const MAX_ROWS = 4

/** Plates last looked up on this PC; `null` until it is known. */
export function useRecents(): readonly RecentRow[] | null {
  const client = useClient()
  const { session, connection } = useConnection()
  const [rows, setRows] = useState<readonly RecentRow[] | null>(null)
  const isApproved = connection.kind === 'approved'
  useEffect(() => {
    if (!isApproved) return
    let left = false
    const read = () =>
      void client.request('lookup.recent', { limit: MAX_ROWS }).then((answer) => {
        if (answer.ok && !left) setRows(answer.value.rows)
      })
    read()
    const unsubscribe = client.on('verdicts', read)
    return () => {
      left = true
      unsubscribe()
    }
  }, [client, session, isApproved])
  return rows
}
