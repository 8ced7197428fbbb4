import { useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { relayText as text } from '#shared/text/app-relay.ts'
import { checkText } from '#shared/text/app-relay-check.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { ALARM_WORDS, AlarmRow } from './alarm-row.tsx'
import { CheckWay } from './check-way.tsx'
import { DEVICE_WORDS, DevicesRow } from './devices-row.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { GapNotice } from './gap-notice.tsx'
import { OPERATOR_WORDS, OperatorRow } from './operator-row.tsx'
import { PairDialog } from './pair-dialog.tsx'
import { PairingNotice } from './pairing-notice.tsx'
import { RECEIPT_WORDS, ReceiptsRow } from './receipts-row.tsx'
import { RelayStatus } from './relay-status.tsx'
import { SEALING_WORDS, SealingRow } from './sealing-row.tsx'
import { usePairingEnd } from './use-pairing-end.ts'
import './relay-section.css'

const PAIR = [text.none, text.noneHelp, text.pair, text.search]
const CHECK = [checkText.title, checkText.help, checkText.search, text.search]
const FORGET = [text.forget, text.forgetHelp, text.search]
const WORDS = [PAIR, CHECK, DEVICE_WORDS, SEALING_WORDS, OPERATOR_WORDS, ALARM_WORDS, RECEIPT_WORDS, FORGET]

/** Ajustes › Relé: pairing, what it has brought, its PCs, and the check of the whole way. */
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
