/** The tour, and what a step of it or of a scenario points at, without the schemas of `shared/scenario`. */

/** Id of the tour, which happens in the demonstration itself. Any other scenario has an office of its own. */
export const TOUR_ID = 'paseo'

/** Parts of the screens that a step can point at. */
// prettier-ignore
export const POINTS = [
  'lookup', 'complete', 'transfer', 'documents', 'send', 'incidents', 'new-signature', 'search', 'notes', 'export',
  'nav-lookup', 'nav-cases', 'nav-signatures', 'nav-inbox',
] as const
export type Point = (typeof POINTS)[number]
