import * as z from 'zod'
import { FIELD_LENGTHS } from '../domain/procedures/fields.ts'
import { MONTH } from '../domain/calendar.ts'
import { resourceRowSchema } from './inbox.ts'
import { plateReportSchema } from './lookup.ts'
import { command, none, transferOut } from './primitives.ts'
import { draftRowSchema } from './procedures.ts'
import { signatureRowSchema } from './signature-requests.ts'

const id = z.string().min(1).max(200)
const label = z.string().trim().min(1).max(40)

/** Annotations of a procedure: local data that the API does not have, and that never leave this PC. */
export const annotationFieldsSchema = z.object({
  client: z.string().max(FIELD_LENGTHS.client),
  sellerName: z.string().max(FIELD_LENGTHS.sellerName),
  sellerTaxId: z.string().max(FIELD_LENGTHS.sellerTaxId),
  buyerName: z.string().max(FIELD_LENGTHS.buyerName),
  buyerTaxId: z.string().max(FIELD_LENGTHS.buyerTaxId),
  /** DD/MM/YYYY: start of the legal terms. */
  contractDate: z.string().max(FIELD_LENGTHS.contractDate),
  notes: z.string().max(FIELD_LENGTHS.notes),
})
export type AnnotationFields = z.infer<typeof annotationFieldsSchema>

/** Annotations of one procedure. Without any, the fields are empty and the version is 0. */
export const annotationsSchema = z.object({
  /** Increases with every save: one based on an older version is refused with `draft-changed`. */
  version: z.number().int(),
  fields: annotationFieldsSchema,
  labels: z.array(label).max(20),
  marked: z.boolean(),
  /** Kept on this PC although it ended long ago, with the reason. */
  pinned: z.boolean(),
  pinnedWhy: z.string().max(200),
})
export type Annotations = z.infer<typeof annotationsSchema>

/** A person or company of a procedure (shared/domain/parties.ts): `taxId` decides, and the name without one. */
export const casePersonSchema = z.object({ name: z.string().max(200), taxId: z.string().max(32) })

/** Part of a procedure that matches a search and is in no column of its row. */
const caseMatchSchema = z.object({
  field: z.enum(['notes', 'document', 'email', 'phone', 'sellerTaxId', 'buyerTaxId']),
  /** Part of the text around the match. Of an identifier, its last three characters. */
  text: z.string(),
})
export type CaseMatch = z.infer<typeof caseMatchSchema>

/** A row of *Expedientes*: a procedure with its annotations. */
export const caseRowSchema = resourceRowSchema.extend({
  /** The service's name of the type (`VEHICLE_TRANSFER`), or any other. */
  type: z.string(),
  invoice: z.string().optional(),
  client: z.string(),
  sellerName: z.string(),
  buyerName: z.string(),
  /** Last three characters of the identifiers, which tell apart people of one name: screens face the counter. */
  sellerTail: z.string(),
  buyerTail: z.string(),
  /** Make and model, as the latest report of its plate says; '' without one. */
  vehicle: z.string(),
  labels: z.array(label),
  marked: z.boolean(),
  pinned: z.boolean(),
  muted: z.boolean(),
  /** Unsolved incidents: their number, and the type of the first. */
  incidents: z.number().int(),
  incident: z.string().optional(),
  /** Blocked by incidents that all depend on third parties. */
  held: z.boolean().optional(),
  /** Next running legal day, as midnight in this PC's zone. */
  deadline: z.number().optional(),
  createdAt: z.number().optional(),
  /** Time that it ended, if it has. */
  closedAt: z.number().optional(),
  /** The last fetch failed: the data are from `checkedAt`. */
  failed: z.boolean(),
  /** Of a search by text. */
  matches: z.array(caseMatchSchema).optional(),
})
export type CaseRow = z.infer<typeof caseRowSchema>

export const caseSortSchema = z.object({
  by: z.enum(['recent', 'changed', 'waiting', 'vrm', 'client', 'status', 'deadline']),
  descending: z.boolean(),
})
export type CaseSort = z.infer<typeof caseSortSchema>

