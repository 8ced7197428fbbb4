import { useEffect, useRef } from 'react'
import { isFocusNowhere } from './focus-keeper.ts'

/**
 * Whoever lands on a list with the focus nowhere is in it, where it was left.
 * @param rows nothing happens before there are some
 * @param attribute that every line has, with its id
 * @param lastOpened the id of the one that was opened last
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
