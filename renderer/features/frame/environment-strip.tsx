import { useEffect } from 'react'
import { environmentText } from '#shared/text/app.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { mayHaveStrip, rememberStrip } from '../../ui-state/strip-memory.ts'
import '../../design/layout.css'

/** Marks a non-production environment. Production has no strip: colour warns, and it cannot be hidden. */
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