/** Months of the calendar, both within the period. */
export const monthsSchema = z.object({
  from: z.string().regex(MONTH),
  to: z.string().regex(MONTH),
})

/**
 * Filter of procedures: every condition present must hold, and of several states, types or labels any
 * matches. An empty filter matches all.
 */
export const caseFilterSchema = z.object({
  /**
   * Free text: fragments of plate, chassis, invoice, make and model, names, identifiers, e-mail addresses,
   * telephones, labels, notes, document names. Every word must match.
   */
  text: z.string().max(200).optional(),
  /** Procedures of this person alone. */
  person: casePersonSchema.optional(),
  statuses: z.array(z.string().max(100)).max(30).optional(),
  types: z.array(z.string().max(100)).max(30).optional(),
  labels: z.array(label).max(20).optional(),
  marked: z.boolean().optional(),
  /** Only ended procedures, or only open ones. */
  ended: z.boolean().optional(),
  /** Open, and in the same state for so many days. */
  quietDays: z.number().int().min(1).max(3_650).optional(),
  /** Ended since midnight of this PC's day. */
  endedToday: z.boolean().optional(),
  /** With a legal day within so many days, or past by 30 days at the most. */
  deadlineDays: z.number().int().min(0).max(3_650).optional(),
  /** Of this client, whatever accents and capitals it was written with. */
  client: z.string().trim().min(1).max(FIELD_LENGTHS.client).optional(),
  /** Begun in those months: as the service says, or else when this PC learnt of it. */
  began: monthsSchema.optional(),
  /** In a state that ends it since those months. */
  closed: monthsSchema.optional(),
  /** Left that state in those months, as far as it is known when it had entered it. */
  left: monthsSchema.extend({ status: z.string().max(100) }).optional(),
  /** With an incident of that type raised in those months; `gone`: the service no longer lists it, unsolved. */
  incident: monthsSchema
    .extend({ type: z.string().max(100), state: z.enum(['open', 'solved', 'gone']).optional() })
    .optional(),
})
export type CaseFilter = z.infer<typeof caseFilterSchema>

export const CASE_COLUMNS = [
  'plate',
  'type',
  'status',
  'incident',
  'waiting',
  'vehicle',
  'client',
  'parties',
  'invoice',
  'labels',
  'deadline',
  'created',
  'id',
] as const
export const caseColumnSchema = z.enum(CASE_COLUMNS)
export type CaseColumn = z.infer<typeof caseColumnSchema>

/** A view saved in this account. The built-in ones are in shared/domain/procedures/views.ts. */
export const caseViewSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  filter: caseFilterSchema,
  sort: caseSortSchema,
  columns: z.array(caseColumnSchema).min(1),
})
export type CaseView = z.infer<typeof caseViewSchema>

/**
 * Counts per value: of the filter without its own condition of that kind, so that each can be added to it.
 */
export const caseFacetsSchema = z.object({
  total: z.number().int(),
  statuses: z.array(z.object({ value: z.string(), n: z.number().int() })),
  types: z.array(z.object({ value: z.string(), n: z.number().int() })),
  labels: z.array(z.object({ value: z.string(), n: z.number().int() })),
})
export type CaseFacets = z.infer<typeof caseFacetsSchema>

/** A selection of procedures: by id, or by filter. */
export const caseSelectionSchema = z.union([
  z.object({ ids: z.array(id).min(1).max(10_000) }),
  z.object({ filter: caseFilterSchema }),
])
export type CaseSelection = z.infer<typeof caseSelectionSchema>

const changed = z.object({ changed: z.number().int() })

const table = z.object({
  selection: caseSelectionSchema,
  sort: caseSortSchema,
  columns: z.array(caseColumnSchema).min(1),
})

