import type { Route } from '#shared/bridge/route.ts'
import { sectionOf, type View } from '#shared/bridge/routes.ts'
import type { StepId } from '#shared/domain/procedures/fields.ts'
import { currentRoute, openRoute, setRouteAccount, subscribeRoute } from './route.ts'

/** Last place of each account. In memory only: plates are stored nowhere. */
interface Place {
  lastLookup: Route
  /** `null` while only Ajustes has been opened: it belongs to the PC. */
  last: Route | null
  /** Last step of each draft. */
  steps: Readonly<Record<string, StepId>>
}

const NOWHERE: Place = { lastLookup: { view: 'lookup' }, last: null, steps: {} }
const left = new Map<string, Place>()
let here: Place = NOWHERE
let account: string | null = null

/** Remembers the plate of Consulta, so that returning from another section restores it. */
export function startRouteMemory() {
  const remember = () => {
    const route = currentRoute()
    here = {
      ...here,
      lastLookup: route.view === 'lookup' ? route : here.lastLookup,
      last: route.view === 'settings' ? here.last : route,
    }
  }
  remember()
  subscribeRoute(remember)
}

/** Opens a section where it was left; opening the current one goes to its start. */
export function openSection(view: View) {
  if (view === 'lookup' && currentRoute().view !== 'lookup') openRoute(here.lastLookup)
  else openRoute({ view })
}

export const stepOfDraft = (id: string): StepId | undefined => here.steps[id]

export function keepStepOfDraft(id: string, step: StepId) {
  here = { ...here, steps: { ...here.steps, [id]: step } }
}

/** Restores the place of the account that becomes active. Ajustes stays open. */
export function openAccountPlace(id: string) {
  if (account === id) return
  if (account === null) {
    account = id
    return setRouteAccount(id)
  }
  left.set(account, here)
  const view = sectionOf(currentRoute())
  account = id
  const place = left.get(id) ?? NOWHERE
  setRouteAccount(id)
  // After it: removing the old account's entry counts as a visit too.
  here = place
  openRoute(view === 'settings' ? { view } : (place.last ?? { view }), { replace: true })
}
