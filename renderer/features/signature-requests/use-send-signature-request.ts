import { signatureRequestText as text } from '#shared/text/app-signature-request.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSteadyOnline } from '../../replica/use-steady-online.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { changedElsewhere } from '../autosave/autosave.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

/** Giving the word to send it, or leaving it finished for later. Everything typed is kept before. */
export function useSendSignatureRequest({ known, form, stops }: SignatureRequestOnScreen) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'send' | 'finish'>()
  const online = useSteadyOnline()
  const canSend = stops.length === 0 && task.state !== 'busy'
  const { id } = known

  return {
    online,
    canSend,
    task,
    async send() {
      if (!canSend) return
      const version = await form.reviewed()
      if (version === null) return
      await run('send', async () =>
        version === 'changed' ? changedElsewhere : bridge.call('signature-requests.send', { id, version }),
      )
    },
    async finish() {
      if (!canSend) return
      const version = await form.reviewed()
      if (version === null) return
      const done = await run('finish', async () =>
        version === 'changed' ? changedElsewhere : bridge.call('signature-requests.finish', { id, version }),
      )
      if (!done) return
      announce(text.finished)
      showToast(text.finished)
    },
  }
}

export type SendSignatureRequest = ReturnType<typeof useSendSignatureRequest>
