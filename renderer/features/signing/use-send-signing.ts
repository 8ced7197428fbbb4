import { signingText as text } from '#shared/text/app-signing.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import type { SigningOnScreen } from './use-signing.ts'

/** Giving the word to send it, or leaving it finished for later. Everything typed is kept before. */
export function useSendSigning({ known, form, stops }: SigningOnScreen) {
  const { bridge } = useClient()
  const connection = useSlice('connection')?.state
  const { task, run } = useOnce<'send' | 'finish'>()
  const online = connection === 'online' || connection === 'idle'
  const canSend = stops.length === 0 && task.state !== 'busy'
  const { id } = known

  /** The version that the core has once everything is kept; `null` when it could not be. */
  const kept = async () => ((await form.flush()) ? form.store.getState().form.base.version : null)

  return {
    online,
    canSend,
    task,
    async send() {
      if (!canSend) return
      const version = await kept()
      if (version !== null) await run('send', () => bridge.call('signing.send', { id, version }))
    },
    async finish() {
      if (!canSend) return
      const version = await kept()
      if (version === null) return
      if (!(await run('finish', () => bridge.call('signing.finish', { id, version })))) return
      announce(text.finished)
      showToast(text.finished)
    },
  }
}

export type SendSigning = ReturnType<typeof useSendSigning>
