import type { ReducedChange } from '../domain/reduced-changes.ts'
import { lowerFirst } from './grammar.ts'
import { registryFieldLabels } from './labels-reports.ts'

/** Marks of a watched plate in Consulta. */
export const watchedText = {
  watched: 'Vigilada',
  until: (day: string) => `Vigilada hasta el ${day}`,
  change: 'Cambiar',
} as const

/** «Desde el 12/11/2026: modelo, IBIZA → LEON.» */
export const changedDataText = (date: string, fields: readonly Extract<ReducedChange, { what: 'field' }>[]) =>
  `Desde el ${date}: ${fields
    .map(({ field, before, after }) => `${lowerFirst(registryFieldLabels[field])}, ${before} → ${after}`)
    .join('; ')}.`
