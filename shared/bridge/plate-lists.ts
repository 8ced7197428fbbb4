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
  /** Plates beyond the most that a list may have. */
  beyond: z.number().int().min(0),
})
export type LeftOut = z.infer<typeof leftOutSchema>

const column = z.number().int().min(0).max(MAX_COLUMNS)
/** Columns of a sheet, by their index. `plate`: `null` if the plates are searched for in all of the row. */
const columnsSchema = z.object({
  plate: column.nullable(),
  alsoPlates: z.array(column).max(MAX_COLUMNS),
  note: z.array(column).max(MAX_COLUMNS),
})

/** How a sheet was read: its row of names, and what its columns are. */
const listTableSchema = columnsSchema.extend({
  headings: z.array(z.string().max(MAX_LINE_TEXT)).min(1).max(MAX_COLUMNS),
})
export type ListTable = z.infer<typeof listTableSchema>

/** A list, by its name. */
const plateListNameSchema = z.object({ id, name: z.string(), createdAt: z.number() })
export type PlateListName = z.infer<typeof plateListNameSchema>

/** Columns that were accepted for an earlier list with the same row of names. */
export const knownColumnsSchema = z.object({ columns: columnsSchema, of: plateListNameSchema })
export type KnownColumns = z.infer<typeof knownColumnsSchema>

/** Body of `plate-lists.create`: what was read from a text or a file, as the user accepted it. */
export const newPlateListSchema = leftOutSchema.extend({
  plates: z
    .array(
      z.object({
        vrm,
        line,
        written: z.string().max(MAX_LINE_TEXT),
        repaired: z.boolean(),
        note: z.string().max(MAX_LINE_TEXT),
      }),
    )
    .min(1)
    .max(MAX_LISTED),
  /** Of a file with a row of names. */
  table: listTableSchema.optional(),
})
export type NewPlateList = z.infer<typeof newPlateListSchema>

const plateListFilterSchema = z.enum(PLATE_LIST_FILTERS)
export type PlateListFilter = z.infer<typeof plateListFilterSchema>

const plateListSchema = z.object({
  id,
  name: z.string(),
  createdAt: z.number(),
  /** `stopped`: by the user. */
  state: z.enum(['running', 'stopped', 'done']),
  total: z.number().int(),
  /** Plates still to be answered. */
  open: z.number().int(),
  counts: z.record(plateListFilterSchema, z.number().int()),
  /** Plates of other lists that are looked up before those of this one. */
  ahead: z.number().int(),
  /**
   * When it will have been looked up, at the pace of the last minutes. `null` while that is not known: nothing is
   * being answered.
   */
  endsAt: z.number().nullable(),
})
export type PlateList = z.infer<typeof plateListSchema>

const plateListRowSchema = z.object({
  ord: z.number().int(),
  vrm,
  line,
  /** As it was written in the list. */
  written: z.string(),
  /** Its plate was put right, and `written` has another. */
  repaired: z.boolean(),
  /** Rest of its line, as it came. */
  cameWith: z.string(),
  note: z.string(),
  marked: z.boolean(),
  /** `known`: a verdict of the day was there already. */
  state: z.enum(['waiting', 'asked', 'known', 'answered', 'failed']),
  error: appErrorSchema.nullable(),
  outcome: verdictOutcomeSchema.nullable(),
  /** Its reports disagree. */
  disagrees: z.boolean(),
  checkedAt: z.number().nullable(),
  brand: z.string(),
  model: z.string(),
  /** Its last complete report, or the request of one; `null` without any. */
  complete: z
    .object({
      /** `done`: it has arrived, at `checkedAt`. `unanswered`: it arrived without an answer. */
      state: z.enum([...completeRequestSchema.shape.state.options, 'done', 'unanswered']),
      checkedAt: z.number().nullable(),
    })
    .nullable(),
})
export type PlateListRow = z.infer<typeof plateListRowSchema>

/** Rows of a list, each by its place in it. */
const ords = z.array(z.number().int().min(0)).min(1).max(MAX_LISTED)

/** Which rows, and in which order: by their answers, the worst first, or as they came. */
export const plateListViewSchema = z.object({
  id,
  /** The rows that the user chose: these and no others, whatever `filter` and `query` say. */
  ords: ords.optional(),
  filter: plateListFilterSchema.optional(),
  /** Part of a plate, of what came with it, or of its note. */
  query: z.string().max(200).default(''),
  order: z.enum(['answer', 'line']).default('answer'),
})
export type PlateListView = z.infer<typeof plateListViewSchema>

