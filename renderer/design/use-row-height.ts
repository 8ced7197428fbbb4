import { useLayoutEffect, useState } from 'react'
import { useMedia } from './use-media.ts'

const NARROW = '(max-width: 720px)'

/** A length of tokens.css in pixels: said there, and read by the lists that draw only what is in sight. */
function lengthOf(token: string): number {
  const style = getComputedStyle(document.documentElement)
  return Number.parseFloat(style.getPropertyValue(token)) * Number.parseFloat(style.fontSize)
}

/** How high rows and the heads between them are. @param density what `<html>` says by then */
export function useRowHeight(density: 'comfortable' | 'compact'): { row: number; head: number } {
  const token = useMedia(NARROW) ? '--row-two-lines' : '--row'
  const read = () => ({ row: lengthOf(token), head: lengthOf('--row-head') })
  const [height, setHeight] = useState(read)
  // The attribute is set as this is drawn, and before anything is painted.
  useLayoutEffect(() => setHeight({ row: lengthOf(token), head: lengthOf('--row-head') }), [token, density])
  return height
}
