import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TransferArgs } from '#shared/bridge/contract.ts'
import { caseTransferText as text } from '#shared/text/app.ts'
import type { Bridge, TransferProgress } from '../bridge.ts'
import { sayFailedWithAdvice } from './say-failed.ts'
import { showToast } from './toasts.ts'

/** File being exported from Expedientes. It belongs to the window: leaving the page does not stop it. */
export type CaseTransfer = 'cases.csv' | 'cases.xlsx' | 'service-documents.zip'

interface Saving {
  what: CaseTransfer
  progress: TransferProgress
}

const store = createStore<{ saving: Saving | null }>(() => ({ saving: null }))
let abort: AbortController | null = null

/** One at a time. */
export async function startCaseTransfer<N extends CaseTransfer>(
  bridge: Bridge,
  what: N,
  args: TransferArgs<N>,
) {
  if (abort) return
  const control = new AbortController()
  abort = control
  store.setState({ saving: { what, progress: { loaded: 0, total: null } } })
  const answer = await bridge.save(what, args, {
    signal: control.signal,
    onProgress: (progress) => {
      if (abort === control) store.setState({ saving: { what, progress } })
    },
  })
  if (abort !== control) return
  abort = null
  store.setState({ saving: null })
  if (answer.ok) return showToast(text.saved[what])
  sayFailedWithAdvice(answer.error)
}

/** Called also when the active account changes. */
export function cancelCaseTransfer() {
  abort?.abort()
  abort = null
  store.setState({ saving: null })
}

export const useCaseTransfer = () => useStore(store, ({ saving }) => saving)
