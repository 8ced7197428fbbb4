import { useEffect, useRef } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { spokenVerdict, type VerdictViewModel } from '../../design/verdict.tsx'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'

/** Says each result once: the cached one when asked, the fresh one when it comes. */
export function useSpokenVerdict(vrm: string, view: LookupView | undefined, viewModel: VerdictViewModel) {
  const { now } = useClient()
  const said = useRef('')
  useEffect(() => {
    if (!view) return
    const state = view.pending?.state === 'processing' ? 'asking' : view.pending?.state
    const { report, against } = view.verdict ?? {}
    const key = [
      vrm,
      report?.reportId,
      view.latest?.reportId,
      against?.reportId,
      state,
      view.failed?.code,
    ].join(' ')
    if (key === said.current) return
    said.current = key
    announce(spokenVerdict(displayPlate(vrm), view, now(), viewModel))
  }, [vrm, view, viewModel, now])
}
