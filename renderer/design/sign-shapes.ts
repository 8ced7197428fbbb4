/**
 * `ok`: circle. `warn`: triangle. `stop`: octagon. `unknown`: circle with `?`. `none`: dashed circle, for an unknown
 * verdict.
 */
export type SignKind = 'ok' | 'warn' | 'stop' | 'unknown' | 'none'

/** One shape of a sign, in a box of 16 × 16. `sign.css` defines its classes. */
export interface SignShape {
  tag: 'circle' | 'path'
  className: string
  attributes: Readonly<Record<string, string>>
}

const circle = (className: string, cx: string, cy: string, r: string): SignShape => ({
  tag: 'circle',
  className,
  attributes: { cx, cy, r },
})
const path = (className: string, d: string): SignShape => ({ tag: 'path', className, attributes: { d } })

/**
 * Shapes of each sign, from bottom to top. The module does not use React, because the marks in web pages draw the
 * shapes too.
 */
export const signShapes: Readonly<Record<SignKind, readonly SignShape[]>> = {
  ok: [circle('sign__shape', '8', '8', '7.5'), path('sign__line', 'm4.7 8.2 2.3 2.3 4.4-4.7')],
  warn: [
    path(
      'sign__shape sign__edge',
      'M6.9 1.5a1.3 1.3 0 0 1 2.2 0l6.5 11.4a1.2 1.2 0 0 1-1.1 1.8H1.5a1.2 1.2 0 0 1-1.1-1.8z',
    ),
    path('sign__line', 'M8 5.6v4'),
    circle('sign__dot', '8', '12.1', '1.05'),
  ],
  stop: [
    path('sign__shape', 'M4.9.5h6.2L15.5 4.9v6.2l-4.4 4.4H4.9L.5 11.1V4.9z'),
    path('sign__line sign__bar', 'M4.6 8h6.8'),
  ],
  unknown: [
    circle('sign__shape', '8', '8', '7.5'),
    path('sign__line', 'M6.1 6.2a2 2 0 1 1 2.7 1.9c-.6.3-.8.6-.8 1.3'),
    circle('sign__dot', '8', '11.9', '1'),
  ],
  none: [circle('sign__dashes', '8', '8', '6.6')],
}
