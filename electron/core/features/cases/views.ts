import type { CaseView } from '#shared/bridge/cases.ts'
import type { StoreCall } from '../../store/client.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { CASE_VIEWS, viewsIn } from './stored-views.rules.ts'

/** Far more than fit in a side bar. */
const MOST = 100

/** Saved views of an account, in order. Unreadable ones are left out, and the rest stays. */
export async function loadViews(call: StoreCall): Promise<CaseView[]> {
  return viewsIn(await call('meta', CASE_VIEWS))
}

/** Changes one view at a time: concurrent changes run in order, so that neither overwrites the other. */
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
    /** @param at its position; by default, its former one, or the last */
    save: (view: CaseView, at?: number) =>
      change((views) => {
        const was = views.findIndex(({ id }) => id === view.id)
        const others = views.filter(({ id }) => id !== view.id)
        return others.toSpliced(at ?? (was < 0 ? others.length : was), 0, view)
      }),
    remove: (id: string) => change((views) => views.filter((view) => view.id !== id)),
  }
}
