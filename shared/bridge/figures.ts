import * as z from 'zod'
import { FIELD_LENGTHS } from '../domain/procedures/fields.ts'
import { MAX_MONTHS, listMonths } from '../domain/calendar.ts'
import { monthsSchema } from './cases.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { command, none, transferOut } from './primitives.ts'

const n = z.number().int()
const month = z.string()

/** Charts of *Cifras*. */
const DRAWINGS = ['procedures', 'states', 'incidents', 'verdicts', 'spending'] as const
export type Drawing = (typeof DRAWINGS)[number]

const period = monthsSchema.refine((months) => {
  const { length } = listMonths(months)
  return length > 0 && listMonths(months).at(-1) === months.to
}, `Not a period of 1 to ${MAX_MONTHS} months.`)

/** Scope of the counts: months and, for procedures, client or label. */
const figureScopeSchema = z.object({
  months: period,
  client: z.string().trim().min(1).max(FIELD_LENGTHS.client).optional(),
  label: z.string().trim().min(1).max(40).optional(),
})
export type FigureScope = z.infer<typeof figureScopeSchema>

/** Grouping of the times in each state. */
const figureGroupSchema = z.enum(['none', 'type', 'client'])
export type FigureGroup = z.infer<typeof figureGroupSchema>

/**
 * Procedures of one type begun and ended in a month. `past…`: procedures that retention has hidden or erased, so that
 * no list opens them. Months and types without procedures are left out.
 */
const procedureFiguresSchema = z.object({
  rows: z.array(z.object({ month, type: z.string(), began: n, ended: n, pastBegan: n, pastEnded: n })),
})
export type ProcedureFigures = z.infer<typeof procedureFiguresSchema>

/** Time that procedures spent in a state that they left in the period. */
const stateFiguresSchema = z.object({
  rows: z.array(
    z.object({
      /** Type or client, by the grouping. `null` for all. */
      group: z.string().nullable(),
      status: z.string(),
      /** Number of stays, past ones included. A procedure may enter a state more than once. */
      stays: n,
      past: n,
      /** Number of their procedures that a list opens. */
      cases: n,
      /** Seconds (see `spreadOf`). */
      median: z.number().nullable(),
      p90: z.number().nullable(),
    }),
  ),
  /** Number of stays left out, because their start is unknown or their times contradict each other. */
  unknown: n,
  /** End of the first known stay. `null` without any. */
  knownFrom: z.number().nullable(),
})
export type StateFigures = z.infer<typeof stateFiguresSchema>

const counted = z.object({ n, cases: n })

/** Incidents raised in the period, by cause. */
const incidentFiguresSchema = z.object({
  rows: z.array(
    z.object({
      type: z.string(),
      open: counted,
      solved: counted,
      /** Unsolved incidents that the service no longer lists. */
      gone: counted,
      past: n,
      /** Number of solved incidents with both times, and seconds. */
      timed: n,
      median: z.number().nullable(),
      p90: z.number().nullable(),
    }),
  ),
})
export type IncidentFigures = z.infer<typeof incidentFiguresSchema>

/** Reports that arrived in each month, by their outcome. */
const verdictFiguresSchema = z.object({
  rows: z.array(z.object({ month, outcome: verdictOutcomeSchema, n })),
})
export type VerdictFigures = z.infer<typeof verdictFiguresSchema>

/** Complete reports that the service accepted in each month. */
const spendingFiguresSchema = z.object({
  rows: z.array(
    z.object({
      month,
      reports: n,
      /** Reports among them that the history has. */
      arrived: n,
      cents: n,
      /** Reports among them at the present price, because the price paid is unknown. */
      estimated: n,
    }),
  ),
  price: n,
})
export type SpendingFigures = z.infer<typeof spendingFiguresSchema>

/** Clients and labels that figures can be limited to, by number of procedures. */
const figureChoicesSchema = z.object({
  clients: z.array(z.string()),
  labels: z.array(z.string()),
})

const file = z.object({ drawing: z.enum(DRAWINGS), scope: figureScopeSchema, by: figureGroupSchema })

/** Rows of the contract: *Cifras*. All are read-only. */
export const figureCommands = {
  'figures.choices': command(none, figureChoicesSchema),
  'figures.procedures': command(figureScopeSchema, procedureFiguresSchema),
  'figures.states': command(figureScopeSchema.extend({ by: figureGroupSchema }), stateFiguresSchema),
  'figures.incidents': command(figureScopeSchema, incidentFiguresSchema),
  'figures.verdicts': command(figureScopeSchema.pick({ months: true }), verdictFiguresSchema),
  'figures.spending': command(figureScopeSchema.pick({ months: true }), spendingFiguresSchema),
} as const

export const figureTransfers = {
  /** Table of a drawing, for a Spanish spreadsheet. */
  'figures.csv': transferOut(file),
  'figures.xlsx': transferOut(file),
} as const
