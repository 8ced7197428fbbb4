import * as z from 'zod'
import { FIELD_LENGTHS, MAX_SITUATIONS } from '../domain/procedures/fields.ts'
import { MONTH } from '../domain/calendar.ts'
import { choiceSchema } from './checklists.ts'
import { resourceRowSchema } from './inbox.ts'
import { plateReportSchema } from './lookup.ts'
import { command, none, transferOut } from './primitives.ts'
import { draftRowSchema } from './procedures.ts'
import { signatureRowSchema } from './signature-requests.ts'

const id = z.string().min(1).max(200)
const label = z.string().trim().min(1).max(40)

/** Annotations of a procedure: local data that the API does not have and that never leave this PC. */
const savedFieldsSchema = z.object({
  client: z.string().max(FIELD_LENGTHS.client),
  sellerName: z.string().max(FIELD_LENGTHS.sellerName),
  sellerTaxId: z.string().max(FIELD_LENGTHS.sellerTaxId),
  buyerName: z.string().max(FIELD_LENGTHS.buyerName),
  buyerTaxId: z.string().max(FIELD_LENGTHS.buyerTaxId),
  /** DD/MM/YYYY: start of the legal terms. */
  contractDate: z.string().max(FIELD_LENGTHS.contractDate),
})
/** `notes`: the texts of all notes, newest first, one below the other. */
const annotationFieldsSchema = savedFieldsSchema.extend({ notes: z.string() })
export type AnnotationFields = z.infer<typeof annotationFieldsSchema>

const noteText = z.string().trim().min(1).max(FIELD_LENGTHS.notes)
export const caseNoteSchema = z.object({
  id,
  text: z.string(),
  /** Operator's name when the note was written; '' if unknown. */
  author: z.string(),
  at: z.number(),
  editedAt: z.number().nullable(),
})
export type CaseNote = z.infer<typeof caseNoteSchema>

/** Name of a person of the office. */
const personName = z.string().trim().max(100)

/** Annotations of one procedure. Without any, the fields are empty and the version is 0. */
const annotationsSchema = z.object({
  /** Increases with every save. A save based on an older version is refused with `draft-changed`. */
  version: z.number().int(),
  fields: annotationFieldsSchema,
  /** Situations of the checklist that the user chose. */
  situations: z.array(z.string()),
  /** Newest first. */
  notes: z.array(caseNoteSchema),
  labels: z.array(label).max(20),
  /** Person who has the procedure; '' for nobody. */
  assigned: z.string(),
  marked: z.boolean(),
  /** True if the procedure stays on this PC long after its end, with the reason. */
  pinned: z.boolean(),
  pinnedWhy: z.string().max(200),
})
export type Annotations = z.infer<typeof annotationsSchema>

/** Person or company of a procedure (shared/domain/parties.ts). `taxId` identifies it; without one, the name. */
const casePersonSchema = z.object({ name: z.string().max(200), taxId: z.string().max(32) })

/** Match of a search in a field that is no column of the row. */
const caseMatchSchema = z.object({
  field: z.enum(['notes', 'document', 'email', 'phone', 'sellerTaxId', 'buyerTaxId']),
  /** Text around the match. For an identifier, its last three characters. */
  text: z.string(),
})
export type CaseMatch = z.infer<typeof caseMatchSchema>

/** Row of *Expedientes*: a procedure with its annotations. */
const caseRowSchema = resourceRowSchema.extend({
  /** Type as the service names it (`VEHICLE_TRANSFER`), known or not. */
  type: z.string(),
  invoice: z.string().optional(),
  client: z.string(),
  sellerName: z.string(),
  buyerName: z.string(),
  /** Last three characters of the identifiers, which tell people of one name apart. Screens face the counter. */
  sellerTail: z.string(),
  buyerTail: z.string(),
  /** Make and model from the latest report of the plate. Empty without a report. */
  vehicle: z.string(),
  labels: z.array(label),
  /** Person who has the procedure; '' for nobody. */
  assigned: z.string(),
  marked: z.boolean(),
  pinned: z.boolean(),
  muted: z.boolean(),
  /** Number of unsolved incidents, and type of the first. */
  incidents: z.number().int(),
  incident: z.string().optional(),
  /** True if all blocking incidents depend on third parties. */
  held: z.boolean().optional(),
  /** Next running legal day, as midnight in this PC's zone. */
  deadline: z.number().optional(),
  createdAt: z.number().optional(),
  /** End of the procedure. */
  closedAt: z.number().optional(),
  /** True if the last fetch failed: the data are from `checkedAt`. */
  failed: z.boolean(),
  /** Matches of a search by text. */
  matches: z.array(caseMatchSchema).optional(),
})
export type CaseRow = z.infer<typeof caseRowSchema>

