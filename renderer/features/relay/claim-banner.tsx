import { MonitorUp } from 'lucide-react'
import { claimText, gapText as text } from '#shared/text/frame.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { WaitingBanner } from '../frame/waiting-banner.tsx'

/** A PC gave the code that this one made, and waits for the words to be compared; Ajustes says it in its section. */
export function ClaimBanner() {
  const invitation = useSlice('relay')?.invitation
  const view = useView()
  if (invitation?.state !== 'claimed' || view === 'settings') return null
  const words = claimText(invitation.name ?? '')
  return <WaitingBanner icon={MonitorUp} words={words} see={text.see} onSee={() => openSettings('relay')} />
}
