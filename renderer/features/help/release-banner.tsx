import { Sparkles, type LucideIcon } from 'lucide-react'
import { useEffect, type ReactNode, useState } from 'react'
import { currentVersion, releaseText as text } from '#shared/text/frame.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../app/panel-state.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'

/**
 * Banner shown once after an update. The very first start only stores its version, because everything is new then.
 * @param props.waits true while another offer comes first
 */
export function ReleaseBanner({ waits = false }: { waits?: boolean }) {
  const { bridge } = useClient()
  const seen = useSlice('settings')?.seenVersion
  const isFirst = seen === ''
  useEffect(() => {
    if (isFirst) void bridge.call('settings.update', { seenVersion: currentVersion })
  }, [bridge, isFirst])
  if (waits || !seen || seen === currentVersion) return null
  return (
    <OnceBanner
      icon={Sparkles}
      take={text.see}
      leave={text.later}
      onDismiss={() => void bridge.call('settings.update', { seenVersion: currentVersion })}
      onTake={() => openPanel('releases')}
    >
      <b>{text.updated}</b> {text.to(currentVersion)}
    </OnceBanner>
  )
}

interface OnceBannerProps {
  icon: LucideIcon
  take: string
  leave: string
  /** Called by both buttons, so that the banner never returns. */
  onDismiss: () => void
  onTake: () => void
  children: ReactNode
}

/** Banner that is shown once, until the user presses one of its buttons. */
export function OnceBanner({ icon, take, leave, onDismiss, onTake, children }: OnceBannerProps) {
  const [isPut, setPut] = useState(false)
  if (isPut) return null
  const putAway = () => {
    // Hide the banner at once: with a slow core, it would stay under a second press.
    setPut(true)
    onDismiss()
  }
  return (
    <Banner
      icon={<Icon of={icon} />}
      actions={
        <>
          <Button
            size="low"
            onClick={() => {
              putAway()
              onTake()
            }}
          >
            {take}
          </Button>
          <Button size="low" tone="plain" onClick={putAway}>
            {leave}
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  )
}
