/** Spanish grammar for every text: number, lists and capitals. No other code implements it. */

const numbers = new Intl.NumberFormat('es-ES', { useGrouping: 'always' } as object)
/** Formats a number with thousands separators: 1.284. `Intl` leaves them out below ten thousand. */
export const count = (value: number) => numbers.format(value)

const rules = new Intl.PluralRules('es-ES')
/** Form that agrees with a number shown elsewhere: «queda», «quedan». */
export const byNumber = <T>(value: number, one: T, many: T): T => (rules.select(value) === 'one' ? one : many)

/** «1 documento», «1.284 documentos». */
export const plural = (value: number, one: string, many: string) =>
  `${count(value)} ${byNumber(value, one, many)}`

const lists = new Intl.ListFormat('es-ES', { type: 'conjunction' })
/** «a, b y c», with «e» before the sound of i. */
export const listed = (parts: readonly string[]): string => lists.format(parts)

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * Lower-cases the first letter for use inside a sentence: «ficha técnica». Initials such as «IVTM pendiente» stay.
 */
export const lowerFirst = (words: string): string =>
  /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)

/** «bastidor …736290», for a vehicle without a plate. The end of a chassis number tells vehicles apart. */
export const shortVin = (vin: string): string => `bastidor …${vin.slice(-VIN_END)}`
const VIN_END = 6

/** Ends words as a sentence, so that more text can follow. */
export const sentence = (words: string): string =>
  words === '' || /[.!?…]$/.test(words) ? words : `${words}.`

/** Joins sentences into one, for screen readers: «1234 BCD, transferible, hace 2 h». */
export const inOneSentence = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : lowerFirst(part)))
    .join(', ')
    .replace(/[.…],/g, ',')
