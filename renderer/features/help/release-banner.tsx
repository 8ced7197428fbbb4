import { Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { currentVersion, releaseText as text } from '#shared/text/frame.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { OnceBanner } from './once-banner.tsx'

/**
 * Once after an update. The very first start only notes its version: everything is new then.
 * @param props.waits another offer comes first
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
      onPut={() => void bridge.call('settings.update', { seenVersion: currentVersion })}
      onTake={() => openPanel('releases')}
    >
      <b>{text.updated}</b> {text.to(currentVersion)}
    </OnceBanner>
  )
}