const caseSortSchema = z.object({
  by: z.enum(['recent', 'changed', 'waiting', 'vrm', 'client', 'status', 'deadline']),
  descending: z.boolean(),
})
export type CaseSort = z.infer<typeof caseSortSchema>

/** Months of the calendar, both included. */
export const monthsSchema = z.object({
  from: z.string().regex(MONTH),
  to: z.string().regex(MONTH),
})

/**
 * Filter of procedures. Every given condition must hold. Of several states, types or labels, any may match. An empty
 * filter matches all.
 */
export const caseFilterSchema = z.object({
  /**
   * Free text. Every word must match in a plate, chassis, invoice, make and model, name, identifier, e-mail address,
   * telephone, label, note or document name.
   */
  text: z.string().max(200).optional(),
  person: casePersonSchema.optional(),
  statuses: z.array(z.string().max(100)).max(30).optional(),
  types: z.array(z.string().max(100)).max(30).optional(),
  labels: z.array(label).max(20).optional(),
  marked: z.boolean().optional(),
  /** Of one person. `me`: this PC's operator. */
  assigned: z
    .union([z.object({ to: z.enum(['me', 'nobody']) }), z.object({ name: personName.min(1) })])
    .optional(),
  /** Only ended procedures, or only open ones. */
  ended: z.boolean().optional(),
  /** Open, and in the same state for this many days. */
  quietDays: z.number().int().min(1).max(3_650).optional(),
  /** Ended since midnight of this PC's day. */
  endedToday: z.boolean().optional(),
  /** With a legal day within this many days, or at most 30 days past. */
  deadlineDays: z.number().int().min(0).max(3_650).optional(),
  /** Of this client, whatever accents and capitals the name has. */
  client: z.string().trim().min(1).max(FIELD_LENGTHS.client).optional(),
  /** Begun in these months, as the service says or, failing that, when this PC first saw it. */
  began: monthsSchema.optional(),
  /** Ended in these months. */
  closed: monthsSchema.optional(),
  /** Left the state in these months, if it is known when it had entered it. */
  left: monthsSchema.extend({ status: z.string().max(100) }).optional(),
  /**
   * With an incident of this type, raised in these months. `gone`: the service no longer lists it, and it was not
   * solved.
   */
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
  'assigned',
  'deadline',
  'created',
  'id',
] as const
const caseColumnSchema = z.enum(CASE_COLUMNS)
export type CaseColumn = z.infer<typeof caseColumnSchema>

/** View saved in this account. The built-in ones are in shared/domain/procedures/views.ts. */
export const caseViewSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  filter: caseFilterSchema,
  sort: caseSortSchema,
  columns: z.array(caseColumnSchema).min(1),
  /** Widths that the user has chosen, in rem. The other columns have automatic widths. */
  widths: z.partialRecord(caseColumnSchema, z.number().min(1).max(100)).optional(),
})
export type CaseView = z.infer<typeof caseViewSchema>

/**
 * Counts per value. Each condition counts the results of the filter without itself, so that a value can be added to
 * it.
 */
const caseFacetsSchema = z.object({
  total: z.number().int(),
  statuses: z.array(z.object({ value: z.string(), n: z.number().int() })),
  types: z.array(z.object({ value: z.string(), n: z.number().int() })),
  labels: z.array(z.object({ value: z.string(), n: z.number().int() })),
  /** By the person who has the procedure. */
  people: z.array(z.object({ value: z.string(), n: z.number().int() })),
})
export type CaseFacets = z.infer<typeof caseFacetsSchema>

/** Selected procedures: by id, or by filter. */
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

