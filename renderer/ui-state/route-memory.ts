import type { Route } from '#shared/bridge/route.ts'
import type { StepId } from '#shared/domain/procedures/fields.ts'
import { currentRoute, openRoute, setRouteAccount, subscribeRoute } from './route.ts'
import { sectionOf, type View } from './routes.ts'

/** Where each account was left. In memory only: a plate is written nowhere. */
interface Place {
  lastLookup: Route
  /** `null` while only Ajustes has been seen: it is of the PC and not of an account. */
  last: Route | null
  /** The step that each draft was left at. */
  steps: Readonly<Record<string, StepId>>
}

const NOWHERE: Place = { lastLookup: { view: 'lookup' }, last: null, steps: {} }
const left = new Map<string, Place>()
let here: Place = NOWHERE
let account: string | null = null

/** Remembers which plate Consulta had, so that coming back from another section finds it. */
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

/** Opens a section where it was left; opening the one we are in goes up to its start. */
export function openSection(view: View) {
  if (view === 'lookup' && currentRoute().view !== 'lookup') openRoute(here.lastLookup)
  else openRoute({ view })
}

export const stepOfDraft = (id: string): StepId | undefined => here.steps[id]

export function keepStepOfDraft(id: string, step: StepId) {
  here = { ...here, steps: { ...here.steps, [id]: step } }
}

/** Another account is the active one: its own place comes back. Whoever changes it from Ajustes stays there. */
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
  // After it: taking the old account's entry away also counts as having been somewhere.
  here = place
  openRoute(view === 'settings' ? { view } : (place.last ?? { view }), { replace: true })
}
