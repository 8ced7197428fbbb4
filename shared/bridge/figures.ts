import * as z from 'zod'
import { FIELD_LENGTHS } from '../domain/procedures/fields.ts'
import { MAX_MONTHS, monthsOf } from '../domain/calendar.ts'
import { monthsSchema } from './cases.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { command, none, transferOut } from './primitives.ts'

const n = z.number().int()
const month = z.string()

/** Drawings of *Cifras*. */
const DRAWINGS = ['procedures', 'states', 'incidents', 'verdicts', 'spending'] as const
export type Drawing = (typeof DRAWINGS)[number]

const period = monthsSchema.refine((months) => {
  const { length } = monthsOf(months)
  return length > 0 && monthsOf(months).at(-1) === months.to
}, `Not a period of 1 to ${MAX_MONTHS} months.`)

/** What is counted: in which months and, of procedures, whose or with which label. */
const figureScopeSchema = z.object({
  months: period,
  client: z.string().trim().min(1).max(FIELD_LENGTHS.client).optional(),
  label: z.string().trim().min(1).max(40).optional(),
})
export type FigureScope = z.infer<typeof figureScopeSchema>

/** How the times in each state are divided. */
const figureGroupSchema = z.enum(['none', 'type', 'client'])
export type FigureGroup = z.infer<typeof figureGroupSchema>

/**
 * Procedures begun and ended in a month, of one type. `past…`: that retention has put out of sight or erased, which no
 * list opens. Only months and types with any.
 */
const procedureFiguresSchema = z.object({
  rows: z.array(z.object({ month, type: z.string(), began: n, ended: n, pastBegan: n, pastEnded: n })),
})
export type ProcedureFigures = z.infer<typeof procedureFiguresSchema>

/** How long procedures were in a state that they left in the period. */
const stateFiguresSchema = z.object({
  rows: z.array(
    z.object({
      /** A type or a client, as the times are divided; `null` for all of them. */
      group: z.string().nullable(),
      status: z.string(),
      /** Stays, the past ones among them: a procedure may have been in a state more than once. */
      stays: n,
      past: n,
      /** Procedures of them that a list opens. */
      cases: n,
      /** Seconds. See `spreadOf`. */
      median: z.number().nullable(),
      p90: z.number().nullable(),
    }),
  ),
  /** Stays that are not counted: this PC does not know when they began, or their times contradict each other. */
  unknown: n,
  /** When the first known stay ended. `null` without any. */
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
      /** Of those that the service no longer lists, unsolved. */
      gone: counted,
      past: n,
      /** Solved ones of which both times are known, and seconds. */
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
      /** Of those, that the history has. */
      arrived: n,
      cents: n,
      /** Of those, at the present price: when they were paid for, it was not kept. */
      estimated: n,
    }),
  ),
  price: n,
})
export type SpendingFigures = z.infer<typeof spendingFiguresSchema>

/** Clients and labels by which figures can be asked for: those with most procedures first. */
const figureChoicesSchema = z.object({
  clients: z.array(z.string()),
  labels: z.array(z.string()),
})

const file = z.object({ drawing: z.enum(DRAWINGS), scope: figureScopeSchema, by: figureGroupSchema })

/** Rows of the contract: *Cifras*. Nothing here changes anything. */
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
