import { useState, useEffect, useRef } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import {
  relayText as text,
  relayErrors,
  operatorText,
  checkText,
  misorderedLine,
  relayStates,
  relayStatus,
  SKEW_SHOWN_MS,
  skewLine,
  unreadableLine,
} from '#shared/text/relay.ts'
import { gapText } from '#shared/text/frame.ts'
import { doneWhen } from '#shared/text/dates.ts'
import { pairErrors, pairText, alarmText } from '#shared/text/relay-pairing.ts'
import { Button } from '../../design/button.tsx'
import { useSlice, useAt } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { useEventCallback } from '../../design/hooks.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyIcon } from '../../design/icon.tsx'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { BusyLine, FailedNotice, SavingBar } from '../../app/task-notice.tsx'
import { ALARM_WORDS, AlarmRow } from './alarm-row.tsx'
import { CheckWay } from './check-way.tsx'
import { DEVICE_WORDS, DevicesRow } from './devices-row.tsx'
import { InboxAddress } from './inbox-address.tsx'
import { PairDialog } from './pair-dialog.tsx'
import { isHeard } from './use-devices.tsx'
import { SEALING_WORDS, SealingRow } from './sealing-row.tsx'
import { SHARING_WORDS, SharingRow } from './sharing-row.tsx'
import '../../app/setting-sections.css'

const OPERATOR_WORDS = [operatorText.title, operatorText.byHand, operatorText.address, operatorText.header]

/** The operator's subscription: the core creates it, or the row shows the data to give to the operator. */
function OperatorRow({ relay }: { relay: RelaySlice }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'check'>()
  const { state, checkedAt, error } = relay.subscription
  const isByHand = state === 'by-hand'
  const busy = task.state === 'busy'
  const failed = task.state === 'failed' ? task.error : state === 'failed' ? error : undefined
  const help = useAt((now) =>
    isByHand
      ? operatorText.byHand
      : state === 'created' || state === 'present'
        ? `${operatorText[state]}${checkedAt === null ? '.' : operatorText.checked(doneWhen(checkedAt, now))}`
        : operatorText[state],
  )
  return (
    <SettingRow words={OPERATOR_WORDS} title={operatorText.title} help={help}>
      {!isByHand && (
        <Button
          size="low"
          disabled={busy}
          onClick={() => void run('check', () => bridge.call('relay.subscribe', {}))}
        >
          {state === 'failed'
            ? operatorText.retry
            : state === 'unknown'
              ? operatorText.check
              : operatorText.again}
        </Button>
      )}
      {isByHand && <InboxAddress />}
      <FirstReceived at={relay.firstReceivedAt} />
      {busy && <BusyLine words={operatorText.checking} />}
      {!busy && failed && (
        <div className="office-wide">
          <FailedNotice error={failed} texts={relayErrors} />
        </div>
      )}
    </SettingRow>
  )
}

/** Tells whether an event has arrived yet. A live region, because the user may be on the phone with the operator. */
function FirstReceived({ at }: { at: number | null }) {
  const words = useAt((now) => (at === null ? operatorText.waiting : operatorText.first(doneWhen(at, now))))
  return (
    <p className="small office-wide relay-line" role="status">
      <Sign kind={at === null ? 'none' : 'ok'} /> {words}
    </p>
  )
}

const RECEIPT_WORDS = [alarmText.receipts, alarmText.receiptsHelp, alarmText.receiptsSearch]

/** Exports a file that tells which PC received which event and when. */
function ReceiptsRow({ relay }: { relay: RelaySlice }) {
  const file = useSaveFile('relay.receipts', alarmText.exported)
  return (
    <SettingRow words={RECEIPT_WORDS} title={alarmText.receipts} help={alarmText.receiptsHelp}>
      <Button size="low" disabled={file.saving !== null || !isHeard(relay)} onClick={() => file.save({})}>
        {alarmText.export}
      </Button>
      <SavingBar className="office-wide" file={file} label={alarmText.exporting} cancel={alarmText.cancel} />
    </SettingRow>
  )
}

const PAIR = [text.none, text.noneHelp, text.pair, text.search]
const CHECK = [checkText.title, checkText.help, checkText.search, text.search]
const FORGET = [text.forget, text.forgetHelp, text.search]
const WORDS = [
  PAIR,
  CHECK,
  DEVICE_WORDS,
  SEALING_WORDS,
  SHARING_WORDS,
  OPERATOR_WORDS,
  ALARM_WORDS,
  RECEIPT_WORDS,
  FORGET,
]

/** Ajustes › Relé: pairing, state, PCs of the office, and the check of the whole path. */
export function RelaySection() {
  const relay = useSlice('relay')
  return relay && <Relay relay={relay} />
}

