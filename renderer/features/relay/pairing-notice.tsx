import type { RelaySlice } from '#shared/bridge/relay.ts'
import { pairErrors, pairText as text } from '#shared/text/app-relay-pairing.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

export interface PairingNoticeProps {
  pairing: NonNullable<RelaySlice['pairing']>
  onSee: () => void
}

/** A pairing that goes on, or failed, while its dialog is closed. */
export function PairingNotice({ pairing, onSee }: PairingNoticeProps) {
  const { bridge } = useClient()
  const cancel = () => void bridge.call('relay.cancel-pairing', {})
  const { state, error } = pairing
  return (
    <div className="relay-notice">
      {state === 'failed' && error ? (
        <FailedNotice error={error} texts={pairErrors} />
      ) : (
        <BusyLine words={text.inProgress} />
      )}
      <div className="office-actions">
        <Button size="low" onClick={onSee}>
          {state === 'failed' ? text.again : text.see}
        </Button>
        <Button size="low" tone="plain" onClick={cancel}>
          {state === 'failed' ? text.put : text.stop}
        </Button>
      </div>
    </div>
  )
}
