import type { ClientMessage, ClientSubject } from '#shared/bridge/client-messages.ts'
import type { ClientChannel } from '#shared/domain/client-recipients.ts'
import { clientDialogText as text } from '#shared/text/app-client.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import { openClientLink } from '../../ui-state/open-tab.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { copyText } from '../resources/copy-text.ts'

/** Gives a text to the clipboard or to a program, once the core has recorded it. */
export function useGive(about: ClientSubject, onDone: () => void) {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<ClientChannel>()

  async function give(channel: ClientChannel, choice: string, message: ClientMessage) {
    const { key: to, revision } = message
    const done = await run(channel, () =>
      bridge.call('client-messages.give', { about, choice, to, channel, revision }),
    )
    if (!done) return
    const { url, text: given } = done.value
    onDone()
    const record = async (result: 'ok' | 'failed') => {
      const noted = await bridge.call('client-messages.outcome', { about, choice, channel, result })
      if (!noted.ok) showToast(text.notRecorded, 'failed')
    }
    if (channel === 'copy') {
      if (!(await copyText(given ?? '', text.copied))) await record('failed')
      return
    }
    if (url === null || openClientLink(url)) return announce(text.opened[channel])
    // Browsers allow a new tab only right after a click, and the answer took longer.
    showToast(text.blocked, 'failed', {
      label: text.again,
      run: () => void (openClientLink(url) && record('ok')),
    })
    await record('failed')
  }
  return { task, give, forget }
}
