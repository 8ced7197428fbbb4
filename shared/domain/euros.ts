import { asItLooks } from './normalize-text.ts'

/**
 * Money as integer cents of a euro, never added as floating point. Parses amounts typed or pasted in Spain, where
 * 12.500 is twelve thousand five hundred.
 */

/**
 * Maximum amount (ten thousand million euros). A larger one is a mistake, and a double would no longer print exact
 * cents.
 */
export const MAX_CENTS = 1_000_000_000_000

export type EurosReading =
  | { kind: 'ok'; cents: number }
  /** Several readings are possible, or the text may be a typing error. The user is asked. */
  | { kind: 'ambiguous'; readings: readonly number[] }
  | { kind: 'invalid'; reason: 'empty' | 'negative' | 'too-large' | 'not-an-amount' }

/** Spaces between digits: ordinary, non-breaking, thin, narrow. */
const SPACES = /[\s\u00A0\u2009\u202F]+/g

const SHAPES: readonly { shape: RegExp; group: '.' | ',' | ' ' | ''; decimal: '.' | ',' }[] = [
  { shape: /^\d+(,\d{1,2})?$/, group: '', decimal: ',' },
  { shape: /^\d+\.\d{1,2}$/, group: '', decimal: '.' },
  { shape: /^[1-9]\d{0,2}(\.\d{3})+(,\d{1,2})?$/, group: '.', decimal: ',' },
  { shape: /^[1-9]\d{0,2}( \d{3})+(,\d{1,2})?$/, group: ' ', decimal: ',' },
  { shape: /^[1-9]\d{0,2}( \d{3})+\.\d{1,2}$/, group: ' ', decimal: '.' },
  // English notation, only if a following point or a second comma leaves no doubt.
  { shape: /^[1-9]\d{0,2}(,\d{3})+\.\d{1,2}$/, group: ',', decimal: '.' },
  { shape: /^[1-9]\d{0,2}(,\d{3}){2,}$/, group: ',', decimal: '.' },
]

/** Signs without value: the currency, a plus, and the dash of «8.250,-». */
const AROUND = /^(?:€|EUR|\+) ?|[.,][-–—]{1,2}(?= ?(?:€|EUR|$))|(?: ?(?:€(?:uros?)?|EUR|euros?))? ?\.?$/gi
/** «8.250'50», the handwritten notation. */
const HAND_DECIMALS = /(?<=^[^'’]*\d)['’](?=\d{1,2}$)/

/** One comma and three figures: thousands in English, a third decimal in Spanish. */
const DOUBTFUL = /^([1-9]\d{0,2}),(\d{3})$/

/**
 * Reads an amount with or without euro sign: `1234,56`, `1.234,56`, `1,234.56`, `1 234,56 €`, `12.500`, `8.250,- €`.
 * Never throws. The caller shows the value beside the field.
 */
export function parseEuros(text: string): EurosReading {
  const amount = asItLooks(text)
    .normalize('NFKC')
    .replace(SPACES, ' ')
    .trim()
    .replaceAll(AROUND, '')
    .replace(HAND_DECIMALS, ',')
  if (amount === '') return { kind: 'invalid', reason: 'empty' }
  if (/^[-−–(].*\d/.test(amount)) return { kind: 'invalid', reason: 'negative' }

  const found = SHAPES.find(({ shape }) => shape.test(amount))
  if (found) return withinLimit(toCents(amount, found.group, found.decimal))

  const [, whole, three] = DOUBTFUL.exec(amount) ?? []
  if (whole === undefined || three === undefined) return { kind: 'invalid', reason: 'not-an-amount' }
  const thousands = Number(whole + three) * 100
  // `12,505` is no amount in cents. The user is asked, because an extra digit is as likely.
  const decimals = three.endsWith('0') ? [Number(whole + three) / 10] : []
  return { kind: 'ambiguous', readings: [thousands, ...decimals] }
}

function toCents(amount: string, group: string, decimal: string): number {
  const [whole = '', decimals = ''] = (group ? amount.replaceAll(group, '') : amount).split(decimal)
  return Number(whole + decimals.padEnd(2, '0'))
}

const withinLimit = (cents: number): EurosReading =>
  cents <= MAX_CENTS ? { kind: 'ok', cents } : { kind: 'invalid', reason: 'too-large' }

const formatter = new Intl.NumberFormat('es-ES', {
  style: 'currency',
  currency: 'EUR',
  // Spanish omits the point in 1234,50, which beside 12.345,60 looks like another magnitude.
  useGrouping: 'always',
})

/**
 * `1.234,50 €`, with a non-breaking space before the sign.
 * @param cents integer cents, up to `MAX_CENTS` either way
 */
export const formatEuros = (cents: number): string => formatter.format(cents / 100)

/**
 * Number for the service: euros with at most two decimals.
 * @param cents integer cents, up to `MAX_CENTS`: the quotient is the double that prints exactly these decimals
 */
export const eurosOf = (cents: number): number => cents / 100
