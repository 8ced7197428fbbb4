import { MonitorUp } from 'lucide-react'
import { claimText, gapText as text } from '#shared/text/app-relay-lane.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/notice.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

/** A PC gave the code that this one made, and waits for the words to be compared; Ajustes says it in its section. */
export function ClaimBanner() {
  const invitation = useSlice('relay')?.invitation
  const view = useView()
  if (invitation?.state !== 'claimed' || view === 'settings') return null
  return (
    <Banner
      icon={<Icon of={MonitorUp} />}
      actions={
        <Button size="low" onClick={() => openSettings('relay')}>
          {text.see}
        </Button>
      }
    >
      <b role="status">{claimText(invitation.name ?? '')}</b>
    </Banner>
  )
}
