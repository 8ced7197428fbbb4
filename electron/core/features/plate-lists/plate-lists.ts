import {
  isWholeList,
  newPlateListSchema,
  type CompleteOffer,
  type KnownColumns,
  type LeftOut,
  type NewPlateList,
  type PlateList,
  type PlateListName,
  type PlateListRow,
  type PlateListView,
} from '#shared/bridge/plate-lists.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { MAX_COMPLETE_AT_ONCE } from '#shared/domain/plate-list.ts'
import { plateListText } from '#shared/text/client-answer.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readText } from '../../runtime/streams.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Audit } from '../audit/audit.ts'
import type { BatchLookups } from '../batch-lookups/batch-lookups.ts'
import type { CompleteChoice } from '../complete/complete.rules.ts'
import type { CompleteReports } from '../complete/complete-reports.ts'
import type { StoredPlateList } from './plate-lists.store.ts'

type Nothing = Result<Record<string, never>>

/** Lists of plates that dealers send to the office. Each list is a batch of lookups in the background. */
export interface PlateLists {
  /**
   * Creates a list.
   * @param body JSON of `NewPlateList`
   */
  create(id: string, name: string, body: AsyncIterable<Uint8Array>): Promise<Result<PlateList>>
  list(): Promise<Result<{ rows: PlateList[] }>>
  get(id: string): Promise<Result<PlateList & { leftOut: LeftOut }>>
  rows(
    view: PlateListView,
    offset: number,
    limit: number,
  ): Promise<Result<{ rows: PlateListRow[]; total: number }>>
  rename(id: string, name: string): Promise<Nothing>
  pause(id: string): Promise<Nothing>
  resume(id: string): Promise<Nothing>
  /** Moves the list before every other list. */
  moveToFront(id: string): Promise<Nothing>
  cancel(id: string): Promise<Nothing>
  /** Queues again the plates whose lookups ended without an answer. */
  retry(id: string): Promise<Nothing>
  remove(id: string): Promise<Nothing>
  annotate(id: string, ord: number, annotation: { note?: string; marked?: boolean }): Promise<Nothing>
  mark(id: string, ords: readonly number[], marked: boolean): Promise<Nothing>
  countNotes(id: string, ords: readonly number[]): Promise<Result<{ noted: number; common: string }>>
  /** Replaces the note of each of these rows. */
  setNote(id: string, ords: readonly number[], note: string): Promise<Nothing>
  /** Moves rows before the other waiting rows of their list. */
  moveRowsToFront(id: string, ords: readonly number[]): Promise<Result<{ moved: number }>>
  findColumns(headings: readonly string[], name: string): Promise<Result<{ known: KnownColumns | null }>>
  findTwin(vrms: readonly string[]): Promise<Result<{ list: PlateListName | null }>>
  listOrds(view: PlateListView): Promise<Result<{ ords: number[] }>>
  countCompleteOffer(id: string, ords: readonly number[]): Promise<Result<CompleteOffer>>
  /** Requests the offered complete reports and pays for them, once for each `batch`. */
  requestComplete(
    id: string,
    batch: string,
    ords: readonly number[],
    price: number,
  ): Promise<Result<{ asked: number }>>
  /**
   * Message for the dealer who sent the list, with the answers of the plates in a view. The audit record is written
   * first.
   */
  readText(view: PlateListView): Promise<Result<{ text: string }>>
  /** All rows of a view, page by page, in the present order. */
  pages(view: PlateListView, signal?: AbortSignal): AsyncGenerator<PlateListRow[]>
}

export interface PlateListsDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  batchLookups: Pick<BatchLookups, 'wake' | 'pace'>
  complete: Pick<CompleteReports, 'countOffer' | 'requestAll'>
  audit: Pick<Audit, 'record'>
  onChanged: (id: string) => void
}

/** Number of rows in one page of an export. */
const PAGE = 200

