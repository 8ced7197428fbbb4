import { useState } from 'react'
import type { ExtensionState } from '#shared/bridge/extension.ts'
import { browserNames } from '#shared/text/app-extension.ts'
import {
  approvedLine,
  extensionSettingsText as text,
  revokeErrors,
} from '#shared/text/app-extension-settings.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { ConfirmTaskDialog } from '../frame/confirm-task-dialog.tsx'
import { type KeptRow, keptRows } from '../settings/kept-rows.ts'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'

type Approved = ExtensionState['approved'][number]

export const APPROVED_WORDS = [text.approved, text.approvedHelp, text.revoke, text.search]

/** Rows as they come, in the places that they have on screen. */
function useKeptRows(rows: readonly Approved[]): readonly KeptRow<Approved>[] {
  const [seen, setSeen] = useState(rows)
  const [kept, setKept] = useState(() => keptRows(null, rows))
  if (rows === seen) return kept
  setSeen(rows)
  setKept(keptRows(kept, rows))
  return kept
}

/** Browsers that were let in. */
export function ApprovedRow({ approved }: { approved: readonly Approved[] }) {
  const rows = useKeptRows(approved)
  const [asked, setAsked] = useState<Approved | null>(null)
  if (rows.length === 0) return null
  return (
    <>
      <SettingRow words={APPROVED_WORDS} title={text.approved} help={text.approvedHelp}>
        <SettingItems>
          {rows.map((row) => (
            <ApprovedItem key={row.id} row={row} onRevoke={() => setAsked(row)} />
          ))}
        </SettingItems>
      </SettingRow>
      {asked && <RevokeDialog approved={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function ApprovedItem({ row, onRevoke }: { row: KeptRow<Approved>; onRevoke: () => void }) {
  const line = useAt((now) => (row.gone ? text.gone : approvedLine(row, now)))
  return (
    <SettingItem topic="extension:permission" name={browserNames[row.browser]} line={line} gone={row.gone}>
      {!row.gone && (
        <Button size="low" aria-label={text.revokeOf(row.browser)} onClick={onRevoke}>
          {text.revoke}
        </Button>
      )}
    </SettingItem>
  )
}

/** Takes an approval back: of the browser as it was when it was asked for, whatever the list says meanwhile. */
function RevokeDialog({ approved, onClose }: { approved: Approved; onClose: () => void }) {
  const { bridge } = useClient()
  const line = useAt((now) => approvedLine(approved, now))
  const { id, browser } = approved
  return (
    <ConfirmTaskDialog
      title={text.askRevoke(browser)}
      body={text.revokeBody(line)}
      keep={text.keep}
      submit={text.revokeSubmit}
      meaning={id}
      working={text.revoking}
      done={text.revoked(browser)}
      texts={revokeErrors}
      run={() => bridge.call('extension.revoke', { id })}
      onClose={onClose}
    />
  )
}
