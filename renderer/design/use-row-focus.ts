import { useEffect, useRef } from 'react'
import { isFocusNowhere } from './focus-restorer.ts'

/**
 * Focuses the row last opened, or the first one, when a list opens and nothing has the focus.
 * @param rows no effect while empty
 * @param attribute of every row, with its id
 * @param lastOpened id of the row opened last
 */
export function useRowFocus(
  rows: readonly unknown[] | undefined,
  attribute: `data-${string}`,
  lastOpened: () => string | null | undefined,
) {
  const landed = useRef(false)
  useEffect(() => {
    if (landed.current || !rows || rows.length === 0) return
    landed.current = true
    if (!isFocusNowhere()) return
    const id = lastOpened() ?? null
    const find = (line: string) => document.querySelector<HTMLElement>(`${line} .row`)
    const last = id === null ? null : find(`[${attribute}="${CSS.escape(id)}"]`)
    const row = last ?? find(`[${attribute}]`)
    row?.focus()
  }, [rows, attribute, lastOpened])
}
