import { useState } from 'react'
import type { DoneAct } from '#shared/bridge/client-requests.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { nextReminder } from '#shared/domain/client-requests.ts'
import { requestText as text } from '#shared/text/client-requests.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { onceAtATime } from '../../replica/use-once.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

type UserAct = CommandArgs<'client-requests.act'>['act']

/** Acts on requests from a screen. Each can be undone, in its toast or by a key. */
export function useRequestActions() {
  const client = useClient()
  const [actions] = useState(() => createActions(client))
  return actions
}

function createActions({ bridge, now }: Pick<Client, 'bridge' | 'now'>) {
  let last: DoneAct[] = []

  const undo = onceAtATime(async () => {
    const done = last
    if (done.length === 0) return
    last = []
    const answer = await bridge.call('client-requests.undo', { done })
    if (answer.ok) return showToast(text.section.undone)
    last = done
    sayFailed(answer.error)
  })
  const act = onceAtATime(async (ids: string[], what: UserAct, said: string) => {
    const answer = await bridge.call('client-requests.act', { ids, act: what })
    if (!answer.ok) return sayFailed(answer.error)
    last = answer.value.done
    showToast(said, 'done', { label: text.undo, run: () => void undo() })
  })
  return {
    act,
    /** Records that the client was reminded today by telephone, or in another way without a message from here. */
    remind(ids: string[], said: (next: string) => string): Promise<void> {
      const next = nextReminder(isoDay(now()))
      return act(ids, { kind: 'remind', channel: 'phone', next }, said(next))
    },
    undo,
  }
}
