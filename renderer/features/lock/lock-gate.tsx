import { type ReactNode, useEffect, useState } from 'react'
import { lockText as text } from '#shared/text/app.ts'
import { useClient, type Client } from '../../replica/client.ts'
import { useLink, useLock } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import { forgetAccount } from '../../app/account-change.ts'
import { closeAddAccount } from '../../app/settings-state.ts'
import { clearToasts } from '../../app/toasts.ts'
import { OpeningPage } from './opening-page.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'

const REMEMBERED = 'ventanilla.may-be-locked'

/**
 * True if this window may be locked, before the core has answered: a new or reloaded window has its route in its
 * history, and must not show it meanwhile.
 */
function mayBeLocked(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null
  } catch {
    return false
  }
}

/** Stores that a PIN exists, and nothing of it. */
function rememberPin(hasPin: boolean): void {
  try {
    if (hasPin) localStorage.setItem(REMEMBERED, '')
    else localStorage.removeItem(REMEMBERED)
  } catch {
    // Without storage a new window does not wait: until the core answers it can only show its route.
  }
}

const LockPages = later(async () => (await import('./lock-pages.tsx')).LockPages)
/** Read before it is needed: the window may be locked as the PC goes to sleep. */
const SOON = [LockPages]

export interface LockGateProps {
  /** A window with few rights: the first PIN is set in another one. */
  elsewhere?: boolean
  children: ReactNode
}

/** Shows the application, or the lock page alone: no page is rendered behind the lock. */
export function LockGate({ elsewhere = false, children }: LockGateProps) {
  const client = useClient()
  const lock = useLock()
  const { link } = useLink()
  const [unsure] = useState(mayBeLocked)
  useEffect(() => followLock(client), [client])
  useLoadSoon(SOON)

  const locked = lock?.locked === true
  useSaidWhenOpened(locked)
  if (locked) return <LockPages lock={lock} elsewhere={elsewhere} />
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

/**
 * Clears this window's data as soon as it is locked, before the lock is painted. Only the route stays, and nothing
 * shows it until unlocking.
 */
function followLock({ replica }: Client): () => void {
  let was = false
  const follow = () => {
    const { lock } = replica.getState()
    if (lock === null) return
    rememberPin(lock.hasPin)
    if (lock.locked && !was) {
      forgetAccount()
      closeAddAccount()
      clearToasts()
    }
    was = lock.locked
  }
  follow()
  return replica.subscribe((state, before) => {
    if (state.lock !== before.lock) follow()
  })
}
