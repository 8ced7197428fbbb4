import { MonitorUp, ListX } from 'lucide-react'
import { claimText, gapText as text } from '#shared/text/frame.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../app/route.ts'
import { openSettings } from '../../app/settings-state.ts'
import { useClient } from '../../replica/client.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'
import { WaitingBanner } from '../../app/waiting-banner.tsx'

/**
 * Another PC entered the code of this PC, and waits until the user compares the words. Hidden in Ajustes, whose
 * section shows the same.
 */
export function ClaimBanner() {
  const invitation = useSlice('relay')?.invitation
  const view = useView()
  if (invitation?.state !== 'claimed' || view === 'settings') return null
  const words = claimText(invitation.name ?? '')
  return <WaitingBanner icon={MonitorUp} words={words} see={text.see} onSee={() => openSettings('relay')} />
}

/** Numbers that the relay could not give. The banner stays until the user dismisses it in one of the windows. */
export function GapBanner() {
  const { bridge } = useClient()
  const gap = useSlice('relay')?.gap
  const view = useView()
  // The relay's section in Ajustes has its own notice.
  if (!gap || view === 'settings') return null
  return (
    <Banner
      tone="warn"
      icon={<Icon of={ListX} />}
      actions={
        <>
          <Button size="low" onClick={() => openSettings('relay')}>
            {text.see}
          </Button>
          <Button size="low" tone="plain" onClick={() => void bridge.call('relay.dismiss-gap', {})}>
            {text.understood}
          </Button>
        </>
      }
    >
      <b role="alert">{text.title(gap)}</b> {text.looked(gap.looked)}
    </Banner>
  )
}
