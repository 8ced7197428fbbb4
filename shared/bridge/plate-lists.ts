import * as z from 'zod'
import {
  MAX_LISTED,
  MAX_COLUMNS,
  MAX_COMPLETE_AT_ONCE,
  MAX_LINE_TEXT,
  MAX_LIST_NAME,
  MAX_ROW_NOTE,
  PLATE_LIST_FILTERS,
} from '../domain/plate-list.ts'
import { completeRequestSchema, completeViewSchema } from './complete-report.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const id = z.string().min(1).max(64)
const vrm = z.string().min(1).max(16)
const line = z.number().int().min(1)

/** Lines of the list that are not among its rows. */
export const leftOutSchema = z.object({
  unread: z.array(z.object({ line, text: z.string().max(MAX_LINE_TEXT) })).max(MAX_LISTED),
  repeated: z.array(z.object({ line, vrm, first: line })).max(MAX_LISTED),
  /** Plates above the maximum of a list. */
  beyond: z.number().int().min(0),
})
export type LeftOut = z.infer<typeof leftOutSchema>

const column = z.number().int().min(0).max(MAX_COLUMNS)
/** Columns of a sheet by index. `plate` is `null` if the plates are searched for in the whole row. */
const columnsSchema = z.object({
  plate: column.nullable(),
  alsoPlates: z.array(column).max(MAX_COLUMNS),
  note: z.array(column).max(MAX_COLUMNS),
})

/** How a sheet was read: its row of names and its columns. */
const listTableSchema = columnsSchema.extend({
  headings: z.array(z.string().max(MAX_LINE_TEXT)).min(1).max(MAX_COLUMNS),
})
export type ListTable = z.infer<typeof listTableSchema>

/** Name of a list. */
const plateListNameSchema = z.object({ id, name: z.string(), createdAt: z.number() })
export type PlateListName = z.infer<typeof plateListNameSchema>

/** Columns that were accepted for an earlier list with the same row of names. */
export const knownColumnsSchema = z.object({ columns: columnsSchema, of: plateListNameSchema })
export type KnownColumns = z.infer<typeof knownColumnsSchema>

/** Body of `plate-lists.create`: result of reading a text or a file, as the user accepted it. */
export const newPlateListSchema = leftOutSchema.extend({
  plates: z
    .array(
      z.object({
        vrm,
        line,
        written: z.string().max(MAX_LINE_TEXT),
        repaired: z.boolean(),
        note: z.string().max(MAX_LINE_TEXT),
        /** Cells of the columns that name the vehicle, if the list has such columns. */
        vehicle: z.string().max(MAX_LINE_TEXT).optional(),
      }),
    )
    .min(1)
    .max(MAX_LISTED),
  /** Table of a file with a row of names. */
  table: listTableSchema.optional(),
})
export type NewPlateList = z.infer<typeof newPlateListSchema>

const plateListFilterSchema = z.enum(PLATE_LIST_FILTERS)
export type PlateListFilter = z.infer<typeof plateListFilterSchema>

const plateListSchema = z.object({
  id,
  name: z.string(),
  createdAt: z.number(),
  /** `stopped`: the user stopped the list. */
  state: z.enum(['running', 'stopped', 'done']),
  total: z.number().int(),
  /** Plates without an answer so far. */
  open: z.number().int(),
  counts: z.record(plateListFilterSchema, z.number().int()),
  /** Plates of other lists that are looked up before this one. */
  ahead: z.number().int(),
  /** Expected end, at the pace of the last minutes. `null` while nothing is answered. */
  endsAt: z.number().nullable(),
})
export type PlateList = z.infer<typeof plateListSchema>

const plateListRowSchema = z.object({
  ord: z.number().int(),
  vrm,
  line,
  /** Plate as written in the list. */
  written: z.string(),
  /** True if the plate was repaired, so that it differs from `written`. */
  repaired: z.boolean(),
  /** Rest of the line, unchanged. */
  cameWith: z.string(),
  note: z.string(),
  marked: z.boolean(),
  /** `known`: a verdict of today existed already. */
  state: z.enum(['waiting', 'asked', 'known', 'answered', 'failed']),
  error: appErrorSchema.nullable(),
  outcome: verdictOutcomeSchema.nullable(),
  /** The reports of the plate disagree. */
  disagrees: z.boolean(),
  checkedAt: z.number().nullable(),
  brand: z.string(),
  model: z.string(),
  /** Vehicle that the list names, and the registry's, if they are different ones. */
  otherVehicle: z.object({ listed: z.string(), registry: z.string() }).nullable(),
  /** Last complete report or its request. `null` without any. */
  complete: z
    .object({
      /** `done`: the report arrived at `checkedAt`. `unanswered`: it arrived without an answer. */
      state: z.enum([...completeRequestSchema.shape.state.options, 'done', 'unanswered']),
      checkedAt: z.number().nullable(),
    })
    .nullable(),
})
export type PlateListRow = z.infer<typeof plateListRowSchema>

/** Rows of a list by their position. */
const ords = z.array(z.number().int().min(0)).min(1).max(MAX_LISTED)

/** Filter and order of the rows: by answer, worst first, or as in the list. */
export const plateListViewSchema = z.object({
  id,
  /** Rows that the user chose. They replace `filter` and `query`. */
  ords: ords.optional(),
  filter: plateListFilterSchema.optional(),
  /** Part of a plate, of the rest of its line, or of its note. */
  query: z.string().max(200).default(''),
  order: z.enum(['answer', 'line']).default('answer'),
})
export type PlateListView = z.infer<typeof plateListViewSchema>

