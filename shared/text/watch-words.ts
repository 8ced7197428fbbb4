import type { Change } from '../bridge/inbox.ts'
import { REDUCED_FIELDS } from '../domain/reduced-changes.ts'
import { startOfDay } from '../domain/iso-day.ts'
import { weekdayOf, type WatchDays } from '../domain/watch-days.ts'
import { fullDate } from './dates.ts'
import { byNumber, count, listed, lowerFirst, plural } from './grammar.ts'
import { registryFieldLabels } from './labels-reports.ts'
import { writtenVerdict } from './lookup.ts'

/** Days of the week, from Monday. */
export const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** «26/12/2026». */
export const dayWords = (day: string): string => fullDate(startOfDay(day))

/** «viernes 27/11/2026». */
export const weekdayWords = (day: string): string => `${WEEKDAYS[weekdayOf(day) - 1]} ${dayWords(day)}`

/** «cada semana, los lunes y jueves». */
export function watchDaysWords(days: WatchDays): string {
  if (days.every === 'working-day') return 'de lunes a viernes'
  if (days.every === 'days') return byNumber(days.count, 'cada día', `cada ${count(days.count)} días`)
  const names = days.on.toSorted((a, b) => a - b).map((day) => pluralOf(WEEKDAYS[day - 1] ?? ''))
  return `cada semana, los ${listed(names)}`
}
const pluralOf = (day: string): string => (day.endsWith('s') ? day : `${day}s`)

/** The fact of a change of a watched plate, and what it was before. */
export function watchChangeWords(detail: Change['detail']): { fact: string; next: string } {
  const text = (name: string) => (detail[name] === undefined ? '' : String(detail[name]))
  const since = typeof detail['since'] === 'number' ? `Desde el ${fullDate(detail['since'])}` : ''
  const fields = fieldNames(text('fields'))
  const said = (was: string) => [since, `era ${lowerFirst(writtenVerdict(was))}`].filter(Boolean).join(': ')
  if (text('before') !== text('outcome'))
    return {
      fact: `Ahora ${lowerFirst(writtenVerdict(text('outcome')))}`,
      next: [since && `${since} ha cambiado`, `antes, ${lowerFirst(writtenVerdict(text('before')))}`]
        .filter(Boolean)
        .join('; '),
    }
  if (text('was') !== text('is'))
    return {
      fact: `Informe reducido: ${lowerFirst(writtenVerdict(text('is')))}`,
      next: `${said(text('was'))}. El veredicto no cambia.`,
    }
  return {
    fact: 'Han cambiado los datos del vehículo',
    next: [since, fields.length > 0 && listed(fields)].filter(Boolean).join(': '),
  }
}

const fieldNames = (fields: string): string[] =>
  REDUCED_FIELDS.filter((field) => fields.split(' ').includes(field)).map((field) =>
    lowerFirst(registryFieldLabels[field]),
  )

/** A watched plate without an answer. */
export const watchUnanswered = (days: number): { fact: string; next: string } => ({
  fact: 'Vigilada sin respuesta',
  next: `Tráfico no da su informe desde hace ${plural(days, 'consulta', 'consultas')}: revisa la matrícula o deja de vigilarla`,
})
