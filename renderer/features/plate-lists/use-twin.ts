import { useEffect, useState } from 'react'
import type { PlateListName } from '#shared/bridge/plate-lists.ts'
import { useClient } from '../../replica/client.ts'

/** Delay after the last change of a list that is being made. */
const SETTLE_MS = 300

/**
 * An earlier list with just these plates.
 * @param vrms must be the same array while they are the same plates
 */
export function useTwin(vrms: readonly string[]): PlateListName | null {
  const { bridge } = useClient()
  const [found, setFound] = useState<{ vrms: readonly string[]; list: PlateListName | null } | null>(null)
  useEffect(() => {
    if (vrms.length === 0) return
    let isLatest = true
    const timer = setTimeout(() => {
      void bridge.call('plate-lists.twin', { vrms: [...vrms] }).then((answer) => {
        if (isLatest && answer.ok) setFound({ vrms, list: answer.value.list })
      })
    }, SETTLE_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [bridge, vrms])
  return found?.vrms === vrms ? found.list : null
}
