import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type {
  Annotations,
  CaseFacets,
  CaseFilter,
  CaseMatch,
  CaseRow,
  CaseSelection,
  CaseSort,
  CaseView,
  PlateInOffice,
} from '#shared/bridge/cases.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'
import { casePeople, personKey, personTail } from '#shared/domain/parties.ts'
import { markedExcerpt, searchMarks, type SearchMarks } from '#shared/domain/search-marks.ts'
import { isSamePerson } from '#shared/domain/mentions.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import {
  isFound,
  phoneCode,
  type Searchable,
  searchPieces,
  searchText,
  writtenIn,
} from '#shared/domain/search-text.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Data of a scene of Expedientes besides the tracked resources. */
export interface CasesScene {
  /** Fields of a procedure's row, by its id; the rest is read from the tracked resource. */
  caseRows?: Record<string, Partial<CaseRow>>
  /** List of this length, generated as it is read. */
  deskMany?: { total: number; row: (index: number) => CaseRow }
  deskViews?: CaseView[]
  /** What the office has of a plate besides its tracked procedures. */
  inOffice?: Record<string, Partial<PlateInOffice>>
  /** Notes of a procedure, by its id. */
  deskNotes?: Record<string, string>
  /** Identifiers, documents and addresses of a procedure, by its id. */
  caseSources?: Record<string, CaseSources>
}

