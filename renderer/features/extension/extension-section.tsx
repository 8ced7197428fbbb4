import { extensionSettingsText as text, approvedLine, revokeErrors } from '#shared/text/extension.ts'
import { useSlice, useAt } from '../../replica/use-replica.ts'
import { managedText } from '#shared/text/managed.ts'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { useState } from 'react'
import type { ExtensionState } from '#shared/bridge/extension.ts'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/task-dialogs.tsx'
import { type KeptRow, keptRows } from '../settings/kept-rows.ts'
import { BROWSER_WORDS, BrowsersRow } from './browsers-row.tsx'
import { EXTENSION_KEYS } from '#shared/domain/extension-keys.ts'
import { parseAccelerator } from '#shared/domain/accelerator.ts'
import { acceleratorSpoken, keysOf } from '#shared/text/shortcuts.ts'
import { Keys } from '../../design/kbd.tsx'
import { desktop } from '../../shortcuts/desktop.ts'
import { usePending } from './use-approvals.ts'
import { browserNames } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { type ApprovalRequest, openApproval, requestKey } from '../../ui-state/extension-state.ts'
import './extension.css'

const GET = [text.get, ...text.ways.flatMap(({ title, how }) => [title, how]), text.search]

/** Ajustes › Extensión: the browsers that were let in, those that wait, and how each finds this installation. */
export function ExtensionSection() {
  const state = useSlice('extension')
  const pending = usePending()
  const allowed = useSlice('managed')?.extension
  if (!state) return null
  if (allowed === false)
    return (
      <SettingsSection id="extension" rows={[[text.search]]} intro={text.intro}>
        <FixedNote words={managedText.extension} />
      </SettingsSection>
    )
  const words = [
    ...(pending.length > 0 ? [WAITING_WORDS] : []),
    ...(state.approved.length > 0 ? [APPROVED_WORDS] : []),
    BROWSER_WORDS,
    GET,
    KEY_WORDS,
  ]
  return (
    <SettingsSection id="extension" rows={words} intro={text.intro}>
      <ul className="setting-rows">
        <WaitingRow pending={pending} />
        <ApprovedRow approved={state.approved} />
        <BrowsersRow />
        <SettingRow words={GET} title={text.get}>
          <SettingItems>
            {text.ways.map(({ title, how }) => (
              <SettingItem key={title} name={title} line={how} />
            ))}
          </SettingItems>
        </SettingRow>
        <KeysRow />
      </ul>
    </SettingsSection>
  )
}

const KEY_WORDS = [text.keys, text.keysHelp, text.keyLookUp, text.keyScan, 'atajos', text.search]

const ROWS = [
  { words: text.keyLookUp, accelerator: EXTENSION_KEYS.lookUp },
  { words: text.keyScan, accelerator: EXTENSION_KEYS.scan },
]

/** Keys of the extension in the browser, as it suggests them. */
const KeysRow = () => (
  <SettingRow words={KEY_WORDS} title={text.keys} help={text.keysHelp}>
    <SettingItems>
      {ROWS.map(({ words, accelerator }) => (
        <SettingItem key={accelerator} name={words}>
          <DrawnKeys accelerator={accelerator} />
        </SettingItem>
      ))}
    </SettingItems>
  </SettingRow>
)

function DrawnKeys({ accelerator }: { accelerator: string }) {
  const parsed = parseAccelerator(accelerator)
  if (!parsed) return null
  return (
    <span>
      <Keys keys={keysOf(parsed, desktop)} />
      <span className="visually-hidden">{acceleratorSpoken(accelerator, desktop)}</span>
    </span>
  )
}

const WAITING_WORDS = [text.waiting, text.waitingHelp, text.search]

/** Browsers that wait to be let in. */
function WaitingRow({ pending }: { pending: readonly ApprovalRequest[] }) {
  if (pending.length === 0) return null
  return (
    <SettingRow words={WAITING_WORDS} title={text.waiting} help={text.waitingHelp}>
      <SettingItems>
        {pending.map((request) => (
          <WaitingItem key={requestKey(request)} request={request} />
        ))}
      </SettingItems>
    </SettingRow>
  )
}

function WaitingItem({ request }: { request: ApprovalRequest }) {
  const line = useAt((now) => text.asked(request.askedAt, now))
  return (
    <SettingItem topic="extension:permission" name={browserNames[request.browser]} line={line}>
      <Button
        size="low"
        aria-label={text.compareOf(request.browser)}
        onClick={() => openApproval(requestKey(request))}
      >
        {text.compare}
      </Button>
    </SettingItem>
  )
}

type Approved = ExtensionState['approved'][number]

const APPROVED_WORDS = [text.approved, text.approvedHelp, text.revoke, text.search]

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
function ApprovedRow({ approved }: { approved: readonly Approved[] }) {
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
