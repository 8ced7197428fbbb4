import { useLayoutEffect, useState } from 'react'
import { BREAKPOINTS } from './breakpoints.ts'
import { useMedia } from './use-media.ts'

const NARROW = `(max-width: ${BREAKPOINTS.small})`

/** A length of tokens.css in pixels, for lists that render only visible rows. */
function lengthOf(token: string): number {
  const style = getComputedStyle(document.documentElement)
  return Number.parseFloat(style.getPropertyValue(token)) * Number.parseFloat(style.fontSize)
}

/**
 * Height of rows and of the heads between them.
 * @param density the attribute of `<html>` by then
 * @param hasSecondLine rows have a line under their columns
 */
export function useRowHeight(
  density: 'comfortable' | 'compact',
  hasSecondLine = false,
): { row: number; head: number } {
  const token = useMedia(NARROW) ? '--row-two-lines' : hasSecondLine ? '--row-second' : '--row'
  const read = () => ({ row: lengthOf(token), head: lengthOf('--row-head') })
  const [height, setHeight] = useState(read)
  // The attribute is set during this render, before paint.
  useLayoutEffect(() => setHeight({ row: lengthOf(token), head: lengthOf('--row-head') }), [token, density])
  return height
}
