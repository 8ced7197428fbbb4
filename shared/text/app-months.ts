import type { Months } from '../domain/months.ts'
import { startOfMonth } from '../domain/months.ts'

/** Names of months and of periods. */

const LONG = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric' })
const SHORT = new Intl.DateTimeFormat('es-ES', { month: 'short' })

/** «noviembre de 2026». */
export const monthName = (month: string): string => LONG.format(startOfMonth(month))

/** «nov». */
export const shortMonth = (month: string): string => SHORT.format(startOfMonth(month)).replace('.', '')

/** «noviembre de 2026», «enero de 2026 a noviembre de 2026». */
export const periodName = ({ from, to }: Months): string =>
  from === to ? monthName(from) : `${monthName(from)} a ${monthName(to)}`
