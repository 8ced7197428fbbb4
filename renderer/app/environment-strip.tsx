import { useEffect } from 'react'
import { environmentText } from '#shared/text/app.ts'
import { useSlice } from '../replica/use-replica.ts'
import '../design/layout.css'

const REMEMBERED = 'ventanilla.no-strip'

/**
 * True if the strip may appear once the account is known. Its space is then reserved, so that nothing moves under the
 * pointer. A new PC opens on the demonstration, which has a strip.
 */
function mayHaveStrip(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) === null
  } catch {
    return true
  }
}

/** Stores whether the last account in this window had a strip. Stores nothing else about the account. */
function rememberStrip(hasStrip: boolean): void {
  try {
    if (hasStrip) localStorage.removeItem(REMEMBERED)
    else localStorage.setItem(REMEMBERED, '')
  } catch {
    // Without storage the space is reserved until the account is known.
  }
}

/**
 * Marks a non-production environment. Production has no strip: the colour is a warning, and the user cannot hide the
 * strip.
 */
export function EnvironmentStrip() {
  const profile = useSlice('profile')
  const environment = profile?.environment
  useEffect(() => {
    if (environment) rememberStrip(environment !== 'production')
  }, [environment])
  if (!profile) return mayHaveStrip() ? <div className="environment" aria-hidden="true" /> : null
  if (profile.environment === 'production') return null
  const text = environmentText[profile.environment]
  return (
    <header className={`environment environment--${profile.environment}`}>
      <p role="note">
        <b>{text.strip}</b> {text.meaning}
      </p>
    </header>
  )
}
