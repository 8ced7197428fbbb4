import { ListX } from 'lucide-react'
import { gapText as text } from '#shared/text/frame.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'

/** Numbers that the relay could not give, shown until the user dismisses it in one of the windows. */
export function GapBanner() {
  const { bridge } = useClient()
  const gap = useSlice('relay')?.gap
  const view = useView()
  // Ajustes has a notice for it, in its section.
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
