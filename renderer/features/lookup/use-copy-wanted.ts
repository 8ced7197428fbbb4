import { useEffect, useEffectEvent } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { verdictText } from '#shared/text/app-verdict.ts'
import { useClient } from '../../replica/client.ts'
import { useLookupState, wantCopy } from '../../ui-state/lookup-state.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Longer than this, and the clipboard may have something else by now. */
const MAX_WAIT_MS = 10_000

/**
 * Copies the answer of a plate that was looked up to be copied, once it is this question's: the window may still show
 * the report of before. An answer that does not come in time is said not to be copied, because the clipboard may have
 * that of another plate.
 */
export function useCopyWanted(vrm: string, view: LookupView | undefined, copy: () => void) {
  const { now } = useClient()
  const wanted = useLookupState(({ copyWanted }) => (copyWanted?.vrm === vrm ? copyWanted : null))
  const isOpen = wanted === null || !view || view.pending !== null
  const isFailed = !isOpen && view.failed !== null
  const isAnswered = !isOpen && !isFailed && view.verdict !== null && view.latest?.reportId !== wanted.known
  const end = useEffectEvent((copies: boolean) => {
    wantCopy(null)
    if (copies) copy()
    else showToast(verdictText.notCopiedYet, 'failed')
  })
  useEffect(() => {
    if (wanted === null) return
    const left = wanted.at + MAX_WAIT_MS - now()
    // It was left, and is come back to.
    if (left <= 0) return wantCopy(null)
    if (isAnswered || isFailed) return end(isAnswered)
    const timer = setTimeout(() => end(false), left)
    return () => clearTimeout(timer)
  }, [wanted, isAnswered, isFailed, now])
}
