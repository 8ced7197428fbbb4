import { useState, useEffect } from 'react'
import {
  extensionSettingsText as text,
  approvedLine,
  revokeErrors,
  browserErrors,
  readErrors,
  hostLine,
  leftLine,
} from '#shared/text/extension.ts'
import { managedText } from '#shared/text/managed.ts'
import type { ExtensionState, HostBrowser } from '#shared/bridge/extension.ts'
import { EXTENSION_KEYS, type Browser } from '#shared/host-protocol/protocol.ts'
import { parseAccelerator } from '#shared/domain/accelerator.ts'
import { acceleratorSpoken, keysOf } from '#shared/text/shortcuts.ts'
import { browserNames } from '#shared/text/app.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useSlice, useAt } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { Keys } from '../../design/kbd.tsx'
import { desktop } from '../../app/shortcuts.ts'
import { Button } from '../../design/button.tsx'
import { type ApprovalRequest, openApproval, requestKey } from './extension-state.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useEventCallback } from '../../design/hooks.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { FixedNote } from '../../app/managed.tsx'
import {
  SettingItem,
  SettingItems,
  SettingRow,
  SettingsSection,
  type KeptRow,
  keptRows,
} from '../../app/setting-rows.tsx'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { usePending } from './use-approvals.ts'
import './extension.css'

const GET = [text.get, ...text.ways.flatMap(({ title, how }) => [title, how]), text.search]

/**
 * Section *Ajustes › Extensión*: approved browsers, waiting browsers, and how each browser finds this installation.
 */
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

/** Keys that the extension suggests to the browser. */
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

/** Browsers that wait for an approval. */
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

/** Updated rows, in their places on screen. A removed row stays and is marked as gone. */
function useKeptRows(rows: readonly Approved[]): readonly KeptRow<Approved>[] {
  const [seen, setSeen] = useState(rows)
  const [kept, setKept] = useState(() => keptRows(null, rows))
  if (rows === seen) return kept
  setSeen(rows)
  setKept(keptRows(kept, rows))
  return kept
}

/** Approved browsers. */
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

/** Revokes an approval. The dialog shows the approval as it was when the dialog opened, even if the list changes. */
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

const BROWSER_WORDS = [text.browsers, text.browsersHelp, text.install, text.uninstall, text.search]

/**
 * Browsers of this PC: whether each one finds this installation, and buttons that install or remove the entry for it.
 */