/** Some rows of each kind, with the total of the procedures. */
const plateInOfficeSchema = z.object({
  procedures: z.array(caseRowSchema.extend({ notes: z.string() })),
  total: z.number().int(),
  /** Unsent drafts. */
  drafts: z.array(draftRowSchema),
  /** Signatures of these procedures. */
  signatures: z.array(signatureRowSchema),
  /** Reports of both kinds. The first is that of the verdict on screen, or of the next one. */
  reports: z.array(plateReportSchema),
})
export type PlateInOffice = z.infer<typeof plateInOfficeSchema>

const recentInOfficeSchema = plateInOfficeSchema.omit({ reports: true }).extend({ vrm: z.string() })
export type RecentInOffice = z.infer<typeof recentInOfficeSchema>

/**
 * Rows of the contract: *Expedientes* and their annotations. Changes are published as `changed` with kind `resource`.
 * Those of the saved views have kind `views`.
 */
export const caseCommands = {
  /** Range of the sorted results. `total`: number of all results. */
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
  /** First few matches for the palette, latest first. */
  'cases.find': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    z.object({ rows: z.array(caseRowSchema) }),
  ),
  /**
   * People for the palette: those of the latest cases whose name or identifier matches, with their number of cases.
   * Latest first.
   */
  'cases.people': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    z.object({ people: z.array(casePersonSchema.extend({ cases: z.number().int() })) }),
  ),
  /** Office data of a plate, newest first. */
  'cases.of-plate': command(z.object({ vrm: z.string().min(1).max(16) }), plateInOfficeSchema),
  /** Office data of several plates in one call, without reports. Plates without data are left out. */
  'cases.of-plates': command(
    z.object({ vrms: z.array(z.string().min(1).max(16)).max(20) }),
    z.object({ plates: z.array(recentInOfficeSchema) }),
  ),
  'annotations.get': command(z.object({ id }), annotationsSchema),
  /** Only the given fields change. */
  'annotations.save': command(
    z.object({ id, version: z.number().int().min(0), fields: savedFieldsSchema.partial() }),
    annotationsSchema,
  ),
  /** Situations of the checklist. Like a label, they replace what is there. */
  'cases.situations': command(
    z.object({ id, situations: z.array(choiceSchema).max(MAX_SITUATIONS) }),
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
  'case-notes.add': command(z.object({ id, text: noteText }), annotationsSchema),
  /** `editedAt`: of the note that the user edited. An edit of a note that has changed is refused with `draft-changed`. */
  'case-notes.edit': command(
    z.object({ noteId: id, editedAt: z.number().nullable(), text: noteText }),
    annotationsSchema,
  ),
  'case-notes.remove': command(z.object({ noteIds: z.array(id).min(1).max(10_000) }), changed),
  /** Restores notes that were removed last. */
  'case-notes.restore': command(z.object({ noteIds: z.array(id).min(1).max(100) }), changed),
  /** Assigns procedures to a person. An empty `person` unassigns them. The `note` is added to each procedure. */
  'cases.assign': command(
    z.object({ selection: caseSelectionSchema, person: personName, note: noteText.optional() }),
    changed.extend({ noteIds: z.array(id) }),
  ),
  /** This PC's operator ('' if unknown), and the other people of the office that this PC knows. */
  'cases.colleagues': command(none, z.object({ me: z.string(), others: z.array(z.string()) })),
  /** All labels, the most used first. */
  'cases.labels': command(none, z.object({ labels: z.array(label) })),
  /** Queues a fetch of each procedure, ended ones too, within the rate limits. Returns the number queued. */
  'cases.refresh': command(
    z.object({ selection: caseSelectionSchema }),
    z.object({ queued: z.number().int() }),
  ),

  'views.list': command(none, z.object({ views: z.array(caseViewSchema) })),
  /**
   * Saves a new view, or the one with its id. Default position: the former one, or the last. With the id of a
   * built-in view, saves its columns and order.
   */
  'views.save': command(
    z.object({ view: caseViewSchema, at: z.number().int().min(0).max(1_000).optional() }),
    z.object({ views: z.array(caseViewSchema) }),
  ),
  'views.remove': command(z.object({ id: z.string().max(64) }), z.object({ views: z.array(caseViewSchema) })),
} as const

export const caseTransfers = {
  /** CSV for a Spanish spreadsheet: `;`, BOM, decimal comma, and no cell that runs as a formula. */
  'cases.csv': transferOut(table),
  'cases.xlsx': transferOut(table),
} as const
