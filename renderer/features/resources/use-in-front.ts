import { type RefObject, useEffect, useRef } from 'react'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

/** The user can only see a page in the window that has the focus: another one may lie over any other. */
export const isInFront = () => document.visibilityState === 'visible' && document.hasFocus()

/** Since when the page has been in front of the user, unlocked; `null` while it is not. */
export function useInFrontSince(): RefObject<number | null> {
  const { now } = useClient()
  const locked = useSlice('lock')?.locked === true
  const since = useRef<number | null>(null)
  useEffect(() => {
    const look = () => {
      if (locked || !isInFront()) since.current = null
      else since.current ??= now()
    }
    look()
    addEventListener('focus', look)
    addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      since.current = null
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [locked, now])
  return since
}
