import { useEffect, useState } from 'react'
import type { HostBrowser } from '#shared/bridge/extension.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import { extensionSettingsText as text } from '#shared/text/app-extension-settings.ts'
import { useEventCallback } from '../../design/use-event-callback.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Browsers of this PC, read when they are first shown and when the window is come back to. */
export function useBrowsers() {
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
