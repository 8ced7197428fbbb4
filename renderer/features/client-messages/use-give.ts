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
    if (channel === 'copy') return void copyText(given ?? '', text.copied)
    if (url === null || openClientLink(url)) return announce(text.opened[channel])
    // Browsers allow a new tab only right after a click, and the answer took longer.
    showToast(text.blocked, 'failed', { label: text.again, run: () => void openClientLink(url) })
  }
  return { task, give, forget }
}
