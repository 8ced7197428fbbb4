import type {
  PlateInOffice,
  RecentInOffice,
  Annotations,
  CaseFacets,
  CaseFilter,
  CaseRow,
  CaseSelection,
  CaseSort,
  CaseView,
  CaseColumn,
} from '#shared/bridge/cases.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { MAX_REPORTS_OF_PLATE } from '#shared/domain/reduced-report.ts'
import { caseTableText } from '#shared/text/cases.ts'
import { fullDate } from '#shared/text/dates.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { incidentLabels, procedureName } from '#shared/text/labels.ts'
import { stateName } from '#shared/text/resources.ts'
import type { OutboundFile, CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import {
  CSV_TYPE,
  csvBytes,
  pagesOf,
  XLSX_TYPE,
  xlsxBytes,
  type PlainCell,
} from '../../runtime/spreadsheets.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import { CASE_VIEWS, parseViews } from './cases.rules.ts'
import type { AnnotationChanges, CaseNoteOf } from './cases.store.ts'

/** *Expedientes*: every procedure that this PC knows, its annotations, and the saved views. */
export interface Cases {
  /**
   * Prepares the store for lists and searches in small steps. It preloads the data of lists, so that the first list
   * opens fast, and later merges the search index.
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
  /** Plates for which the office has procedures, drafts or signatures. */
  ofPlates(vrms: readonly string[]): Promise<Result<{ plates: RecentInOffice[] }>>
  get(id: string): Promise<Result<Annotations>>
  save(id: string, version: number, fields: AnnotationChanges): Promise<Result<Annotations>>
  readonly notes: {
    add(id: string, text: string): Promise<Result<Annotations>>
    edit(noteId: string, editedAt: number | null, text: string): Promise<Result<Annotations>>
    remove(noteIds: readonly string[]): Promise<Result<{ changed: number }>>
    restore(noteIds: readonly string[]): Promise<Result<{ changed: number }>>
    /** Forgets the removed notes, so that no erased person comes back. */
    forgetRemoved(): void
  }
  assign(
    selection: CaseSelection,
    person: string,
    note: string,
  ): Promise<Result<CommandResult<'cases.assign'>>>
  colleagues(): Promise<Result<CommandResult<'cases.colleagues'>>>
  pin(id: string, pinned: boolean, why: string): Promise<Result<Annotations>>
  /** Sets the situations of the checklist. */
  setSituations(id: string, situations: readonly string[]): Promise<Result<Annotations>>
  mark(selection: CaseSelection, marked: boolean): Promise<Result<{ changed: number }>>
  label(
    selection: CaseSelection,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<{ changed: number }>>
  labels(): Promise<Result<{ labels: string[] }>>
  refresh(selection: CaseSelection): Promise<Result<{ queued: number }>>
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
  audit: Pick<Audit, 'record'>
  /** Procedures were added to the fetch queue. */
  onQueued: () => void
  /** Annotations of these procedures changed. An empty list means any procedure. */
  onChanged: (ids: string[]) => void
  /** A contract date was saved: other legal terms may apply. */
  onTerms: () => void
  onViews: () => void
  /** Signatures of the procedures of each plate, the newest first. */
  signaturesOf: (vrms: readonly string[], limit: number) => Promise<SignatureRow[][]>
}

/** Delay of the merge, so that the start and the user's first actions come before it. */
const MERGE_AFTER_MS = 15_000
const MERGE_GAP_MS = 100
/** Most rows of each kind for a plate. *Expedientes* shows the rest. */
const MAX_OF_PLATE = 10
/** Removed notes that can be restored. */
const MAX_REMOVED_NOTES = 100
/** Above this number of changed procedures, ids are not listed, and every view queries again. */
const MAX_NAMED = 200

export function createCases(deps: CasesDeps): Cases {
  const { call, clock, onQueued, onTerms, onViews, onChanged } = deps
  const views = createViews(call)

  function publishChanged(ids: string[]): { changed: number } {
    if (ids.length > 0) onChanged(ids.length > MAX_NAMED ? [] : ids)
    return { changed: ids.length }
  }

  const notes = createNotes(deps, publishChanged)

  async function readInOffice(vrms: readonly string[]): Promise<RecentInOffice[]> {
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
        readInOffice([vrm]),
        call('history', '', vrm, null, MAX_REPORTS_OF_PLATE),
      ])
      const { procedures = [], total = 0, drafts = [], signatures = [] } = found ?? {}
      return ok({ procedures, total, drafts, signatures, reports })
    },
    async ofPlates(vrms) {
      const found = await readInOffice(vrms)
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
      // Windows with an older version refetch. The error contains the current version.
      if (!done.saved) return fail(appError('draft-changed', { detail: String(done.annotations.version) }))
      onChanged([id])
      if (fields.contractDate !== undefined) onTerms()
      return ok(done.annotations)
    },

    notes,
    async assign(selection, person, note) {
      const { ids, noteIds } = await call('assignCase', selection, person, note, clock.now())
      return ok({ ...publishChanged(ids), noteIds })
    },
    colleagues: async () => ok(await call('casePeopleNames')),

    async pin(id, pinned, why) {
      const annotations = await call('pinCase', id, pinned, why, clock.now())
      if (!annotations) return fail(appError('not-found'))
      onChanged([id])
      return ok(annotations)
    },

    async setSituations(id, situations) {
      const annotations = await call('setSituations', id, situations, clock.now())
      if (!annotations) return fail(appError('not-found'))
      onChanged([id])
      return ok(annotations)
    },

    mark: async (selection, marked) =>
      ok(publishChanged(await call('markCase', selection, marked, clock.now()))),
    label: async (selection, add, remove) =>
      ok(publishChanged(await call('labelCase', selection, add, remove, clock.now()))),
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

function createNotes(
  { call, clock }: Pick<CasesDeps, 'call' | 'clock'>,
  publishChanged: (ids: string[]) => { changed: number },
): Cases['notes'] {
  const removed = new Map<string, CaseNoteOf>()
  return {
    async add(id, text) {
      const annotations = await call('addCaseNote', id, text, clock.now())
      if (!annotations) return fail(appError('not-found'))
      publishChanged([id])
      return ok(annotations)
    },

    async edit(noteId, editedAt, text) {
      const done = await call('editCaseNote', noteId, editedAt, text, clock.now())
      if (!done) return fail(appError('not-found'))
      if (!done.saved) return fail(appError('draft-changed'))
      publishChanged([done.id])
      return ok(done.annotations)
    },

    async remove(noteIds) {
      const gone = await call('removeCaseNotes', noteIds, clock.now())
      for (const note of gone) removed.set(note.id, note)
      for (const oldest of [...removed.keys()].slice(0, -MAX_REMOVED_NOTES)) removed.delete(oldest)
      return ok(publishChanged([...new Set(gone.map(({ procedureId }) => procedureId))]))
    },

    async restore(noteIds) {
      const back = noteIds.flatMap((id) => removed.get(id) ?? [])
      if (back.length < noteIds.length) return fail(appError('not-found'))
      const ids = await call('restoreCaseNotes', back, clock.now())
      for (const id of noteIds) removed.delete(id)
      return ok(publishChanged(ids))
    },

    forgetRemoved: () => removed.clear(),
  }
}

/** Most saved views: far more than fit in a side bar. */
const MOST = 100

/** Saved views of an account, in order. Unreadable views are left out. */
async function loadViews(call: StoreCall): Promise<CaseView[]> {
  return parseViews(await call('meta', CASE_VIEWS))
}

/** Serializes changes of views, so that concurrent changes do not overwrite each other. */
function createViews(call: StoreCall) {
  const inTurn = createSerialQueue()
  const changeViews = (changed: (views: readonly CaseView[]) => CaseView[]): Promise<CaseView[]> =>
    inTurn(async () => {
      const views = changed(await loadViews(call)).slice(0, MOST)
      await call('setMeta', CASE_VIEWS, JSON.stringify(views))
      return views
    })
  return {
    list: () => loadViews(call),
    /** @param at index in the list; by default its previous index, or the last */
    save: (view: CaseView, at?: number) =>
      changeViews((views) => {
        const was = views.findIndex(({ id }) => id === view.id)
        const others = views.filter(({ id }) => id !== view.id)
        return others.toSpliced(at ?? (was < 0 ? others.length : was), 0, view)
      }),
    remove: (id: string) => changeViews((views) => views.filter((view) => view.id !== id)),
  }
}

interface ExportDeps {
  call: StoreCall
  clock: Clock
  audit: Pick<Audit, 'record'>
}

interface CaseTable {
  selection: CaseSelection
  sort: CaseSort
  columns: readonly CaseColumn[]
}

const PAGE = 200

/**
 * Exports the list as a file, in the order of the screen. The set of procedures is fixed at the start, and rows are
 * read in turn. A change meanwhile neither leaves a procedure out nor repeats one.
 */
async function exportCases(
  { call, clock, audit }: ExportDeps,
  format: 'csv' | 'xlsx',
  { selection, sort, columns }: CaseTable,
  signal: AbortSignal,
): Promise<OutboundFile> {
  const seqs = await call('caseSeqs', selection, sort, clock.now())
  // The audit record is written before anything leaves. If it cannot be written, nothing leaves.
  await audit.record({ what: 'export', kind: format, identifier: '', result: 'ok' })
  const readPage = async (from: number | null) => {
    const start = from ?? 0
    const rows = await call('caseRows', seqs.slice(start, start + PAGE), clock.now())
    return { rows, next: start + PAGE < seqs.length ? start + PAGE : null }
  }
  const pages = pagesOf(readPage, signal)
  const header = buildHeader(columns)
  const toCells = (row: CaseRow) => buildCells(row, columns)
  return {
    filename: caseTableText.filename(format, clock.now()),
    contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    bytes:
      format === 'csv'
        ? csvBytes(header, pages, (row) => toCells(row).map(formatCell))
        : xlsxBytes({ sheet: caseTableText.sheet, header, pages, cells: toCells }),
  }
}

const buildHeader = (columns: readonly CaseColumn[]): string[] =>
  columns.flatMap((column) => caseTableText.headers(column))

/** Cells of a row, as many as its columns have headers. */
export const buildCells = (row: CaseRow, columns: readonly CaseColumn[]): PlainCell[] =>
  columns.flatMap((column) => CELLS[column](row))

const toDayCell = (at: number | undefined): PlainCell => (at === undefined ? '' : { day: at })

const CELLS: Readonly<Record<CaseColumn, (row: CaseRow) => PlainCell[]>> = {
  plate: ({ subject }) => [subject.vrm === undefined ? '' : displayPlate(subject.vrm), subject.vin ?? ''],
  type: ({ type, subject }) => [procedureName(type, subject.label)],
  status: ({ status, statusDescription }) => [stateName('procedure', status, statusDescription)],
  incident: ({ incident, incidents }) => [
    incident === undefined ? '' : labelOf(incidentLabels, incident, unknownNames.incident),
    incidents,
  ],
  waiting: ({ since }) => [toDayCell(since)],
  vehicle: ({ vehicle }) => [vehicle],
  client: ({ client }) => [client],
  parties: ({ sellerName, buyerName }) => [sellerName, buyerName],
  invoice: ({ invoice }) => [invoice ?? ''],
  labels: ({ labels }) => [labels.join(', ')],
  assigned: ({ assigned }) => [assigned],
  deadline: ({ deadline }) => [toDayCell(deadline)],
  created: ({ createdAt }) => [toDayCell(createdAt)],
  id: ({ id }) => [id],
}

/** Cell as displayed text. */
const formatCell = (cell: PlainCell): string =>
  typeof cell === 'object' ? fullDate('day' in cell ? cell.day : cell.moment) : String(cell)

export function createCaseCommands({
  ask,
}: AccountQuestions): CommandsOf<'annotations' | 'case-notes' | 'cases' | 'views'> {
  const run = <T>(question: (cases: Workspace['cases']) => Promise<T>): Promise<T> =>
    ask(({ cases }) => question(cases))
  return {
    'cases.list': ({ filter, sort, offset, limit }) =>
      run((cases) => cases.list(filter, sort, offset, limit)),
    'cases.facets': ({ filter }) => run((cases) => cases.facets(filter)),
    'cases.counts': ({ filters }) => run((cases) => cases.counts(filters)),
    'cases.find': ({ text, limit }) => run((cases) => cases.find(text, limit)),
    'cases.people': ({ text, limit }) => run((cases) => cases.people(text, limit)),
    'cases.of-plate': ({ vrm }) => run((cases) => cases.ofPlate(vrm)),
    'cases.of-plates': ({ vrms }) => run((cases) => cases.ofPlates(vrms)),
    'annotations.get': ({ id }) => run((cases) => cases.get(id)),
    'annotations.save': ({ id, version, fields }) => run((cases) => cases.save(id, version, fields)),
    'case-notes.add': ({ id, text }) => run(({ notes }) => notes.add(id, text)),
    'case-notes.edit': ({ noteId, editedAt, text }) => run(({ notes }) => notes.edit(noteId, editedAt, text)),
    'case-notes.remove': ({ noteIds }) => run(({ notes }) => notes.remove(noteIds)),
    'case-notes.restore': ({ noteIds }) => run(({ notes }) => notes.restore(noteIds)),
    'cases.assign': ({ selection, person, note = '' }) =>
      run((cases) => cases.assign(selection, person, note)),
    'cases.colleagues': () => run((cases) => cases.colleagues()),
    'cases.pin': ({ id, pinned, why }) => run((cases) => cases.pin(id, pinned, why)),
    'cases.situations': ({ id, situations }) => run((cases) => cases.setSituations(id, situations)),
    'cases.mark': ({ selection, marked }) => run((cases) => cases.mark(selection, marked)),
    'cases.label': ({ selection, add, remove }) => run((cases) => cases.label(selection, add, remove)),
    'cases.labels': () => run((cases) => cases.labels()),
    'cases.refresh': ({ selection }) => run((cases) => cases.refresh(selection)),
    'views.list': () => run(({ views }) => views.list()),
    'views.save': ({ view, at }) => run(({ views }) => views.save(view, at)),
    'views.remove': ({ id }) => run(({ views }) => views.remove(id)),
  }
}

/** Downloads of cases. An account switch does not wait for a slow export, which then fails. */
export function createCaseTransfers(workspace: () => Workspace): TransfersOf<'cases'> {
  return {
    'cases.csv': (table, signal) => workspace().cases.export('csv', table, signal),
    'cases.xlsx': (table, signal) => workspace().cases.export('xlsx', table, signal),
  }
}
