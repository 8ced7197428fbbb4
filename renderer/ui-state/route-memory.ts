import type { Route } from '#shared/bridge/route.ts'
import { currentRoute, openRoute, subscribeRoute, type View } from './route.ts'

let lastLookup: Route = { view: 'lookup' }

/** Remembers which plate Consulta had, so that coming back from another section finds it. */
export function startRouteMemory() {
  const remember = () => {
    const route = currentRoute()
    if (route.view === 'lookup') lastLookup = route
  }
  remember()
  subscribeRoute(remember)
}

/** Opens a section where it was left; opening the one we are in goes up to its start. */
export function openSection(view: View) {
  if (view === 'lookup' && currentRoute().view !== 'lookup') openRoute(lastLookup)
  else openRoute({ view })
}