export function createPlateLists(deps: PlateListsDeps): PlateLists {
  const { call, clock, batchLookups, complete, audit, onChanged } = deps

  function withEnd<L extends StoredPlateList>(list: L): L & Pick<PlateList, 'endsAt'> {
    const pace = list.state === 'running' ? batchLookups.pace() : null
    const endsAt = pace === null ? null : clock.now() + (list.ahead + list.open) * pace
    return { ...list, endsAt }
  }

  /** After a successful change of a list, wakes the lookups and notifies the windows. */
  async function publishIfChanged(id: string, change: Promise<boolean>): Promise<Nothing> {
    if (!(await change)) return fail(appError('not-found'))
    batchLookups.wake()
    onChanged(id)
    return ok({})
  }

  async function get(id: string): Promise<Result<PlateList & { leftOut: LeftOut }>> {
    const list = await call('plateList', id)
    return list ? ok(withEnd(list)) : fail(appError('not-found'))
  }

  async function* pages(view: PlateListView, signal?: AbortSignal): AsyncGenerator<PlateListRow[]> {
    const ords = await call('plateListOrds', view)
    for (let at = 0; at < ords.length && !signal?.aborted; at += PAGE)
      yield await call('plateListRowsAt', view.id, ords.slice(at, at + PAGE))
  }

  return {
    async create(id, name, body) {
      const list = await parseNewPlateList(body)
      if (!list) return fail(appError('invalid-request'))
      await call('createPlateList', id, name, list, clock.now())
      for (let from: number | null = 0; from !== null;)
        from = await call('settlePlateListKnown', id, from, clock.now())
      batchLookups.wake()
      onChanged(id)
      return get(id)
    },

    list: async () => ok({ rows: (await call('plateLists')).map(withEnd) }),
    get,
    rows: async (view, offset, limit) => ok(await call('plateListRows', view, offset, limit)),
    rename: (id, name) => publishIfChanged(id, call('renamePlateList', id, name)),
    pause: (id) =>
      publishIfChanged(
        id,
        call('stopBatch', id).then((batch) => batch !== null),
      ),
    resume: (id) => publishIfChanged(id, call('resumePlateList', id)),
    moveToFront: (id) => publishIfChanged(id, call('putPlateListFirst', id)),
    cancel: (id) => publishIfChanged(id, call('cancelPlateList', id, appError('cancelled'))),
    retry: (id) => publishIfChanged(id, call('retryPlateList', id)),
    remove: (id) => publishIfChanged(id, call('removePlateList', id)),
    annotate: (id, ord, annotation) =>
      publishIfChanged(id, call('annotatePlateListRow', id, ord, annotation)),

    mark: (id, ords, marked) => publishIfChanged(id, call('markPlateListRows', id, ords, marked)),

    async countNotes(id, ords) {
      const notes = await call('plateListNotes', id, ords)
      const [first = ''] = notes
      return ok({
        noted: notes.filter((note) => note !== '').length,
        common: notes.every((note) => note === first) ? first : '',
      })
    },

    setNote: (id, ords, note) => publishIfChanged(id, call('notePlateListRows', id, ords, note)),

    async moveRowsToFront(id, ords) {
      const moved = await call('putPlateListRowsFirst', id, ords)
      const done = await publishIfChanged(id, Promise.resolve(moved !== null))
      return done.ok ? ok({ moved: moved ?? 0 }) : done
    },

    findColumns: async (headings, name) => ok({ known: await call('knownColumns', headings, name) }),
    findTwin: async (vrms) => ok({ list: await call('twinOfPlates', vrms) }),
    listOrds: async (view) => ok({ ords: await call('plateListOrds', view) }),

    async countCompleteOffer(id, ords) {
      const vrms = await call('platesAt', id, ords)
      if (vrms?.length !== ords.length) return fail(appError('not-found'))
      const { choices, ...rest } = await complete.countOffer(vrms)
      const asked = ords.flatMap((ord, at) => (choices[at] === 'ask' ? [{ ord, vrm: vrms[at] ?? '' }] : []))
      const now = asked.slice(0, MAX_COMPLETE_AT_ONCE)
      const count = (why: CompleteChoice) => choices.filter((choice) => choice === why).length
      return ok({
        ...rest,
        ords: now.map(({ ord }) => ord),
        vrms: now.map(({ vrm }) => vrm),
        beyond: Math.max(0, asked.length - MAX_COMPLETE_AT_ONCE),
        leftOut: {
          recent: count('recent'),
          open: count('open'),
          uncertain: count('uncertain'),
          unregistered: count('unregistered'),
        },
      })
    },

    async requestComplete(id, batch, ords, price) {
      const vrms = await call('platesAt', id, ords)
      if (vrms?.length !== ords.length) return fail(appError('not-found'))
      return complete.requestAll(batch, vrms, price)
    },

    async readText(view) {
      const list = await call('plateList', view.id)
      if (!list) return fail(appError('not-found'))
      const rows: PlateListRow[] = []
      for await (const page of pages(view)) rows.push(...page)
      await audit.record({ what: 'client.text', kind: 'copy plate-list', identifier: '', result: 'ok' })
      return ok({ text: plateListText(rows, clock.now(), isWholeList(view) ? list.leftOut : null) })
    },
    pages,
  }
}

async function parseNewPlateList(body: AsyncIterable<Uint8Array>): Promise<NewPlateList | null> {
  const text = await readText(body)
  if (text === null) return null
  try {
    return newPlateListSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
