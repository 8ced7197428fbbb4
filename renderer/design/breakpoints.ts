import { useCallback, useMemo, useSyncExternalStore } from 'react'

/**
 * The widths of the window at which a layout becomes another. Media queries take no custom property: styles write these
 * out, and `tests/architecture/styles.test.ts` refuses any other.
 */
export const BREAKPOINTS = {
  /** Up to here fields are in one column and buttons as wide as the window. */
  tiny: '30rem',
  /** Up to here what is side by side in a card is one under the other. */
  card: '40rem',
  /** Up to here a line of the outbox has its buttons under it. */
  outbox: '48rem',
  /** Up to here the sidebar is a bar and the rows of tables have two lines. */
  small: '720px',
  /** Up to here a page has one column. */
  column: '900px',
  /** Up to here the sidebar is its icons and a preview lies over its list. */
  narrow: '1100px',
  /** Up to here the three columns of the wizard are closer together. */
  wizard: '1180px',
  /** From here on rails are wider. */
  wide: '1600px',
} as const

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  const watch = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [list],
  )
  return useSyncExternalStore(watch, () => list.matches)
}