function BrowsersRow() {
  const { bridge } = useClient()
  const { rows, setRows, task, read, install } = useBrowsers()
  const [asked, setAsked] = useState<Browser | null>(null)
  const listed = rows && listedBrowsers(rows)
  const busy = task.state === 'busy' && task.what !== 'read' ? task.what : null
  const failed = task.state === 'failed' ? task : null
  return (
    <>
      <SettingRow words={BROWSER_WORDS} title={text.browsers} help={text.browsersHelp}>
        {listed?.length === 0 && (
          <Button size="low" onClick={() => void read()}>
            {text.again}
          </Button>
        )}
        {listed === null && task.state === 'busy' && <BusyLine words={text.reading} />}
        {listed?.length === 0 && <p className="small muted office-wide">{text.none()}</p>}
        {listed && listed.length > 0 && (
          <SettingItems>
            {listed.map((row) => (
              <BrowserItem
                key={row.browser}
                row={row}
                busy={busy}
                error={failed?.what === row.browser ? failed.error : null}
                onInstall={() => void install(row.browser)}
                onUninstall={() => setAsked(row.browser)}
              />
            ))}
          </SettingItems>
        )}
        {failed?.what === 'read' && (
          <div className="office-wide">
            <FailedNotice error={failed.error} texts={readErrors} />
            <div className="office-actions">
              <Button size="low" onClick={() => void read()}>
                {text.again}
              </Button>
            </div>
          </div>
        )}
      </SettingRow>
      {asked && (
        <ConfirmTaskDialog
          title={text.askUninstall(asked)}
          body={text.uninstallBody}
          keep={text.keep}
          submit={text.uninstallSubmit}
          meaning={asked}
          working={text.uninstalling}
          done={text.uninstalled(asked)}
          texts={browserErrors}
          run={() => bridge.call('extension.uninstall', { browser: asked })}
          onDone={(done) => setRows(done.rows)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface BrowserItemProps {
  row: HostBrowser
  /** Browser whose entry is being installed. */
  busy: Browser | null
  error: AppError | null
  onInstall: () => void
  onUninstall: () => void
}

const LABELS = { install: text.install, 'take-over': text.takeOver, uninstall: text.uninstall }
const NAMES = { install: text.installIn, 'take-over': text.takeOverIn, uninstall: text.uninstallFrom }

function BrowserItem({ row, busy, error, onInstall, onUninstall }: BrowserItemProps) {
  const { sign, line, action } = browserViewModel(row)
  return (
    <SettingItem
      topic="extension:connection"
      name={browserNames[row.browser]}
      line={
        busy === row.browser ? (
          <BusyLine words={text.installing} />
        ) : (
          <span className="extension-line">
            <Sign kind={sign} /> {line}
          </span>
        )
      }
      under={error && <FailedNotice error={error} texts={browserErrors} />}
    >
      {action && (
        <Button
          size="low"
          aria-label={NAMES[action](row.browser)}
          aria-disabled={busy !== null || undefined}
          onClick={() => {
            if (busy !== null) return
            if (action === 'uninstall') onUninstall()
            else onInstall()
          }}
        >
          {LABELS[action]}
        </Button>
      )}
    </SettingItem>
  )
}

/** Browsers of this PC. Read when first shown, and whenever the window regains the focus. */
function useBrowsers() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read' | Browser>()
  const [rows, setRows] = useState<readonly HostBrowser[] | null>(null)
  const read = useEventCallback(async () => {
    // A read would replace the pending task, and the answer of an installation would be lost.
    if (task.state === 'busy') return
    const done = await run('read', () => bridge.call('extension.browsers', {}))
    if (done) setRows(done.value.rows)
  })
  useEffect(() => {
    const readAgain = () => void read()
    readAgain()
    addEventListener('focus', readAgain)
    return () => removeEventListener('focus', readAgain)
  }, [read])
  const install = async (browser: Browser) => {
    if (task.state === 'busy' && task.what !== 'read') return
    const done = await run(browser, () => bridge.call('extension.install', { browser }))
    if (!done) return
    setRows(done.value.rows)
    showToast(text.installed(browser))
  }
  return { rows, setRows, task, read, install }
}

interface BrowserViewModel {
  sign: SignKind
  line: string
  /** Action of the button. `take-over` replaces the entry of another installation. */
  action: 'install' | 'take-over' | 'uninstall' | null
}

const SIGNS: Readonly<Record<HostBrowser['host'], SignKind>> = {
  installed: 'ok',
  missing: 'none',
  other: 'warn',
}
const ACTIONS = { installed: 'uninstall', missing: 'install', other: 'take-over' } as const

/**
 * View model of a browser in Ajustes: whether the extension finds this installation from it, and the possible action.
 */
export function browserViewModel({ found, host }: HostBrowser): BrowserViewModel {
  // In a browser that is gone, only the removal of the entry makes sense.
  if (!found)
    return host === 'installed'
      ? { sign: 'none', line: leftLine, action: 'uninstall' }
      : { sign: SIGNS[host], line: hostLine[host], action: null }
  return { sign: SIGNS[host], line: hostLine[host], action: ACTIONS[host] }
}

/** Browsers of this PC, and removed browsers that still have an entry of this installation. */
export const listedBrowsers = (rows: readonly HostBrowser[]): readonly HostBrowser[] =>
  rows.filter(({ found, host }) => found || host === 'installed')