/** True for a view of all rows of its list: what is copied or exported of it also names the lines without a plate. */
export const isWholeList = (view: PlateListView): boolean =>
  view.ords === undefined && view.filter === undefined && view.query.trim() === ''

/**
 * What asking for complete reports of some rows means, before anything is asked: which of their plates, and at what
 * cost. Each plate that is left out is counted under its one reason.
 */
const completeOfferSchema = z.object({
  /** Rows that are asked, in their order: at most `MAX_COMPLETE_AT_ONCE`. */
  ords: z.array(z.number().int()).max(MAX_COMPLETE_AT_ONCE),
  /** Plates of these rows. */
  vrms: z.array(z.string()),
  leftOut: z.object({
    /** A report of the last hours is there: `recentHours`. */
    recent: z.number().int(),
    /** One is on its way. */
    open: z.number().int(),
    /** One may have been asked, and the user has not decided. */
    uncertain: z.number().int(),
    /** The registry has just answered that there is no such plate. */
    unregistered: z.number().int(),
  }),
  /** Rows beyond the most that are asked at once. */
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
  /** No more of its plates are looked up. What is being asked is answered. */
  'plate-lists.pause': command(z.object({ id }), none),
  'plate-lists.resume': command(z.object({ id }), none),
  /** Before every other list. */
  'plate-lists.first': command(z.object({ id }), none),
  /** Gives up the plates that wait. Those that were answered stay as they are. */
  'plate-lists.cancel': command(z.object({ id }), none),
  /** Looks up again the plates whose lookups ended without an answer. */
  'plate-lists.retry': command(z.object({ id }), none),
  /** Forgets the list. The verdicts of its plates stay. */
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
  /** `common`: the note that all these rows have, or '' if they differ. `noted`: rows that have a note. */
  'plate-lists.notes': command(
    z.object({ id, ords }),
    z.object({ noted: z.number().int(), common: z.string() }),
  ),
  /** Replaces the note of each of these rows. */
  'plate-lists.note': command(z.object({ id, ords, note: z.string().max(MAX_ROW_NOTE) }), none),
  /** What an earlier list says of the columns of a sheet with these names. `name`: of the list that is being made. */
  'plate-lists.columns': command(
    z.object({ headings: listTableSchema.shape.headings, name: z.string().max(MAX_LIST_NAME) }),
    z.object({ known: knownColumnsSchema.nullable() }),
  ),
  /** Newest list with just these plates. */
  'plate-lists.twin': command(
    z.object({ vrms: z.array(vrm).min(1).max(MAX_LISTED) }),
    z.object({ list: plateListNameSchema.nullable() }),
  ),
  /** Places of the rows shown, in their order. */
  'plate-lists.ords': command(plateListViewSchema, z.object({ ords: z.array(z.number().int()) })),
  'plate-lists.mark': command(z.object({ id, ords, marked: z.boolean() }), none),
  /** Puts rows before the others that wait in their list. `moved`: those that waited. */
  'plate-lists.rows-first': command(z.object({ id, ords }), z.object({ moved: z.number().int() })),
  'plate-lists.complete-offer': command(z.object({ id, ords }), completeOfferSchema),
  /**
   * Requests and pays for the complete report of each row: all are written down at once, or none. The same `batch` again
   * asks for nothing more. `confirmed`: the user saw how many and at what price, in cents; another price is refused with
   * `invalid-request`. `asked`: a plate that got a report or a request since then is not paid for again.
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
  /** The answer to whoever sent the list, ready to paste: of the rows shown. */
  'plate-lists.text': command(plateListViewSchema, z.object({ text: z.string() })),
} as const

export const plateListTransfers = {
  /**
   * Begins a list: JSON of `NewPlateList`. The same `id` again answers with the list that is there. A transfer, as
   * 5,000 plates are more than a command may carry.
   */
  'plate-lists.create': transferIn(
    z.object({ id, name: z.string().trim().min(1).max(MAX_LIST_NAME) }),
    plateListSchema,
    8 * 1024 * 1024,
  ),
  /** Rows shown, as CSV for a Spanish spreadsheet. */
  'plate-lists.csv': transferOut(plateListViewSchema),
  'plate-lists.xlsx': transferOut(plateListViewSchema),
} as const
