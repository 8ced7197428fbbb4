import { useLayoutEffect, useState } from 'react'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { useClient, useConnection } from '../pages/client-context.ts'

/**
 * What the application knows of one plate, and what it then finds. `undefined` until it answers; never that of another
 * plate.
 */
export function useSummary(vrm: string | null): {
  summary: VerdictSummary | undefined
  tell: (summary: VerdictSummary) => void
} {
  const client = useClient()
  const { session } = useConnection()
  const [known, setKnown] = useState<VerdictSummary | null>(null)

  // Before the picture: the answer is on this PC, and may come with it.
  useLayoutEffect(() => {
    if (vrm === null) return
    let left = false
    void client.request('lookup.get', { vrms: [vrm] }).then((answer) => {
      const row = answer.ok ? answer.value.rows.find((one) => one.vrm === vrm) : undefined
      if (row && !left) setKnown(row)
    })
    const unsubscribe = client.on('verdicts', ({ rows }) => {
      const row = rows.find((one) => one.vrm === vrm)
      if (row) setKnown(row)
    })
    return () => {
      left = true
      unsubscribe()
    }
    // In another session it may be another application, another account, or have changed meanwhile.
  }, [client, vrm, session])

  return { summary: known !== null && known.vrm === vrm ? known : undefined, tell: setKnown }
}
