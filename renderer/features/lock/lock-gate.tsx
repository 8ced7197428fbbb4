import { type ReactNode, useEffect, useState } from 'react'
import { lockText as text } from '#shared/text/app-lock.ts'
import { useClient } from '../../replica/client.ts'
import { useLink, useLock } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { mayBeLocked } from '../../ui-state/lock-memory.ts'
import { followLock } from './follow-lock.ts'
import { LockPage, OpeningPage } from './lock-page.tsx'

/** The application, or nothing of it: behind the lock there is no page to look at. */
export function LockGate({ children }: { children: ReactNode }) {
  const client = useClient()
  const lock = useLock()
  const { link } = useLink()
  const [unsure] = useState(mayBeLocked)
  useEffect(() => followLock(client), [client])

  const locked = lock?.locked === true
  useSaidWhenOpened(locked)
  if (locked) return <LockPage lock={lock} />
  // A session that is over says so, and has nothing else to show.
  if (lock === null && unsure && link !== 'closed') return <OpeningPage />
  return children
}

/** After the page is there again, with the region where it is said. */
function useSaidWhenOpened(locked: boolean) {
  const [was, setWas] = useState(locked)
  useEffect(() => {
    if (was && !locked) announce(text.opened)
    setWas(locked)
  }, [was, locked])
}
