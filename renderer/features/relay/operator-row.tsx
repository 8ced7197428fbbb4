import { doneWhen } from '#shared/text/app-dates.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { operatorText as text, relayErrors } from '#shared/text/app-relay.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { InboxAddress } from './inbox-address.tsx'

export const OPERATOR_WORDS = [text.title, text.byHand, text.address, text.header]

/** The operator's subscription: made from here, or what to give to the operator for it. */
export function OperatorRow({ relay }: { relay: RelaySlice }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'check'>()
  const { state, checkedAt, error } = relay.subscription
  const isByHand = state === 'by-hand'
  const busy = task.state === 'busy'
  const failed = task.state === 'failed' ? task.error : state === 'failed' ? error : undefined
  const help = useAt((now) =>
    isByHand
      ? text.byHand
      : state === 'created' || state === 'present'
        ? `${text[state]}${checkedAt === null ? '.' : text.checked(doneWhen(checkedAt, now))}`
        : text[state],
  )
  return (
    <SettingRow words={OPERATOR_WORDS} title={text.title} help={help}>
      {!isByHand && (
        <Button
          size="low"
          disabled={busy}
          onClick={() => void run('check', () => bridge.call('relay.subscribe', {}))}
        >
          {state === 'failed' ? text.retry : state === 'unknown' ? text.check : text.again}
        </Button>
      )}
      {isByHand && <InboxAddress />}
      <FirstReceived at={relay.firstReceivedAt} />
      {busy && <BusyLine words={text.checking} />}
      {!busy && failed && (
        <div className="office-wide">
          <FailedNotice error={failed} texts={relayErrors} />
        </div>
      )}
    </SettingRow>
  )
}

/** Whether an event has come yet: a live region, because the user may be on the phone with the operator. */
function FirstReceived({ at }: { at: number | null }) {
  const words = useAt((now) => (at === null ? text.waiting : text.first(doneWhen(at, now))))
  return (
    <p className="small office-wide relay-line" role="status">
      <Sign kind={at === null ? 'none' : 'ok'} /> {words}
    </p>
  )
}
