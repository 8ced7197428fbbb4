import { useState } from 'react'
import { changedElsewhere } from '../autosave/autosave.ts'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { reviewText as text } from '#shared/text/app-wizard.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSteadyOnline } from '../../replica/use-steady-online.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { useBringing } from '../documents/intakes.ts'
import { checkOf } from './check-view-model.ts'
import type { Wizard } from './use-wizard.ts'

/** Giving the word to send a draft, or leaving it finished for later. Everything typed is kept before. */
export function useSending({ draft, form }: Wizard, preflight: Preflight | undefined) {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<'send' | 'finish'>()
  /** The duplicates that were looked at: others that come later are looked at again. */
  const [seen, setSeen] = useState<string | null>(null)
  const [unseen, setUnseen] = useState(false)
  const found = checkOf(preflight, 'duplicates')?.found ?? []
  const key = found.map(({ where, id, by }) => `${where} ${id} ${by}`).join(' ')
  const isSeen = found.length === 0 || seen === key
  const online = useSteadyOnline()
  const bringing = useBringing(draft.id)
  const canSend = preflight?.clear === true && task.state !== 'busy' && bringing === 0

  return {
    found,
    isSeen,
    unseen: unseen && !isSeen,
    see: (on: boolean) => setSeen(on ? key : null),
    online,
    canSend,
    task,
    forget,
    async send() {
      if (!canSend) return
      if (!isSeen) {
        setUnseen(true)
        document.querySelector<HTMLElement>('[data-seen]')?.focus()
        return
      }
      const version = await form.reviewed()
      if (version === null) return
      await run('send', async () =>
        version === 'changed'
          ? changedElsewhere
          : bridge.call('procedures.send', { id: draft.id, version, duplicates: found.length > 0 }),
      )
    },
    async finish() {
      if (!canSend) return
      const version = await form.reviewed()
      if (version === null) return
      const done = await run('finish', async () =>
        version === 'changed'
          ? changedElsewhere
          : bridge.call('procedures.finish', { id: draft.id, version }),
      )
      if (!done) return
      announce(text.finished)
      showToast(text.finished)
    },
  }
}

export type Sending = ReturnType<typeof useSending>
