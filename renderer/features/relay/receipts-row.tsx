import type { RelaySlice } from '#shared/bridge/relay.ts'
import { alarmText as text } from '#shared/text/app-relay-alarm.ts'
import { Button } from '../../design/button.tsx'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { SavingBar } from '../frame/saving-bar.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { isHeard } from './use-devices.ts'

export const RECEIPT_WORDS = [text.receipts, text.receiptsHelp, text.receiptsSearch]

/** Which PC received which event and when, as a file. */
export function ReceiptsRow({ relay }: { relay: RelaySlice }) {
  const file = useSaveFile('relay.receipts', text.exported)
  return (
    <SettingRow words={RECEIPT_WORDS} title={text.receipts} help={text.receiptsHelp}>
      <Button size="low" disabled={file.saving !== null || !isHeard(relay)} onClick={() => file.save({})}>
        {text.export}
      </Button>
      <SavingBar className="office-wide" file={file} label={text.exporting} cancel={text.cancel} />
    </SettingRow>
  )
}
