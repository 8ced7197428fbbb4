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
 * Returns true if this window may be locked, before the core has answered. A new or reloaded window has its route in
 * its history, and must not show that page meanwhile.
 */
function mayBeLocked(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null
  } catch {
    return false
  }
}

/** Stores only that a PIN exists, nothing about the PIN itself. */
function rememberPin(hasPin: boolean): void {
  try {
    if (hasPin) localStorage.setItem(REMEMBERED, '')
    else localStorage.removeItem(REMEMBERED)
  } catch {
    // Without storage a new window does not wait for the lock state. Until the core answers, the window has only its
    // route to show.
  }
}

const LockPages = later(async () => (await import('./lock-pages.tsx')).LockPages)
/** Loaded early: the window may be locked as the PC goes to sleep. */
const SOON = [LockPages]

export interface LockGateProps {
  /** True for a window with few rights. The first PIN is set in another window. */
  elsewhere?: boolean
  children: ReactNode
}

/** Shows either the application or the lock page. No page is rendered behind the lock. */
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
  // A closed session shows its own notice, and has no data to hide.
  if (lock === null && unsure && link !== 'closed') return <OpeningPage />
  return children
}

/** Announces the unlocking once the page and its live region are back. */
function useSaidWhenOpened(locked: boolean) {
  const [was, setWas] = useState(locked)
  useEffect(() => {
    if (was && !locked) announce(text.opened)
    setWas(locked)
  }, [was, locked])
}

/**
 * Clears this window's data as soon as the window is locked, before the lock page is painted. Only the route stays,
 * and it is not shown until unlocking.
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
