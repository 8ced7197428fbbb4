import { useEffect, useRef } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { openRoute } from '../../ui-state/route.ts'

/** The last one opened: whoever comes back is there. An id of another account matches no row. */
let lastOpened: string | null = null

export function openDraft(id: string) {
  lastOpened = id
  openRoute({ view: 'draft', id })
}

/** Whoever lands on a list with the focus nowhere is in it, where it was left. */
export function useRowFocus(rows: readonly DraftRow[] | undefined) {
  const landed = useRef(false)
  useEffect(() => {
    if (landed.current || !rows || rows.length === 0) return
    landed.current = true
    if (document.activeElement !== document.body) return
    const last =
      lastOpened === null ? null : document.querySelector(`[data-draft="${CSS.escape(lastOpened)}"] .row`)
    const row = last ?? document.querySelector('[data-draft] .row')
    if (row instanceof HTMLElement) row.focus()
  }, [rows])
}
