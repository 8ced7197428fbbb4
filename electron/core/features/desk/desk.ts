import type { CommandResult } from '#shared/bridge/contract.ts'
import type {
  Desk as DeskSide,
  DeskFacets,
  DeskFilter,
  DeskRow,
  DeskSelection,
  DeskSort,
  DeskView,
} from '#shared/bridge/desk.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Audit } from '../audit/audit.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { DeskChanges } from './desk.store.ts'
import { exportDesk, type DeskTable } from './export.ts'
import { createViews } from './views.ts'

/** *Expedientes*: every procedure that this PC knows, what the desk writes down of each, and the views of them. */
export interface Desk {
  /** Has the store read ahead what lists need, a little at a time, so that the first one opens like any other. */
  readAhead(): Promise<void>
  list(
    filter: DeskFilter,
    sort: DeskSort,
    offset: number,
    limit: number,
  ): Promise<Result<CommandResult<'desk.list'>>>
  facets(filter: DeskFilter): Promise<Result<DeskFacets>>
  counts(filters: readonly DeskFilter[]): Promise<Result<{ counts: number[] }>>
  find(text: string, limit: number): Promise<Result<{ rows: DeskRow[] }>>
  get(id: string): Promise<Result<DeskSide>>
  save(id: string, version: number, fields: DeskChanges): Promise<Result<DeskSide>>
  pin(id: string, pinned: boolean, why: string): Promise<Result<DeskSide>>
  mark(selection: DeskSelection, marked: boolean): Promise<Result<{ changed: number }>>
  label(
    selection: DeskSelection,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<{ changed: number }>>
  labels(): Promise<Result<{ labels: string[] }>>
  refresh(selection: DeskSelection): Promise<Result<{ queued: number }>>
  /** The list as a file. */
  export(format: 'csv' | 'xlsx', table: DeskTable, signal: AbortSignal): Promise<Result<OutboundFile>>
  readonly views: {
    list(): Promise<Result<{ views: DeskView[] }>>
    save(view: DeskView, at?: number): Promise<Result<{ views: DeskView[] }>>
    remove(id: string): Promise<Result<{ views: DeskView[] }>>
  }
}

export interface DeskDeps {
  call: StoreCall
  clock: Clock
  audit: Pick<Audit, 'note'>
  /** Something was put in the queue of what is looked at. */
  onQueued: () => void
  /** What the desk has of these is another now; of any, when none is named. */
  onChanged: (ids: string[]) => void
  /** A contract date was saved: other legal terms may run. */
  onTerms: () => void
  onViews: () => void
}

/** More are not named one by one: whoever shows any asks again. */
const MOST_NAMED = 200

export function createDesk(deps: DeskDeps): Desk {
  const { call, clock, onQueued, onChanged, onTerms, onViews } = deps
  const views = createViews(call)

  function told(ids: string[]): { changed: number } {
    if (ids.length > 0) onChanged(ids.length > MOST_NAMED ? [] : ids)
    return { changed: ids.length }
  }

  return {
    async readAhead() {
      while (await call('deskReadAhead'));
    },

    list: async (filter, sort, offset, limit) =>
      ok(await call('deskList', filter, sort, offset, limit, clock.now())),
    facets: async (filter) => ok(await call('deskFacets', filter, clock.now())),
    counts: async (filters) => ok({ counts: await call('deskCounts', filters, clock.now()) }),
    find: async (text, limit) => ok({ rows: await call('deskFind', text, limit, clock.now()) }),

    async get(id) {
      const found = await call('desk', id)
      return found ? ok(found) : fail(appError('not-found'))
    },

    async save(id, version, fields) {
      const done = await call('saveDesk', id, version, fields, clock.now())
      if (!done) return fail(appError('not-found'))
      // Whoever looks at an older one asks again; which one there is now is said.
      if (!done.saved) return fail(appError('draft-changed', { detail: String(done.desk.version) }))
      onChanged([id])
      if (fields.contractDate !== undefined) onTerms()
      return ok(done.desk)
    },

    async pin(id, pinned, why) {
      const desk = await call('pinDesk', id, pinned, why, clock.now())
      if (!desk) return fail(appError('not-found'))
      onChanged([id])
      return ok(desk)
    },

    mark: async (selection, marked) => ok(told(await call('markDesk', selection, marked, clock.now()))),
    label: async (selection, add, remove) =>
      ok(told(await call('labelDesk', selection, add, remove, clock.now()))),
    labels: async () => ok({ labels: await call('deskLabels') }),

    async refresh(selection) {
      const queued = await call('refreshDesk', selection, clock.now())
      if (queued > 0) onQueued()
      return ok({ queued })
    },

    export: async (format, table, signal) => ok(await exportDesk(deps, format, table, signal)),

    views: {
      list: async () => ok({ views: await views.list() }),
      async save(view, at) {
        const saved = await views.save(view, at)
        onViews()
        return ok({ views: saved })
      },
      async remove(id) {
        const left = await views.remove(id)
        onViews()
        return ok({ views: left })
      },
    },
  }
}
