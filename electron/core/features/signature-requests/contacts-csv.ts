import { signatureRequestFieldsSchema } from '#shared/bridge/signature-requests.ts'
import {
  type SignatureRequestField,
  emptySignatureRequestFields,
} from '#shared/domain/signature-requests/fields.ts'
import { asItLooks } from '#shared/domain/normalize-text.ts'
import { wordsOf } from '#shared/domain/search-text.ts'
import {
  cleanPostalCode,
  isPostalCode,
  postalCodeWithZero,
  provinceOfPostalCode,
  provinceOfName,
} from '#shared/domain/addresses.ts'
import { checkSignatureRequestField } from '#shared/domain/signature-requests/check-signature-request.ts'
import { contactColumns, contactProblemText, contactsCsvText } from '#shared/text/fields.ts'
import { type CsvRow, readCsv } from '#shared/domain/csv-read.ts'
import { plainCell } from '../../runtime/spreadsheets.ts'
import type { ContactFields } from './signature-requests.rules.ts'

/** Rejected line of a file, with the reason. */
export interface RefusedLine {
  line: number
  why: string
}

const MAX_LINES = 20_000
/** Maximum number of reported lines. It is more than a user reads. */
const MAX_REFUSED = 1_000
/** Maximum number of title lines above the heading row. */
const MAX_TITLE_LINES = 20
/** Fields that must be valid. The user may correct the others later. */
const HAS_TO_BE_RIGHT: readonly SignatureRequestField[] = [
  'idNumber',
  'representativeIdNumber',
  'phone',
  'email',
]

const normalizeHeader = (header: string): string => wordsOf(header).join(' ')
const COLUMN_BY_NAME = new Map(
  contactColumns.flatMap(([column, ...names]) =>
    names.map((name) => [normalizeHeader(name), column] as const),
  ),
)

/** Headings that offices use, as words without blanks. The headings of our own files come first. */
const NAME_PATTERNS: readonly (readonly [keyof ContactFields | 'surname', RegExp])[] = [
  [
    'idNumber',
    /^(?:no?|num(?:ero)?|cod(?:igo)?)?(?:de)?(?:(?:dni|nif|nie|cif|[oy])+|documento)(?:de)?(?:identidad|fiscal|cliente|titular)?$/,
  ],
  [
    'fullname',
    /^(?:nombre|nom)(?:completo|del?cliente|cliente|(?:y|o)?(?:razonsocial|apellidos?|empresa))?$|^apellidos?y?nombre$|^(?:titular|interesado|denominacion|asegurado)$/,
  ],
  ['surname', /^(?:(?:1er|2do|primer|segundo|1|2)?apellidos?[12]?|cognoms?)$/],
  [
    'phone',
    /^(?:no?|num(?:ero)?)?(?:de)?(?:telefono|telefon|telf?|tfn?o?|tlfn?o?|movil|celular)(?:movil|fijo|principal|(?:de)?contacto|1)?$/,
  ],
  ['email', /^(?:direcciondec|c)orreo(?:e|electronico)?1?$|^e?mail1?$|^correu(?:electronic)?$/],
  ['zipCode', /^(?:c(?:od(?:igo|i)?)?postal|cp|zip|postal)$/],
  ['street', /^(?:direccion|domicilio)(?:completa|fiscal|postal|social)?$|^adreca$/],
  ['municipalityName', /^(?:municipi|poblacio)$/],
]

function findColumn(header: string): keyof ContactFields | 'surname' | undefined {
  const key = normalizeHeader(header)
  const compact = key.replaceAll(' ', '')
  return COLUMN_BY_NAME.get(key) ?? NAME_PATTERNS.find(([, pattern]) => pattern.test(compact))?.[0]
}

export const contactCells = (fields: ContactFields): string[] =>
  contactColumns.map(([column]) => fields[column])

/**
 * Contacts of a file with their fields. Lines above the heading row are a title.
 * @returns `null` for a table without the two required columns
 */
export function contactsIn(text: string): { contacts: ContactFields[]; refused: RefusedLine[] } | null {
  const lines = readCsv(text)
  const findColumns = (row: CsvRow | undefined) => row?.cells.map(findColumn) ?? []
  const head = lines.slice(0, MAX_TITLE_LINES).findIndex((row) => {
    const names = findColumns(row)
    return names.includes('idNumber') && names.includes('fullname')
  })
  if (head === -1) return null
  const columns = findColumns(lines[head])
  const names = lines[head]?.cells.join('\n')
  // Printed lists repeat the heading row on each page.
  const rows = lines.slice(head + 1).filter(({ cells }) => cells.join('\n') !== names)
  const contacts: ContactFields[] = []
  const refused: RefusedLine[] = []
  for (const { line, cells } of rows.slice(0, MAX_LINES)) {
    const fields = readFields(columns, cells)
    const why = findProblem(fields)
    if (why === null) contacts.push(fields)
    else refused.push({ line, why })
  }
  const beyond = rows[MAX_LINES]
  if (beyond) refused.push({ line: beyond.line, why: contactsCsvText.why.tooMany })
  return { contacts, refused: refused.slice(0, MAX_REFUSED) }
}

function readFields(
  columns: readonly (keyof ContactFields | 'surname' | undefined)[],
  cells: readonly string[],
): ContactFields {
  const { extra: _extra, notes: _notes, ...empty } = emptySignatureRequestFields()
  const fields: Record<keyof ContactFields, string> = empty
  const surnames: string[] = []
  for (const [index, column] of columns.entries()) {
    const cell = cleanCell(cells[index] ?? '')
    if (column === undefined || cell === '') continue
    if (column === 'surname') surnames.push(cell)
    else fields[column] = cell
  }
  return {
    ...fields,
    fullname: [fields.fullname, ...surnames].filter(Boolean).join(' '),
    phone: fields.phone.replace(/^(\d{9,})[.,]0+$/, '$1'),
    email: /<([^<>\s]+@[^<>\s]+)>$/.exec(fields.email)?.[1] ?? fields.email,
    zipCode: padPostalCode(fields),
  }
}

/** A cell without invisible marks, and without the apostrophe that keeps a number as a text in a spreadsheet. */
const cleanCell = (cell: string): string =>
  plainCell(asItLooks(cell).trim())
    .replace(/^'(?=[A-Z+]?\d)/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Postal code of a line. A spreadsheet drops the leading zero of `08001` and may add decimals. The zero is restored,
 * unless the province of the line belongs to another code.
 */
function padPostalCode({ zipCode, provinceName }: ContactFields): string {
  if (isPostalCode(zipCode)) return cleanPostalCode(zipCode)
  const whole = postalCodeWithZero(zipCode)
  if (whole === null) return zipCode
  return provinceName === '' || provinceOfName(provinceName) === provinceOfPostalCode(whole) ? whole : zipCode
}

/** Reason that a contact is rejected, or `null`. */
function findProblem(contact: ContactFields): string | null {
  if (contact.idNumber === '') return contactsCsvText.why.noNumber
  if (contact.fullname === '') return contactsCsvText.why.noName
  const fields = { ...emptySignatureRequestFields(), ...contact }
  const form = { document: 'mandate-generic' as const, fields, accepted: ['id-control'] }
  for (const [column, header] of contactColumns) {
    const isTooLong = !signatureRequestFieldsSchema.shape[column].safeParse(contact[column]).success
    if (isTooLong) return contactProblemText(header, 'too-long')
    const check = checkSignatureRequestField(column, form)
    if (!HAS_TO_BE_RIGHT.includes(column) || check.level !== 'error') continue
    return contactProblemText(header, check.problem ?? '', check.suggestions?.[0])
  }
  return null
}
