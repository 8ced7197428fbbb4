import * as z from 'zod'
import {
  caseColumnSchema,
  caseFacetsSchema,
  annotationFieldsSchema,
  caseFilterSchema,
  casePersonSchema,
  caseRowSchema,
  annotationsSchema,
  caseSelectionSchema,
  caseSortSchema,
  caseViewSchema,
} from './cases.ts'
import { plateReportSchema } from './lookup.ts'
import { command, none, transferOut } from './primitives.ts'
import { draftRowSchema } from './procedures.ts'
import { signatureRowSchema } from './signature-requests.ts'

const id = z.string().min(1).max(200)
const label = z.string().trim().min(1).max(40)
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