/** What a procedure is found by besides its row and its notes. */
export interface CaseSources {
  sellerTaxId?: string
  buyerTaxId?: string
  document?: string
  email?: string
  phone?: string
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const ENDED = ['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT']
const DAY = 86_400_000

/** Answers of Expedientes, in memory. `null`: another command. */
export function answerCases(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  switch (name) {
    case 'cases.list': {
      const { filter, sort, offset, limit } = args as CommandArgs<'cases.list'>
      const many = scene.deskMany
      if (many && !filter.text && !filter.statuses) {
        const length = Math.max(0, Math.min(limit, many.total - offset))
        return ok({ rows: Array.from({ length }, (_, at) => many.row(offset + at)), total: many.total })
      }
      const found = sorted(foundBy(bridge, filter, now), sort)
      return ok({ rows: found.slice(offset, offset + limit), total: found.length })
    }
    case 'cases.facets':
      return ok(facetsOf(bridge, (args as CommandArgs<'cases.facets'>).filter, now))
    case 'cases.counts':
      return ok({
        counts: (args as CommandArgs<'cases.counts'>).filters.map((filter) =>
          scene.deskMany && Object.keys(filter).length === 0
            ? scene.deskMany.total
            : foundBy(bridge, filter, now).length,
        ),
      })
    case 'cases.find': {
      const { text, limit } = args as CommandArgs<'cases.find'>
      return ok({ rows: text.trim() ? foundBy(bridge, { text }, now).slice(0, limit) : [] })
    }
    case 'cases.people': {
      const { text, limit } = args as CommandArgs<'cases.people'>
      return ok({ people: peopleBy(bridge, text, now).slice(0, limit) })
    }
    case 'cases.of-plate': {
      const { vrm } = args as CommandArgs<'cases.of-plate'>
      const procedures = rowsOf(bridge)
        .filter(({ subject }) => subject.vrm === vrm)
        .map((row) => ({ ...row, notes: scene.deskNotes?.[row.id] ?? '' }))
      const rest = { drafts: [], signatures: [], reports: [], ...scene.inOffice?.[vrm] }
      return ok({ procedures, total: procedures.length, ...rest })
    }
    case 'cases.of-plates': {
      const { vrms } = args as CommandArgs<'cases.of-plates'>
      const plates = vrms.flatMap((vrm) => {
        const procedures = rowsOf(bridge)
          .filter(({ subject }) => subject.vrm === vrm)
          .map((row) => ({ ...row, notes: scene.deskNotes?.[row.id] ?? '' }))
        const { reports: _, ...rest } = { drafts: [], signatures: [], reports: [], ...scene.inOffice?.[vrm] }
        const found = { vrm, procedures, total: procedures.length, ...rest }
        return found.total + found.drafts.length + found.signatures.length > 0 ? [found] : []
      })
      return ok({ plates })
    }
    case 'annotations.get': {
      // Without own notes it is answered as on its page.
      const { id } = args as CommandArgs<'annotations.get'>
      const row =
        scene.deskNotes?.[id] === undefined ? undefined : rowsOf(bridge).find((one) => one.id === id)
      return row ? ok(annotationsOf(bridge, row)) : null
    }
    case 'cases.mark': {
      if (scene.annotations) return null
      const { selection, marked } = args as CommandArgs<'cases.mark'>
      return change(bridge, selection, now, (row) => (row.marked === marked ? null : { marked }))
    }
    case 'cases.assign': {
      if (scene.annotations) return null
      const { selection, person } = args as CommandArgs<'cases.assign'>
      const done = change(bridge, selection, now, ({ assigned }) =>
        assigned === person ? null : { assigned: person },
      )
      return done.ok ? ok({ ...(done.value as object), noteIds: [] }) : done
    }
    case 'cases.label': {
      if (scene.annotations) return null
      const { selection, add, remove } = args as CommandArgs<'cases.label'>
      return change(bridge, selection, now, ({ labels }) => {
        const next = [...new Set([...labels.filter((label) => !remove.includes(label)), ...add])]
        return next.join() === labels.join() ? null : { labels: next }
      })
    }
    case 'cases.labels':
      if (scene.annotations) return null
      return ok({ labels: facetsOf(bridge, {}, now).labels.map(({ value }) => value) })
    case 'cases.refresh':
      return ok({ queued: selected(bridge, (args as CommandArgs<'cases.refresh'>).selection, now).length })
    case 'views.list':
      return ok({ views: scene.deskViews ?? [] })
    case 'views.save': {
      const { view, at } = args as CommandArgs<'views.save'>
      const views = scene.deskViews ?? []
      const was = views.findIndex(({ id }) => id === view.id)
      const others = views.filter(({ id }) => id !== view.id)
      scene.deskViews = others.toSpliced(at ?? (was < 0 ? others.length : was), 0, view)
      return told(bridge)
    }
    case 'views.remove':
      scene.deskViews = (scene.deskViews ?? []).filter(({ id }) => id !== (args as { id: string }).id)
      return told(bridge)
    default:
      return null
  }
}

function told(bridge: FakeBridge) {
  bridge.emit('changed', { kind: 'views', ids: [], version: 1 })
  return ok({ views: bridge.scene.deskViews ?? [] })
}

/** Last added first. */
function rowsOf({ scene }: FakeBridge): CaseRow[] {
  const followed = (scene.resources ?? []).filter(({ kind }) => kind === 'procedure').toReversed()
  return followed.map((view) => ({ ...rowOf(view), ...scene.caseRows?.[view.id] }))
}

function rowOf(view: ResourceView): CaseRow {
  const { kind, id, subject, status, statusDescription, since, checkedAt, gone, muted, body } = view
  const incidents = Array.isArray(body['incidents']) ? (body['incidents'] as Record<string, unknown>[]) : []
  const open =
    status === 'BLOCKED' || status === 'ON_HOLD' ? incidents.filter((one) => one['solved'] !== true) : []
  const incident = open[0]?.['type']
  return {
    kind,
    id,
    subject,
    status,
    ...(statusDescription !== undefined && { statusDescription }),
    since,
    checkedAt,
    gone,
    type: typeof body['type'] === 'string' ? body['type'] : '',
    client: '',
    sellerName: '',
    buyerName: '',
    sellerTail: '',
    buyerTail: '',
    vehicle: '',
    labels: [],
    assigned: '',
    marked: false,
    pinned: false,
    muted,
    incidents: open.length,
    ...(typeof incident === 'string' && { incident }),
    failed: view.error !== undefined,
    ...(ENDED.includes(status) && { closedAt: since }),
  }
}

function foundBy(bridge: FakeBridge, filter: CaseFilter, now: number): CaseRow[] {
  const typed = filter.text ?? ''
  const marks = typed.trim() === '' ? null : searchMarks(typed)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const passing = rowsOf(bridge).filter((row) => {
    const ended = ENDED.includes(row.status)
    const { person } = filter
    return (
      (searchPieces(typed).length === 0 || isFound(searchText(wordsOfRow(bridge, row)), typed)) &&
      (person === undefined || peopleIn(bridge, row).some((one) => personKey(one) === personKey(person))) &&
      (!filter.statuses?.length || filter.statuses.includes(row.status)) &&
      (!filter.types?.length || filter.types.includes(row.type)) &&
      (!filter.labels?.length || filter.labels.every((label) => row.labels.includes(label))) &&
      (filter.marked === undefined || filter.marked === row.marked) &&
      (filter.assigned === undefined || isCarried(bridge, row, filter.assigned)) &&
      (filter.ended === undefined || filter.ended === ended) &&
      (filter.quietDays === undefined || (!ended && now - row.since >= filter.quietDays * DAY)) &&
      (!filter.endedToday || (row.closedAt !== undefined && row.closedAt >= midnight)) &&
      (filter.client === undefined || foldText(filter.client) === foldText(row.client)) &&
      (filter.began === undefined || isWithin(filter.began, row.createdAt)) &&
      (filter.closed === undefined || isWithin(filter.closed, row.closedAt)) &&
      (filter.deadlineDays === undefined ||
        (row.deadline !== undefined && row.deadline - now <= filter.deadlineDays * DAY))
    )
  })
  return marks === null ? passing : passing.map((row) => withMatches(bridge, row, typed, marks))
}

function isCarried({ scene }: FakeBridge, { assigned }: CaseRow, by: NonNullable<CaseFilter['assigned']>) {
  if ('name' in by) return isSamePerson(assigned, by.name)
  return by.to === 'nobody' ? assigned === '' : isSamePerson(assigned, scene.slices.office.operator)
}

const isWithin = ({ from, to }: { from: string; to: string }, at: number | undefined) =>
  at !== undefined && monthOf(at) >= from && monthOf(at) <= to

const sourcesOf = ({ scene }: FakeBridge, { id }: CaseRow): CaseSources => scene.caseSources?.[id] ?? {}

function wordsOfRow(bridge: FakeBridge, row: CaseRow): Searchable {
  const { sellerTaxId = '', buyerTaxId = '', document = '', email = '', phone = '' } = sourcesOf(bridge, row)
  return {
    plate: row.subject.vrm ?? '',
    codes: [row.subject.vin ?? '', row.invoice ?? '', row.id, sellerTaxId, buyerTaxId],
    whole: [email, phoneCode(phone), ...writtenIn(bridge.scene.deskNotes?.[row.id] ?? '')],
    texts: [
      row.client,
      row.sellerName,
      row.buyerName,
      row.vehicle,
      row.subject.label ?? '',
      document,
      ...row.labels,
      bridge.scene.deskNotes?.[row.id] ?? '',
    ],
  }
}

/** As the store says it: what matches and is in no column. */
function withMatches(bridge: FakeBridge, row: CaseRow, typed: string, marks: SearchMarks): CaseRow {
  const { client, sellerName, buyerName, vehicle, invoice = '', labels, id, subject } = row
  const shown = searchText({
    plate: subject.vrm ?? '',
    codes: [subject.vin ?? '', invoice, id],
    texts: [client, sellerName, buyerName, vehicle, subject.label ?? '', ...labels],
  })
  if (isFound(shown, typed)) return row
  const { sellerTaxId = '', buyerTaxId = '', document = '', email = '', phone = '' } = sourcesOf(bridge, row)
  const notes = bridge.scene.deskNotes?.[id] ?? ''
  const all: CaseMatch[] = [
    { field: 'sellerTaxId', text: marks.of(sellerTaxId).length > 0 ? personTail(sellerTaxId) : '' },
    { field: 'buyerTaxId', text: marks.of(buyerTaxId).length > 0 ? personTail(buyerTaxId) : '' },
    { field: 'phone', text: marks.of(phoneCode(phone)).length > 0 ? phone : '' },
    { field: 'email', text: marks.of(email).length > 0 ? email : '' },
    { field: 'document', text: marks.of(document).length > 0 ? markedExcerpt(document, marks) : '' },
    { field: 'notes', text: marks.of(notes).length > 0 ? markedExcerpt(notes, marks) : '' },
  ]
  const matches = all.filter(({ text }) => text !== '').slice(0, 2)
  return matches.length > 0 ? { ...row, matches } : row
}

function peopleIn(bridge: FakeBridge, row: CaseRow) {
  const { sellerTaxId = '', buyerTaxId = '' } = sourcesOf(bridge, row)
  return casePeople({ ...row, sellerTaxId, buyerTaxId })
}

function peopleBy(bridge: FakeBridge, text: string, now: number) {
  if (searchPieces(text).length === 0) return []
  const people = new Map(
    foundBy(bridge, { text }, now)
      .flatMap((row) => peopleIn(bridge, row))
      .filter(({ name, taxId }) => isFound(searchText({ codes: [taxId], texts: [name] }), text))
      .toReversed()
      .map((person) => [personKey(person), person]),
  )
  return [...people.values()]
    .toReversed()
    .map((person) => ({ ...person, cases: foundBy(bridge, { person }, now).length }))
}

function sorted(rows: CaseRow[], { by, descending }: CaseSort): CaseRow[] {
  if (by === 'recent') return descending ? rows : rows.toReversed()
  const key = (row: CaseRow): string | number =>
    by === 'waiting'
      ? -row.since
      : by === 'changed'
        ? row.since
        : by === 'vrm'
          ? (row.subject.vrm ?? '')
          : by === 'deadline'
            ? (row.deadline ?? Infinity)
            : row[by]
  const way = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    return (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y))) * way
  })
}

