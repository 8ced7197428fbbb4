import type { CommandResult } from '#shared/bridge/contract.ts'
import type {
  Annotations,
  CaseFacets,
  CaseFilter,
  CaseRow,
  CaseSelection,
  CaseSort,
  CaseView,
} from '#shared/bridge/cases.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { PlateInOffice, RecentInOffice } from '#shared/bridge/case-commands.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import type { Audit } from '../audit/audit.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AnnotationChanges } from './cases.store.ts'
import { exportCases, type CaseTable } from './export.ts'
import { createViews } from './views.ts'

/** *Expedientes*: every procedure that this PC knows, its annotations, and the saved views. */
export interface Cases {
  /**
   * Prepares the store for lists and searches, a little at a time: preloads what lists need, so that the first
   * one opens like any other, and later merges the index of search words.
   */
  prepare(signal: AbortSignal): Promise<void>
  list(
    filter: CaseFilter,
    sort: CaseSort,
    offset: number,
    limit: number,
  ): Promise<Result<CommandResult<'cases.list'>>>
  facets(filter: CaseFilter): Promise<Result<CaseFacets>>
  counts(filters: readonly CaseFilter[]): Promise<Result<{ counts: number[] }>>
  find(text: string, limit: number): Promise<Result<{ rows: CaseRow[] }>>
  people(text: string, limit: number): Promise<Result<CommandResult<'cases.people'>>>
  ofPlate(vrm: string): Promise<Result<PlateInOffice>>
  /** Plates of which the office has something. */
  ofPlates(vrms: readonly string[]): Promise<Result<{ plates: RecentInOffice[] }>>
  get(id: string): Promise<Result<Annotations>>
  save(id: string, version: number, fields: AnnotationChanges): Promise<Result<Annotations>>
  pin(id: string, pinned: boolean, why: string): Promise<Result<Annotations>>
  mark(selection: CaseSelection, marked: boolean): Promise<Result<{ changed: number }>>
  label(
    selection: CaseSelection,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<{ changed: number }>>
  labels(): Promise<Result<{ labels: string[] }>>
  refresh(selection: CaseSelection): Promise<Result<{ queued: number }>>
  /** Exports the list as a file. */
  export(format: 'csv' | 'xlsx', table: CaseTable, signal: AbortSignal): Promise<Result<OutboundFile>>
  readonly views: {
    list(): Promise<Result<{ views: CaseView[] }>>
    save(view: CaseView, at?: number): Promise<Result<{ views: CaseView[] }>>
    remove(id: string): Promise<Result<{ views: CaseView[] }>>
  }
}

export interface CasesDeps {
  call: StoreCall
  clock: Clock
  audit: Pick<Audit, 'note'>
  /** Procedures were added to the fetch queue. */
  onQueued: () => void
  /** Annotations of these changed; of any, when none is named. */
  onChanged: (ids: string[]) => void
  /** A contract date was saved: other legal terms may apply. */
  onTerms: () => void
  onViews: () => void
  /** Signatures of the procedures of each plate, the newest first. */
  signaturesOf: (vrms: readonly string[], limit: number) => Promise<SignatureRow[][]>
}

/** The start, and what people do first, come before. */
const MERGE_AFTER_MS = 15_000
const MERGE_GAP_MS = 100
/** Of each kind: more of one plate is for *Expedientes*. */
const MAX_OF_PLATE = 10
/** Above this, ids are not listed: every view queries again. */
const MAX_NAMED = 200

export function createCases(deps: CasesDeps): Cases {
  const { call, clock, onQueued, onChanged, onTerms, onViews } = deps
  const views = createViews(call)

  function changed(ids: string[]): { changed: number } {
    if (ids.length > 0) onChanged(ids.length > MAX_NAMED ? [] : ids)
    return { changed: ids.length }
  }

  async function inOffice(vrms: readonly string[]): Promise<RecentInOffice[]> {
    const [cases, drafts, signatures] = await Promise.all([
      call('casesOfPlates', vrms, MAX_OF_PLATE, clock.now()),
      call('draftsOfPlates', vrms, MAX_OF_PLATE),
      deps.signaturesOf(vrms, MAX_OF_PLATE),
    ])
    return vrms.map((vrm, index) => ({
      vrm,
      procedures: cases[index]?.rows ?? [],
      total: cases[index]?.total ?? 0,
      drafts: drafts[index] ?? [],
      signatures: signatures[index] ?? [],
    }))
  }

  return {
    async prepare(signal) {
      while (await call('caseReadAhead'));
      await clock.sleep(MERGE_AFTER_MS, signal)
      while (!signal.aborted && (await call('caseMergeWords'))) await clock.sleep(MERGE_GAP_MS, signal)
    },

    list: async (filter, sort, offset, limit) =>
      ok(await call('caseList', filter, sort, offset, limit, clock.now())),
    facets: async (filter) => ok(await call('caseFacets', filter, clock.now())),
    counts: async (filters) => ok({ counts: await call('caseCounts', filters, clock.now()) }),
    find: async (text, limit) => ok({ rows: await call('caseFind', text, limit, clock.now()) }),
    people: async (text, limit) => ok({ people: await call('casePeople', text, limit, clock.now()) }),

    async ofPlate(vrm) {
      const [[found], { rows: reports }] = await Promise.all([
        inOffice([vrm]),
        call('history', '', vrm, null, MAX_OF_PLATE),
      ])
      const { procedures = [], total = 0, drafts = [], signatures = [] } = found ?? {}
      return ok({ procedures, total, drafts, signatures, reports })
    },
    async ofPlates(vrms) {
      const found = await inOffice(vrms)
      const plates = found.filter(
        ({ total, drafts, signatures }) => total + drafts.length + signatures.length > 0,
      )
      return ok({ plates })
    },

    async get(id) {
      const found = await call('annotations', id)
      return found ? ok(found) : fail(appError('not-found'))
    },

    async save(id, version, fields) {
      const done = await call('saveAnnotations', id, version, fields, clock.now())
      if (!done) return fail(appError('not-found'))
      // Viewers of an older version query again; the error has the current one.
      if (!done.saved) return fail(appError('draft-changed', { detail: String(done.annotations.version) }))
      onChanged([id])
      if (fields.contractDate !== undefined) onTerms()
      return ok(done.annotations)
    },

    async pin(id, pinned, why) {
      const annotations = await call('pinCase', id, pinned, why, clock.now())
      if (!annotations) return fail(appError('not-found'))
      onChanged([id])
      return ok(annotations)
    },

    mark: async (selection, marked) => ok(changed(await call('markCase', selection, marked, clock.now()))),
    label: async (selection, add, remove) =>
      ok(changed(await call('labelCase', selection, add, remove, clock.now()))),
    labels: async () => ok({ labels: await call('caseLabels') }),

    async refresh(selection) {
      const queued = await call('refreshCase', selection, clock.now())
      if (queued > 0) onQueued()
      return ok({ queued })
    },

    export: async (format, table, signal) => ok(await exportCases(deps, format, table, signal)),

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