/** True for a view of all rows. Its copies and exports also name the lines without a plate. */
export const isWholeList = (view: PlateListView): boolean =>
  view.ords === undefined && view.filter === undefined && view.query.trim() === ''

/**
 * Effect of requesting complete reports for some rows, before the request: the plates and the cost. Each plate that
 * is left out is counted under one reason.
 */
const completeOfferSchema = z.object({
  /** Rows to request, in order, at most `MAX_COMPLETE_AT_ONCE`. */
  ords: z.array(z.number().int()).max(MAX_COMPLETE_AT_ONCE),
  /** Plates of these rows. */
  vrms: z.array(z.string()),
  leftOut: z.object({
    /** Plates with a report of the last `recentHours`. */
    recent: z.number().int(),
    /** Plates with an open request. */
    open: z.number().int(),
    /** Plates with an uncertain request that the user has not decided. */
    uncertain: z.number().int(),
    /** Plates that the registry has just called unknown. */
    unregistered: z.number().int(),
  }),
  /** Rows above the maximum of one request. */
  beyond: z.number().int(),
  ...completeViewSchema.pick({ price: true, recentHours: true, thisMonth: true }).shape,
})
export type CompleteOffer = z.infer<typeof completeOfferSchema>

/** Rows of the contract: lists of plates. Changes are published as `changed` with kind `plate-list`. */
export const plateListCommands = {
  /** Newest first. */
  'plate-lists.list': command(none, z.object({ rows: z.array(plateListSchema) })),
  'plate-lists.get': command(z.object({ id }), plateListSchema.extend({ leftOut: leftOutSchema })),
  'plate-lists.rows': command(
    plateListViewSchema.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(plateListRowSchema), total: z.number().int() }),
  ),
  'plate-lists.rename': command(z.object({ id, name: z.string().trim().min(1).max(MAX_LIST_NAME) }), none),
  /** Stops further lookups of the list. Pending ones are still answered. */
  'plate-lists.pause': command(z.object({ id }), none),
  'plate-lists.resume': command(z.object({ id }), none),
  /** Moves the list before all others. */
  'plate-lists.first': command(z.object({ id }), none),
  /** Cancels the waiting plates. Answered ones stay. */
  'plate-lists.cancel': command(z.object({ id }), none),
  /** Repeats the lookups that ended without an answer. */
  'plate-lists.retry': command(z.object({ id }), none),
  /** Deletes the list. The verdicts of its plates stay. */
  'plate-lists.remove': command(z.object({ id }), none),
  'plate-lists.annotate': command(
    z.object({
      id,
      ord: z.number().int().min(0),
      note: z.string().max(MAX_ROW_NOTE).optional(),
      marked: z.boolean().optional(),
    }),
    none,
  ),
  /** `common`: note that all these rows share, or '' if they differ. `noted`: number of rows with a note. */
  'plate-lists.notes': command(
    z.object({ id, ords }),
    z.object({ noted: z.number().int(), common: z.string() }),
  ),
  /** Replaces the note of each of these rows. */
  'plate-lists.note': command(z.object({ id, ords, note: z.string().max(MAX_ROW_NOTE) }), none),
  /** Columns of an earlier list with the same names of columns. `name`: name of the new list. */
  'plate-lists.columns': command(
    z.object({ headings: listTableSchema.shape.headings, name: z.string().max(MAX_LIST_NAME) }),
    z.object({ known: knownColumnsSchema.nullable() }),
  ),
  /** Newest list with exactly these plates. */
  'plate-lists.twin': command(
    z.object({ vrms: z.array(vrm).min(1).max(MAX_LISTED) }),
    z.object({ list: plateListNameSchema.nullable() }),
  ),
  /** Positions of the shown rows, in order. */
  'plate-lists.ords': command(plateListViewSchema, z.object({ ords: z.array(z.number().int()) })),
  'plate-lists.mark': command(z.object({ id, ords, marked: z.boolean() }), none),
  /** Moves rows before the other waiting ones of their list. `moved`: number of rows that were waiting. */
  'plate-lists.rows-first': command(z.object({ id, ords }), z.object({ moved: z.number().int() })),
  'plate-lists.complete-offer': command(z.object({ id, ords }), completeOfferSchema),
  /**
   * Requests and pays for the complete report of each row. All requests are stored at once, or none.
   * The same `batch` requests nothing more. `confirmed`: number and price in cents that the user saw; another price
   * is refused with `invalid-request`. `asked`: a plate that got a report or a request since then is not paid for
   * again.
   */
  'plate-lists.complete-request': command(
    z.object({
      id,
      batch: id,
      ords: ords.max(MAX_COMPLETE_AT_ONCE),
      price: z.number().int().min(0),
      confirmed: z.literal(true),
    }),
    z.object({ asked: z.number().int() }),
  ),
  /** Answer to the sender of the list, ready to paste, about the shown rows. */
  'plate-lists.text': command(plateListViewSchema, z.object({ text: z.string() })),
} as const

export const plateListTransfers = {
  /**
   * Creates a list from the JSON of `NewPlateList`. The same `id` answers with the existing list. It is a transfer
   * because 5,000 plates exceed a command.
   */
  'plate-lists.create': transferIn(
    z.object({ id, name: z.string().trim().min(1).max(MAX_LIST_NAME) }),
    plateListSchema,
    8 * 1024 * 1024,
  ),
  /** Shown rows as CSV for a Spanish spreadsheet. */
  'plate-lists.csv': transferOut(plateListViewSchema),
  'plate-lists.xlsx': transferOut(plateListViewSchema),
} as const
