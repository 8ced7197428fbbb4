import { useEffect, useRef } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { isFocusNowhere } from '../../design/focus-keeper.ts'
import { proceduresState, setLastDraft } from '../../ui-state/procedures-state.ts'
import { openRoute } from '../../ui-state/route.ts'

export function openDraft(id: string) {
  setLastDraft(id)
  openRoute({ view: 'draft', id })
}

/** Whoever lands on a list with the focus nowhere is in it, where it was left. */
export function useRowFocus(rows: readonly DraftRow[] | undefined) {
  const landed = useRef(false)
  useEffect(() => {
    if (landed.current || !rows || rows.length === 0) return
    landed.current = true
    if (!isFocusNowhere()) return
    const { lastDraft: lastOpened } = proceduresState()
    const last =
      lastOpened === null ? null : document.querySelector(`[data-draft="${CSS.escape(lastOpened)}"] .row`)
    const row = last ?? document.querySelector('[data-draft] .row')
    if (row instanceof HTMLElement) row.focus()
  }, [rows])
}
