import { useCallback, useMemo, useSyncExternalStore } from 'react'

/**
 * Window widths at which the layout changes. Media queries cannot use custom properties, so the styles repeat these
 * values. `tests/architecture/styles.test.ts` refuses any other value.
 */
export const BREAKPOINTS = {
  /** Up to this width, fields are in one column and buttons are as wide as the window. */
  tiny: '30rem',
  /** Up to this width, the parts of a card are stacked. */
  card: '40rem',
  /** Up to this width, a row of the outbox has its buttons below its text. */
  outbox: '48rem',
  /** Up to this width, the sidebar is a bar and the rows of tables have two lines. */
  small: '720px',
  /** Up to this width, a page has one column. */
  column: '900px',
  /** Up to this width, the sidebar has only icons, and a preview covers its list. */
  narrow: '1100px',
  /** Up to this width, the three columns of the wizard are closer together. */
  wizard: '1180px',
  /** From this width on, rails are wider. */
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