function Relay({ relay }: { relay: RelaySlice }) {
  const [open, setOpen] = useState<'pair' | 'forget' | null>(null)
  const close = () => setOpen(null)
  const pair = () => setOpen('pair')
  const { state, pairing } = relay
  usePairingEnd(relay, () => setOpen((now) => (now === 'pair' ? null : now)))
  const isNone = state === 'none'
  return (
    <SettingsSection id="relay" rows={WORDS} intro={isNone ? text.intro : undefined}>
      {!isNone && <RelayStatus relay={relay} onPair={pair} />}
      {pairing && open !== 'pair' && <PairingNotice pairing={pairing} onSee={pair} />}
      {relay.gap && <GapNotice gap={relay.gap} />}
      <ul className="setting-rows">
        {isNone ? (
          <SettingRow words={PAIR} title={text.none} help={text.noneHelp}>
            {!pairing && (
              <Button size="low" onClick={pair}>
                {text.pair}
              </Button>
            )}
          </SettingRow>
        ) : (
          <>
            <CheckWay words={CHECK} />
            {state !== 'revoked' && (
              <>
                <DevicesRow relay={relay} />
                <SealingRow relay={relay} />
                <SharingRow relay={relay} />
              </>
            )}
            {relay.admin && state !== 'revoked' && (
              <>
                <OperatorRow relay={relay} />
                <AlarmRow relay={relay} />
                <ReceiptsRow relay={relay} />
              </>
            )}
            <SettingRow words={FORGET} title={text.forget} help={text.forgetHelp}>
              <Button size="low" onClick={() => setOpen('forget')}>
                {text.forgetAction}
              </Button>
            </SettingRow>
          </>
        )}
      </ul>
      {open === 'pair' && <PairDialog relay={relay} onClose={close} />}
      {open === 'forget' && <ForgetDialog admin={relay.admin} onClose={close} />}
    </SettingsSection>
  )
}

/** Forgets the relay on this PC. Without the relay only speed is lost, and the dialog says so. */
function ForgetDialog({ admin, onClose }: { admin: boolean; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.askForget}
      body={text.forgetBody}
      keep={text.keep}
      submit={text.forget}
      working={text.forgetting}
      done={text.forgotten}
      texts={relayErrors}
      run={() => bridge.call('relay.forget', {})}
      onClose={onClose}
    >
      {admin && <p className="second">{text.forgetLast}</p>}
    </ConfirmTaskDialog>
  )
}

/** Numbers that the relay could not give. On the other pages the attention line shows them. */
function GapNotice({ gap }: { gap: NonNullable<RelaySlice['gap']> }) {
  const { bridge } = useClient()
  return (
    <div className="relay-notice">
      <Notice
        tone="warn"
        icon={<Sign kind="warn" />}
        actions={
          <Button size="low" onClick={() => void bridge.call('relay.dismiss-gap', {})}>
            {gapText.understood}
          </Button>
        }
      >
        <NoticeWords title={gapText.title(gap)} body={gapText.looked(gap.looked)} />
      </Notice>
    </div>
  )
}

interface PairingNoticeProps {
  pairing: NonNullable<RelaySlice['pairing']>
  onSee: () => void
}

/** Pairing that goes on or failed while its dialog is closed. */
function PairingNotice({ pairing, onSee }: PairingNoticeProps) {
  const { bridge } = useClient()
  const cancel = () => void bridge.call('relay.cancel-pairing', {})
  const { state, error, isCompared } = pairing
  return (
    <div className="relay-notice">
      {state === 'failed' && error ? (
        <FailedNotice error={error} texts={pairErrors} />
      ) : (
        <BusyLine words={isCompared ? pairText.inProgress : pairText.uncompared} />
      )}
      <div className="office-actions">
        <Button size="low" onClick={onSee}>
          {state === 'failed' ? pairText.again : pairText.see}
        </Button>
        <Button size="low" tone="plain" onClick={cancel}>
          {state === 'failed' ? pairText.put : pairText.stop}
        </Button>
      </div>
    </div>
  )
}

/** Announces once that this PC was admitted, even if the dialog with the words is closed. */
function usePairingEnd({ state, office, pairing }: RelaySlice, onEnd: () => void) {
  const wasPairing = useRef(false)
  const end = useEventCallback(onEnd)
  const isPairing = pairing !== null
  const isPaired = state !== 'none' && state !== 'revoked'
  useEffect(() => {
    const ended = wasPairing.current && !isPairing && isPaired
    wasPairing.current = isPairing
    if (!ended) return
    showToast(pairText.done(office))
    end()
  }, [isPairing, isPaired, office, end])
}

/** A state without a sign shows the busy icon. No state is red: red is for vehicles, not for the network. */
const SIGNS: Partial<Record<RelaySlice['state'], SignKind>> = {
  none: 'none',
  live: 'ok',
  longpoll: 'ok',
  retrying: 'unknown',
  revoked: 'warn',
  asleep: 'none',
}

/** State of the relay, with its figures. */
function RelayStatus({ relay, onPair }: { relay: RelaySlice; onPair: () => void }) {
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
      {/* The live region has no ages, because it would speak every second. */}
      <p className="visually-hidden" role="status">
        {relayStates[state]}
      </p>
      {task.state === 'failed' && <FailedNotice error={task.error} texts={relayErrors} />}
    </>
  )
}

/** Re-renders when one of its words changes, and not on every tick of the clock. */
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
