import { useState, useEffect } from 'react'
import type { HostBrowser } from '#shared/bridge/extension.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import { browserNames } from '#shared/text/app.ts'
import { browserErrors, extensionSettingsText as text, readErrors } from '#shared/text/extension.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/task-dialogs.tsx'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { browserViewModel, listedBrowsers } from './browser-view-model.ts'
import { useEventCallback } from '../../design/use-event-callback.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'

export const BROWSER_WORDS = [text.browsers, text.browsersHelp, text.install, text.uninstall, text.search]

/** Which browsers of this PC find this installation, and the entry that makes them find it. */
export function BrowsersRow() {
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
  /** Browser that is being installed in. */
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

/** Browsers of this PC, read when they are first shown and when the window is come back to. */
function useBrowsers() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read' | Browser>()
  const [rows, setRows] = useState<readonly HostBrowser[] | null>(null)
  const read = useEventCallback(async () => {
    // It would leave the answer of an installation unheard.
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
