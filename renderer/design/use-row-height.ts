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
  const [height, setHeight] = useState(() => heightsOf(token))
  // The attribute may be set with this render, before paint. Heights that are known are not read again: reading makes
  // the browser work out the styles of everything that was just rendered.
  useLayoutEffect(
    () => setHeight((known) => (known.readFor === tokenAndDensity(token) ? known : heightsOf(token))),
    [token, density],
  )
  return height
}

const heightsOf = (token: string) => ({
  row: lengthOf(token),
  head: lengthOf('--row-head'),
  readFor: tokenAndDensity(token),
})
const tokenAndDensity = (token: string) => `${token} ${document.documentElement.dataset['density']}`
