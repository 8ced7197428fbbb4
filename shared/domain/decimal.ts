/** Decimal numbers as typed in Spain: «2,5» and «2.5» are the same small number. */

const SHAPE = /^\d{1,9}(?:[.,]\d{1,6})?$/

/** The typed number, or `null` for anything else. These fields have no thousands separators. */
export function parseDecimal(text: string): number | null {
  const typed = text.normalize('NFKC').trim()
  return SHAPE.test(typed) ? Number(typed.replace(',', '.')) : null
}

/** «2,5», «0,1», «120»: readable by `parseDecimal`. */
export const formatDecimal = (value: number): string =>
  String(Math.round(value * 1e6) / 1e6).replace('.', ',')
