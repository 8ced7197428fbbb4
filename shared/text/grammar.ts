/** What the grammar of Spanish decides, for every text: number, lists and capitals. Nothing else in the code does. */

const numbers = new Intl.NumberFormat('es-ES', { useGrouping: 'always' } as object)
/** Numbers as the desk writes them: 1.284 also under ten thousand, which Intl leaves without its point. */
export const count = (value: number) => numbers.format(value)

const rules = new Intl.PluralRules('es-ES')
/** The form that goes with a number that is written elsewhere: «queda», «quedan». */
export const byNumber = <T>(value: number, one: T, many: T): T => (rules.select(value) === 'one' ? one : many)

/** «1 documento», «1.284 documentos». */
export const plural = (value: number, one: string, many: string) =>
  `${count(value)} ${byNumber(value, one, many)}`

const lists = new Intl.ListFormat('es-ES', { type: 'conjunction' })
/** «a, b y c», with the «e» that goes before the sound of i. */
export const listed = (parts: readonly string[]): string => lists.format(parts)

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** To put words inside a sentence: «ficha técnica»; initials such as «IVTM pendiente» stay as they are. */
export const lowerFirst = (words: string): string =>
  /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)

/** Words that something follows, as a sentence. */
export const sentence = (words: string): string =>
  words === '' || /[.!?…]$/.test(words) ? words : `${words}.`

/** Several sentences as one, for who hears them without their stops: «1234 BCD, transferible, hace 2 h». */
export const inOneSentence = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : lowerFirst(part)))
    .join(', ')
    .replace(/[.…],/g, ',')
