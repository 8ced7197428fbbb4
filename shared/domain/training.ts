/** Id of the tour, which runs in the demonstration itself. Other scenarios have an office of their own. */
export const TOUR_ID = 'paseo'

/** Parts of the screens that a step of the tour or a scenario can point at. */
// prettier-ignore
export const POINTS = [
  'lookup', 'complete', 'transfer', 'documents', 'send', 'incidents', 'new-signature', 'search', 'notes', 'export',
  'nav-lookup', 'nav-cases', 'nav-signatures', 'nav-inbox',
] as const
export type Point = (typeof POINTS)[number]