/** A few of each kind; of the procedures, their total too. */
const plateInOfficeSchema = z.object({
  procedures: z.array(caseRowSchema.extend({ notes: z.string() })),
  total: z.number().int(),
  /** Not sent yet. */
  drafts: z.array(draftRowSchema),
  /** Of its procedures. */
  signatures: z.array(signatureRowSchema),
  /** Of both kinds. The first is that of the verdict on screen, or about to be. */
  reports: z.array(plateReportSchema),
})
export type PlateInOffice = z.infer<typeof plateInOfficeSchema>

const recentInOfficeSchema = plateInOfficeSchema.omit({ reports: true }).extend({ vrm: z.string() })
export type RecentInOffice = z.infer<typeof recentInOfficeSchema>

/**
 * Rows of the contract: *Expedientes* and their annotations. Changes are published as `changed` with kind
 * `resource`, and of the saved views with kind `views`.
 */
export const caseCommands = {
  /** A range of the filter's results, in that order. `total`: of all of them. */
  'cases.list': command(
    z.object({
      filter: caseFilterSchema,
      sort: caseSortSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(caseRowSchema), total: z.number().int() }),
  ),
  'cases.facets': command(z.object({ filter: caseFilterSchema }), caseFacetsSchema),
  /** Number of results of each filter, in their order. */
  'cases.counts': command(
    z.object({ filters: z.array(caseFilterSchema).max(50) }),
    z.object({ counts: z.array(z.number().int()) }),
  ),
  /** For the palette: the first few, the latest first. */
  'cases.find': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    z.object({ rows: z.array(caseRowSchema) }),
  ),
  /**
   * For the palette: the people of the latest cases whose name or identifier matches, the latest first, with the
   * number of their cases.
   */
  'cases.people': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    z.object({ people: z.array(casePersonSchema.extend({ cases: z.number().int() })) }),
  ),
  /** What the office has of a plate, the newest first. */
  'cases.of-plate': command(z.object({ vrm: z.string().min(1).max(16) }), plateInOfficeSchema),
  /** The same of several plates but their reports, in one question. Only plates of which there is something. */
  'cases.of-plates': command(
    z.object({ vrms: z.array(z.string().min(1).max(16)).max(20) }),
    z.object({ plates: z.array(recentInOfficeSchema) }),
  ),
  'annotations.get': command(z.object({ id }), annotationsSchema),
  /** Only the given fields change. */
  'annotations.save': command(
    z.object({ id, version: z.number().int().min(0), fields: annotationFieldsSchema.partial() }),
    annotationsSchema,
  ),
  'cases.pin': command(
    z.object({ id, pinned: z.boolean(), why: z.string().trim().max(200) }),
    annotationsSchema,
  ),
  'cases.mark': command(z.object({ selection: caseSelectionSchema, marked: z.boolean() }), changed),
  'cases.label': command(
    z.object({ selection: caseSelectionSchema, add: z.array(label).max(20), remove: z.array(label).max(20) }),
    changed,
  ),
  /** All labels, the most used first. */
  'cases.labels': command(none, z.object({ labels: z.array(label) })),
  /** Queues a fetch of each, within the rate limits; ended ones too. Returns the number queued. */
  'cases.refresh': command(
    z.object({ selection: caseSelectionSchema }),
    z.object({ queued: z.number().int() }),
  ),

  'views.list': command(none, z.object({ views: z.array(caseViewSchema) })),
  /**
   * Saves a new view, or the one with its id, at that position; by default at its former one, or the last.
   * With the id of a built-in view: saves its display (columns and order).
   */
  'views.save': command(
    z.object({ view: caseViewSchema, at: z.number().int().min(0).max(1_000).optional() }),
    z.object({ views: z.array(caseViewSchema) }),
  ),
  'views.remove': command(z.object({ id: z.string().max(64) }), z.object({ views: z.array(caseViewSchema) })),
} as const

export const caseTransfers = {
  /** For a Spanish spreadsheet: `;`, BOM, decimal comma, no cell that would run as a formula. */
  'cases.csv': transferOut(table),
  'cases.xlsx': transferOut(table),
} as const
