import { useCallback, useMemo, useSyncExternalStore } from 'react'

/**
 * Widths of the window at which the layout changes. A media query takes no custom property, so that styles repeat these
 * values. `tests/architecture/styles.test.ts` refuses any other value.
 */
export const BREAKPOINTS = {
  /** Up to here fields are in one column and buttons as wide as the window. */
  tiny: '30rem',
  /** Up to here the parts of a card are one under the other. */
  card: '40rem',
  /** Up to here a line of the outbox has its buttons under it. */
  outbox: '48rem',
  /** Up to here the sidebar is a bar and the rows of tables have two lines. */
  small: '720px',
  /** Up to here a page has one column. */
  column: '900px',
  /** Up to here the sidebar has only icons, and a preview covers its list. */
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
