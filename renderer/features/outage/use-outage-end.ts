import { useEffect, useRef } from 'react'
import { outageText as text } from '#shared/text/frame.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { hasEnded, type OutageSeen } from './service-trouble.ts'

/** Announces once that the service answers again. */
export function useOutageEnd(): void {
  const account = useSlice('profile')?.id
  const state = useSlice('outage')?.state ?? 'none'
  const connection = useSlice('connection')?.state ?? 'idle'
  const before = useRef<OutageSeen>({ account, state })
  useEffect(() => {
    const now = { account, state }
    if (hasEnded(before.current, now, connection)) showToast(text.over)
    before.current = now
  }, [account, state, connection])
}
