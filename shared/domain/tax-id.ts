import { compactIdentifier } from './normalize-text.ts'

/**
 * Control characters of Spanish tax identifiers. People have a letter, which is the number modulo 23. Entities have a
 * sum of figures (Orden EHA/451/2008, BOE-A-2008-3580).
 */

const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const CONTROL_LETTERS = 'JABCDEFGHI'

/**
 * Letter of a DNI or NIE: the number modulo 23.
 * @param digits one or more decimal digits; the X, Y, Z of a NIE already turned into 0, 1, 2
 */
export const personLetter = (digits: string): string => PERSON_LETTERS.charAt(Number(digits) % 23)

/**
 * Control of an entity, as a digit and as a letter.
 * @param digits the seven digits between the first letter and the control
 */
export function entityControl(digits: string): { digit: string; letter: string } {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(index))
    // The first, third, fifth… figure counts double. A double of two figures counts as their sum.
    const doubled = digit * 2
    sum += index % 2 === 1 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  const control = (10 - (sum % 10)) % 10
  return { digit: String(control), letter: CONTROL_LETTERS.charAt(control) }
}

/** Entities with a letter as control: foreign, local, public and religious bodies, and non-residents. */
const LETTER_ENTITIES = 'NPQRSW'
/** Entities with a digit as control: companies and communities of goods or owners. */
const DIGIT_ENTITIES = 'ABEH'

/**
 * Possible controls of an entity, the usual one first.
 * @param first letter of the entity
 * @param digits the seven digits after the letter
 */
export function entityControls(first: string, digits: string): readonly [string, ...string[]] {
  const { digit, letter } = entityControl(digits)
  const wantsLetter = LETTER_ENTITIES.includes(first)
  // Numbers that begin with 00 were given to non-residents before the rule, so both forms exist.
  const both = digits.startsWith('00') || !(wantsLetter || DIGIT_ENTITIES.includes(first))
  if (both) return wantsLetter ? [letter, digit] : [digit, letter]
  return [wantsLetter ? letter : digit]
}

/**
 * Spanish tax identifiers: DNI, NIE, the K/L/M numbers of people without either, and the NIF of entities (formerly
 * "CIF", BOE-A-2008-3580). Passports and foreign numbers are `unrecognised`. Each field decides whether it accepts
 * them.
 */

/** First letters of an entity's number, by its kind. Texts: `shared/text/labels.ts`. */
// prettier-ignore
export const ENTITY_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'N', 'P', 'Q', 'R', 'S', 'U', 'V', 'W'] as const
export type EntityLetter = (typeof ENTITY_LETTERS)[number]

/** `K` Spanish under 14 without DNI, `L` Spanish abroad, `M` foreigner without NIE. */
export type TaxIdKind = 'dni' | 'nie' | 'K' | 'L' | 'M' | 'entity'

export type TaxIdCheck =
  /** `legacy`: a K, L or M number with the A–J control of older numbers. It is a warning only. */
  | { status: 'valid'; id: string; kind: TaxIdKind; legacy?: true }
  /**
   * Right shape and wrong control. `expected` is the right control, and `corrected` the number with it.
   * `mayContinue`: an entity's number may be sent after confirmation. A person's may not.
   */
  | {
      status: 'wrong-control'
      id: string
      kind: TaxIdKind
      expected: string
      corrected: string
      mayContinue: boolean
    }
  | { status: 'unrecognised'; id: string }

const DNI = /^\d{8}[A-Z]$/
const NIE = /^[XYZ]\d{7}[A-Z]$/
const SPECIAL = /^[KLM]\d{7}[A-Z]$/
const ENTITY = new RegExp(`^[${ENTITY_LETTERS.join('')}]\\d{7}[0-9A-J]$`)

/** Numbers with slashes or underscores as separators. */
const STROKES =
  /^(?:ES[/_]?)?(?:\d{1,2}[/_]?\d{3}[/_]?\d{3}[/_]?[A-Z]|[XYZKLM][/_]?\d[/_]?\d{3}[/_]?\d{3}[/_]?[A-Z]|[A-W][/_]?\d{2}[/_]?\d{3}[/_]?\d{2}[/_]?[0-9A-J])$/

/**
 * Compact form: upper case without separators and without the VAT prefix `ES`. A DNI is padded to eight figures (`0T`
 * → `00000000T`). An NIE with eight figures loses its zero (`X01234567L` → `X1234567L`). Any other text becomes
 * compact and is not checked here.
 */
export function cleanTaxId(text: string): string {
  const typed = compactIdentifier(text)
  const compact = STROKES.test(typed) ? typed.replaceAll(/[/_]/g, '') : typed
  const id = /^ES(?:.{9}|\d{7}[A-Z])$/u.test(compact) ? compact.slice(2) : compact
  if (/^\d{1,7}[A-Z]$/.test(id)) return id.padStart(9, '0')
  return /^[XYZ]0\d{7}[A-Z]$/.test(id) ? id.charAt(0) + id.slice(2) : id
}

/** Kind of number by the shape of a text, even if its control is wrong. `null` for any other shape. */
export function taxIdKind(text: string): TaxIdKind | null {
  const id = cleanTaxId(text)
  if (DNI.test(id)) return 'dni'
  if (NIE.test(id)) return 'nie'
  if (ENTITY.test(id)) return 'entity'
  const first = id.charAt(0)
  return SPECIAL.test(id) && (first === 'K' || first === 'L' || first === 'M') ? first : null
}

/** Validates a typed or pasted number. Never throws. */
export function checkTaxId(text: string): TaxIdCheck {
  const id = cleanTaxId(text)
  const kind = taxIdKind(id)
  if (kind === null) return { status: 'unrecognised', id }
  const control = id.slice(-1)
  const [expected, ...others] = controlsOf(id, kind)
  if (control === expected || others.includes(control)) return { status: 'valid', id, kind }
  const isSpecial = kind === 'K' || kind === 'L' || kind === 'M'
  if (isSpecial && control === entityControl(id.slice(1, 8)).letter)
    return { status: 'valid', id, kind, legacy: true }
  return {
    status: 'wrong-control',
    id,
    kind,
    expected,
    corrected: id.slice(0, -1) + expected,
    mayContinue: kind === 'entity',
  }
}

function controlsOf(id: string, kind: TaxIdKind): readonly [string, ...string[]] {
  const first = id.charAt(0)
  const seven = id.slice(1, 8)
  switch (kind) {
    case 'dni':
      return [personLetter(id.slice(0, 8))]
    case 'nie':
      return [personLetter('XYZ'.indexOf(first) + seven)]
    case 'entity':
      return entityControls(first, seven)
    default:
      return [personLetter(seven)]
  }
}

/**
 * True for the shape of a person's number, even if its control is wrong. It decides `signer.type` while the user
 * types.
 */
export function isPerson(text: string): boolean {
  const kind = taxIdKind(text)
  return kind !== null && kind !== 'entity'
}

/**
 * True for the shape of an entity's number, even if its control is wrong. An entity needs a person to represent it.
 */
export const isCompany = (text: string): boolean => taxIdKind(text) === 'entity'

/** Letter of the kind of entity, or `null` for another shape. */
export function entityLetterOf(text: string): EntityLetter | null {
  const id = cleanTaxId(text)
  return ENTITY.test(id) ? (ENTITY_LETTERS.find((letter) => id.startsWith(letter)) ?? null) : null
}