function facetsOf(bridge: FakeBridge, filter: CaseFilter, now: number): CaseFacets {
  const amounts = (
    condition: 'statuses' | 'types' | 'labels' | 'assigned',
    valuesOf: (row: CaseRow) => readonly string[],
  ) => {
    const { [condition]: _own, ...others } = filter
    const counts = new Map<string, number>()
    for (const row of foundBy(bridge, others, now))
      for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1)
    return [...counts].map(([value, n]) => ({ value, n })).toSorted((a, b) => b.n - a.n)
  }
  return {
    total: bridge.scene.deskMany?.total ?? foundBy(bridge, filter, now).length,
    statuses: amounts('statuses', ({ status }) => [status]),
    types: amounts('types', ({ type }) => [type]),
    labels: amounts('labels', ({ labels }) => labels),
    people: amounts('assigned', ({ assigned }) => [assigned]),
  }
}

const selected = (bridge: FakeBridge, selection: CaseSelection, now: number): CaseRow[] =>
  'filter' in selection
    ? foundBy(bridge, selection.filter, now)
    : rowsOf(bridge).filter(({ id }) => selection.ids.includes(id))

function change(
  bridge: FakeBridge,
  selection: CaseSelection,
  now: number,
  next: (row: CaseRow) => Partial<CaseRow> | null,
): Result<unknown> {
  const changes = selected(bridge, selection, now).map((row) => [row.id, next(row)] as const)
  const changed = changes.filter(([, fields]) => fields !== null)
  const rows = { ...bridge.scene.caseRows }
  for (const [id, fields] of changed) rows[id] = { ...rows[id], ...fields }
  bridge.scene.caseRows = rows
  bridge.emit('changed', { kind: 'resource', ids: changed.map(([id]) => id), version: 1 })
  return ok({ changed: changed.length })
}

function annotationsOf({ scene }: FakeBridge, row: CaseRow): Annotations {
  const fields = { sellerTaxId: '', buyerTaxId: '', contractDate: '', notes: scene.deskNotes?.[row.id] ?? '' }
  const { client, sellerName, buyerName, labels, assigned, marked, pinned } = row
  return {
    version: 1,
    fields: { client, sellerName, buyerName, ...fields },
    situations: [],
    notes:
      fields.notes === ''
        ? []
        : [{ id: `note of ${row.id}`, text: fields.notes, author: '', at: row.since, editedAt: null }],
    labels,
    assigned,
    marked,
    pinned,
    pinnedWhy: '',
  }
}
