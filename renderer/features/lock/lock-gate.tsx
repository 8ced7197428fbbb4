import { type ReactNode, useEffect, useState } from 'react'
import { lockText as text } from '#shared/text/app-lock.ts'
import { useClient } from '../../replica/client.ts'
import { useLink, useLock } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { mayBeLocked } from '../../ui-state/lock-memory.ts'
import { followLock } from './follow-lock.ts'
import { LockPage, OpeningPage } from './lock-page.tsx'

/** Shows the application, or the lock page alone: no page is rendered behind the lock. */
export function LockGate({ children }: { children: ReactNode }) {
  const client = useClient()
  const lock = useLock()
  const { link } = useLink()
  const [unsure] = useState(mayBeLocked)
  useEffect(() => followLock(client), [client])

  const locked = lock?.locked === true
  useSaidWhenOpened(locked)
  if (locked) return <LockPage lock={lock} />
  // A closed session says so, and has nothing else to show.
  if (lock === null && unsure && link !== 'closed') return <OpeningPage />
  return children
}

/** Announces unlocking once the page and its live region are back. */
function useSaidWhenOpened(locked: boolean) {
  const [was, setWas] = useState(locked)
  useEffect(() => {
    if (was && !locked) announce(text.opened)
    setWas(locked)
  }, [was, locked])
}
