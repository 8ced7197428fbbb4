import { useEffect, useRef } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useLookupState } from './lookup-state.ts'
import { spokenVerdict, type VerdictViewModel } from '../../design/verdict.tsx'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'

/** Data known about the plate. If the core refused the last lookup, its error is included. */
export function useLookupView(vrm: string): LookupView | undefined {
  const { data, error } = useQuery('lookup.get', { vrm })
  const refused = useLookupState((state) => state.refused)
  const failure = refused?.vrm === vrm ? refused.error : data ? null : error
  if (!failure) return data
  return { vrm, verdict: null, latest: null, previous: null, ...data, pending: null, failed: failure }
}

/** Announces each result once: the cached one when the user asks, the fresh one when it comes. */
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
