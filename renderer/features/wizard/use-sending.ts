import { useState } from 'react'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { reviewText as text } from '#shared/text/wizard.ts'
import { useClient } from '../../replica/client.ts'
import { useBringing } from '../documents/intakes.ts'
import { useSubmit } from '../outbox/use-submit.ts'
import { checkOf } from './check-view-model.ts'
import type { Wizard } from './use-wizard.ts'

/** Sends a draft, or leaves it finished for later. Saves everything typed first. */
export function useSending({ draft, form }: Wizard, preflight: Preflight | undefined) {
  const { bridge } = useClient()
  /** Key of the duplicates reviewed: later ones need another review. */
  const [seen, setSeen] = useState<string | null>(null)
  const [unseen, setUnseen] = useState(false)
  const found = checkOf(preflight, 'duplicates')?.found ?? []
  const key = found.map(({ where, id, by }) => `${where} ${id} ${by}`).join(' ')
  const isSeen = found.length === 0 || seen === key
  const bringing = useBringing(draft.id)
  const { id } = draft
  const { send, ...submit } = useSubmit({
    form,
    isClear: preflight?.clear === true && bringing === 0,
    finished: text.finished,
    ask: (how, version) =>
      how === 'finish'
        ? bridge.call('procedures.finish', { id, version })
        : bridge.call('procedures.send', { id, version, duplicates: found.length > 0 }),
  })

  return {
    ...submit,
    found,
    isSeen,
    unseen: unseen && !isSeen,
    see: (on: boolean) => setSeen(on ? key : null),
    async send() {
      if (!submit.canSend) return
      if (isSeen) return void (await send())
      setUnseen(true)
      document.querySelector<HTMLElement>('[data-seen]')?.focus()
    },
  }
}

export type Sending = ReturnType<typeof useSending>
