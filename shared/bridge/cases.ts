import * as z from 'zod'
import { FIELD_LENGTHS } from '../domain/procedures/fields.ts'
import { resourceRowSchema } from './inbox.ts'

const id = z.string().min(1).max(200)
const label = z.string().trim().min(1).max(40)

/** What the desk writes down of a procedure: the API has none of it, and it never leaves this PC. */
export const annotationFieldsSchema = z.object({
  client: z.string().max(FIELD_LENGTHS.client),
  sellerName: z.string().max(FIELD_LENGTHS.sellerName),
  sellerTaxId: z.string().max(FIELD_LENGTHS.sellerTaxId),
  buyerName: z.string().max(FIELD_LENGTHS.buyerName),
  buyerTaxId: z.string().max(FIELD_LENGTHS.buyerTaxId),
  /** DD/MM/YYYY: the legal clocks start there. */
  contractDate: z.string().max(FIELD_LENGTHS.contractDate),
  notes: z.string().max(FIELD_LENGTHS.notes),
})
export type AnnotationFields = z.infer<typeof annotationFieldsSchema>

/** The desk's side of one procedure. One that nobody wrote anything of is all empty, with version 0. */
export const annotationsSchema = z.object({
  /** Grows with every save: a save on top of an older one is refused with `draft-changed`. */
  version: z.number().int(),
  fields: annotationFieldsSchema,
  labels: z.array(label).max(20),
  marked: z.boolean(),
  /** Kept on this PC although it ended long ago, and why. */
  pinned: z.boolean(),
  pinnedWhy: z.string().max(200),
})
export type Annotations = z.infer<typeof annotationsSchema>

/** A row of *Expedientes*: what is known of a procedure, with the desk's side of it. */
export const caseRowSchema = resourceRowSchema.extend({
  /** The service's name of the type (`VEHICLE_TRANSFER`), or any other. */
  type: z.string(),
  invoice: z.string().optional(),
  client: z.string(),
  sellerName: z.string(),
  buyerName: z.string(),
  labels: z.array(label),
  marked: z.boolean(),
  pinned: z.boolean(),
  muted: z.boolean(),
  /** Incidents that are not solved: how many, and the first of them by its type. */
  incidents: z.number().int(),
  incident: z.string().optional(),
  /** The next legal day, midnight in this PC's zone, of those that still run. */
  deadline: z.number().optional(),
  createdAt: z.number().optional(),
  /** When it ended, of those that did. */
  closedAt: z.number().optional(),
  /** The last look at the service failed: it is as it was seen at `checkedAt`. */
  failed: z.boolean(),
})
export type CaseRow = z.infer<typeof caseRowSchema>

export const caseSortSchema = z.object({
  by: z.enum(['recent', 'changed', 'waiting', 'vrm', 'client', 'status', 'deadline']),
  descending: z.boolean(),
})
export type CaseSort = z.infer<typeof caseSortSchema>

/**
 * Which procedures: every condition that is given has to hold, and of several states, types or labels any will do. An
 * empty filter is all of them.
 */
export const caseFilterSchema = z.object({
  /** Typed as it comes: fragments of plate, chassis, invoice, names, identifiers, notes. All words have to be found. */
  text: z.string().max(200).optional(),
  statuses: z.array(z.string().max(100)).max(30).optional(),
  types: z.array(z.string().max(100)).max(30).optional(),
  labels: z.array(label).max(20).optional(),
  marked: z.boolean().optional(),
  /** Only what has not ended, or only what has. */
  ended: z.boolean().optional(),
  /** Not ended, and in the same state for so many days. */
  quietDays: z.number().int().min(1).max(3_650).optional(),
  /** Ended since midnight of this PC's day. */
  endedToday: z.boolean().optional(),
  /** With a legal day within so many days, or past. */
  deadlineDays: z.number().int().min(0).max(3_650).optional(),
})
export type CaseFilter = z.infer<typeof caseFilterSchema>

export const CASE_COLUMNS = [
  'plate',
  'type',
  'status',
  'incident',
  'waiting',
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

/** A view that somebody saved in this account. The built-in ones are in shared/domain/procedures/views.ts. */
export const caseViewSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  filter: caseFilterSchema,
  sort: caseSortSchema,
  columns: z.array(caseColumnSchema).min(1),
})
export type CaseView = z.infer<typeof caseViewSchema>

/** How many there are of each: of the filter without its own condition of that kind, so that each can be added to it. */
export const caseFacetsSchema = z.object({
  total: z.number().int(),
  statuses: z.array(z.object({ value: z.string(), n: z.number().int() })),
  types: z.array(z.object({ value: z.string(), n: z.number().int() })),
  labels: z.array(z.object({ value: z.string(), n: z.number().int() })),
})
export type CaseFacets = z.infer<typeof caseFacetsSchema>

/** Some procedures: those named, or those that a filter finds. */
export const caseSelectionSchema = z.union([
  z.object({ ids: z.array(id).min(1).max(10_000) }),
  z.object({ filter: caseFilterSchema }),
])
export type CaseSelection = z.infer<typeof caseSelectionSchema>
