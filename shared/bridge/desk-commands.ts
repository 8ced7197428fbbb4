import * as z from 'zod'
import {
  deskColumnSchema,
  deskFacetsSchema,
  deskFieldsSchema,
  deskFilterSchema,
  deskRowSchema,
  deskSchema,
  deskSelectionSchema,
  deskSortSchema,
  deskViewSchema,
} from './desk.ts'
import { command, transferOut } from './primitives.ts'

const none = z.object({})
const id = z.string().min(1).max(200)
const label = z.string().trim().min(1).max(40)
const changed = z.object({ changed: z.number().int() })

const table = z.object({
  selection: deskSelectionSchema,
  sort: deskSortSchema,
  columns: z.array(deskColumnSchema).min(1),
})

/**
 * Rows of the contract: *Expedientes* and what the desk writes down of each. What changes is told as `changed` with kind
 * `resource`, and of the saved views with kind `views`.
 */
export const deskCommands = {
  /** A range of what the filter finds, in that order. `total`: of all of it. */
  'desk.list': command(
    z.object({
      filter: deskFilterSchema,
      sort: deskSortSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(deskRowSchema), total: z.number().int() }),
  ),
  'desk.facets': command(z.object({ filter: deskFilterSchema }), deskFacetsSchema),
  /** How many each of these filters finds, in their order. */
  'desk.counts': command(
    z.object({ filters: z.array(deskFilterSchema).max(50) }),
    z.object({ counts: z.array(z.number().int()) }),
  ),
  /** For the palette: the first few, the latest first. */
  'desk.find': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    z.object({ rows: z.array(deskRowSchema) }),
  ),
  'desk.get': command(z.object({ id }), deskSchema),
  /** Only the given fields change. */
  'desk.save': command(
    z.object({ id, version: z.number().int().min(0), fields: deskFieldsSchema.partial() }),
    deskSchema,
  ),
  'desk.pin': command(z.object({ id, pinned: z.boolean(), why: z.string().trim().max(200) }), deskSchema),
  'desk.mark': command(z.object({ selection: deskSelectionSchema, marked: z.boolean() }), changed),
  'desk.label': command(
    z.object({ selection: deskSelectionSchema, add: z.array(label).max(20), remove: z.array(label).max(20) }),
    changed,
  ),
  /** Every label there is, the most used first. */
  'desk.labels': command(none, z.object({ labels: z.array(label) })),
  /** The service is asked about each, within the limits; what has ended too. Answers how many were put in the queue. */
  'desk.refresh': command(
    z.object({ selection: deskSelectionSchema }),
    z.object({ queued: z.number().int() }),
  ),

  'views.list': command(none, z.object({ views: z.array(deskViewSchema) })),
  /**
   * A new one, or the one with its id; at that place among them, or else where it was, or the last. With the id of a
   * built-in view: how that one is shown (its columns and its order).
   */
  'views.save': command(
    z.object({ view: deskViewSchema, at: z.number().int().min(0).max(1_000).optional() }),
    z.object({ views: z.array(deskViewSchema) }),
  ),
  'views.remove': command(z.object({ id: z.string().max(64) }), z.object({ views: z.array(deskViewSchema) })),
} as const

export const deskTransfers = {
  /** For a Spanish spreadsheet: `;`, BOM, decimal comma, nothing that a spreadsheet would take for a formula. */
  'desk.csv': transferOut(table),
  'desk.xlsx': transferOut(table),
} as const
