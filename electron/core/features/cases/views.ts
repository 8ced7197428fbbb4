import type { CaseView } from '#shared/bridge/cases.ts'
import type { StoreCall } from '../../store/client.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { CASE_VIEWS, viewsIn } from './stored-views.rules.ts'

/** More than fit in a side bar, by far. */
const MOST = 100

/** The saved views of an account, in their order. What cannot be read is left out, and the rest stays. */
export async function loadViews(call: StoreCall): Promise<CaseView[]> {
  return viewsIn(await call('meta', CASE_VIEWS))
}

/** Changes one thing of them. Two at once take turns, so that neither writes over the other. */
export function createViews(call: StoreCall) {
  const inTurn = createSerialQueue()
  const change = (changed: (views: readonly CaseView[]) => CaseView[]): Promise<CaseView[]> =>
    inTurn(async () => {
      const views = changed(await loadViews(call)).slice(0, MOST)
      await call('setMeta', CASE_VIEWS, JSON.stringify(views))
      return views
    })
  return {
    list: () => loadViews(call),
    /** @param at its place among them; without it, where it was, or the last */
    save: (view: CaseView, at?: number) =>
      change((views) => {
        const was = views.findIndex(({ id }) => id === view.id)
        const others = views.filter(({ id }) => id !== view.id)
        return others.toSpliced(at ?? (was < 0 ? others.length : was), 0, view)
      }),
    remove: (id: string) => change((views) => views.filter((view) => view.id !== id)),
  }
}
