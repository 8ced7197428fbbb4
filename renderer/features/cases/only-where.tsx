import type { ComponentType } from 'react'
import { BREAKPOINTS, useMedia } from '../../design/breakpoints.ts'

/** Where the entries under a section are: in the sidebar, or on the page while the sidebar is its icons. */
export interface WhereProps {
  where: 'side' | 'page'
}

const NARROW = `(max-width: ${BREAKPOINTS.narrow})`

/** Renders entries in that one of their two places where this window shows them. */
export function onlyWhere(Places: ComponentType<WhereProps>) {
  return function PlacesWhere({ where }: WhereProps) {
    const shownAt = useMedia(NARROW) ? 'page' : 'side'
    return where === shownAt && <Places where={where} />
  }
}
