import type { RelaySlice } from '#shared/bridge/relay.ts'
import {
  misorderedLine,
  relayErrors,
  relayStates,
  relayStatus,
  relayText as text,
  SKEW_SHOWN_MS,
  skewLine,
  unreadableLine,
} from '#shared/text/relay.ts'
import { BusyIcon } from '../../design/icon.tsx'
import { Button } from '../../design/button.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../frame/task-notice.tsx'

/** Without a sign of its own while something is on its way. Red is for vehicles, not for the network. */
const SIGNS: Partial<Record<RelaySlice['state'], SignKind>> = {
  none: 'none',
  live: 'ok',
  longpoll: 'ok',
  retrying: 'unknown',
  revoked: 'warn',
  asleep: 'none',
}

/** State of the relay, with the numbers behind it. */
export function RelayStatus({ relay, onPair }: { relay: RelaySlice; onPair: () => void }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'retry'>()
  const { state, office, address, skewMs, misordered, unreadable } = relay
  const isMissing = relay.missing !== null && relay.missing > 0
  const sign = isMissing && SIGNS[state] === 'ok' ? undefined : SIGNS[state]
  const busy = task.state === 'busy'
  return (
    <>
      <div className="office-status">
        {sign ? <Sign kind={sign} /> : <BusyIcon />}
        <div className="office-status__words">
          <StatusWords relay={relay} />
          <span className="small muted relay-host">{[office, address].filter(Boolean).join(' · ')}</span>
          {skewMs !== null && Math.abs(skewMs) > SKEW_SHOWN_MS && (
            <span className="small relay-line">
              <Sign kind="warn" /> {skewLine(skewMs)}
            </span>
          )}
          {unreadable && <UnreadableLine unreadable={unreadable} />}
          {misordered > 0 && <span className="small muted">{misorderedLine(misordered)}</span>}
        </div>
        <div className="office-actions">
          {(state === 'retrying' || state === 'revoked') && (
            <Button
              size="low"
              disabled={busy}
              onClick={() => void run('retry', () => bridge.call('relay.retry', {}))}
            >
              {text.retry}
            </Button>
          )}
          {state === 'revoked' && (
            <Button size="low" onClick={onPair}>
              {text.pairAgain}
            </Button>
          )}
        </div>
      </div>
      {/* Apart from what ages: a region with seconds in it would never be silent. */}
      <p className="visually-hidden" role="status">
        {relayStates[state]}
      </p>
      {task.state === 'failed' && <FailedNotice error={task.error} texts={relayErrors} />}
    </>
  )
}

/** Drawn again when a word of it changes, and not with every tick of the clock. */
function StatusWords({ relay }: { relay: RelaySlice }) {
  const [title, ...lines] = useAt((now) => {
    const status = relayStatus(relay, now)
    return [status.title, ...status.lines]
  })
  return (
    <>
      <b>{title}</b>
      {lines.map((line) => (
        <span className="small second" key={line}>
          {line}
        </span>
      ))}
    </>
  )
}

function UnreadableLine({ unreadable }: { unreadable: NonNullable<RelaySlice['unreadable']> }) {
  const line = useAt((now) => unreadableLine(unreadable, now))
  return (
    <span className="small relay-line">
      <Sign kind="warn" /> {line}
    </span>
  )
}
