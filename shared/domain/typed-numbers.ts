/** Numbers and times as typed in Spain: «2,5» and «2.5» are the same number. */

const SHAPE = /^\d{1,9}(?:[.,]\d{1,6})?$/

/** Parses a typed number, or `null`. The fields have no thousands separators. */
export function parseDecimal(text: string): number | null {
  const typed = text.normalize('NFKC').trim()
  return SHAPE.test(typed) ? Number(typed.replace(',', '.')) : null
}

/** «2,5», «0,1», «120»: `parseDecimal` can read the text. */
export const formatDecimal = (value: number): string =>
  String(Math.round(value * 1e6) / 1e6).replace('.', ',')

/** Parses a typed whole number within a range, or `null`. */
export function parseWholeNumber(typed: string, { min, max }: { min: number; max: number }): number | null {
  const clean = typed.trim()
  if (!/^\d{1,9}$/.test(clean)) return null
  const value = Number(clean)
  return value >= min && value <= max ? value : null
}

/** Parses a typed time of day («20», «8:30», «8.30», «2030», «20 h») to `HH:MM`, or `null`. */
export function parseClockTime(typed: string): string | null {
  const clean = typed.trim().toLowerCase()
  const found = /^(\d{1,2})(?:[:.,h\s]\s*(\d{2}))?\s*h?$/.exec(clean) ?? /^(\d{1,2})(\d{2})\s*h?$/.exec(clean)
  if (!found) return null
  const hours = Number(found[1])
  const minutes = Number(found[2] ?? 0)
  if (hours > 23 || minutes > 59) return null
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
