import { createStore } from 'zustand/vanilla'
import { papersText as text } from '#shared/text/app-procedure.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { Client } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'

interface Waiting {
  /** Of the account that it is of: it is asked of no other. */
  profile: string
  id: string
}

/** Papers to be brought when there is a connection again: it is only reading, so nobody has to be asked twice. */
const store = createStore<{ waiting: readonly Waiting[] }>(() => ({ waiting: [] }))
let stop: (() => void) | null = null

export const keepQueue = store

/** Whether the papers of a procedure wait for the connection. */
export const isWaiting = (waiting: readonly Waiting[], id: string) => waiting.some((one) => one.id === id)

/** Brings the papers of a procedure once the service answers again, wherever the person goes meanwhile. */
export function keepWhenBack(client: Client, id: string) {
  const { replica, bridge } = client
  const profile = replica.getState().slices?.profile.id
  if (profile === undefined || isWaiting(store.getState().waiting, id)) return
  store.setState(({ waiting }) => ({ waiting: [...waiting, { profile, id }] }))

  const look = async () => {
    const { slices } = replica.getState()
    if (slices?.connection.state !== 'online') return
    const mine = slices.profile.id
    const { waiting } = store.getState()
    const others = waiting.filter((one) => one.profile !== mine)
    store.setState({ waiting: others })
    if (others.length === 0) {
      stop?.()
      stop = null
    }
    for (const one of waiting) {
      if (one.profile !== mine) continue
      const kept = await bridge.call('papers.keep', { procedureId: one.id })
      if (kept.ok) showToast(text.keptAll(kept.value.papers.filter((paper) => paper.kept).length))
      else showToast(errorTexts[kept.error.code].title, 'failed')
    }
  }
  stop ??= replica.subscribe(() => void look())
}
