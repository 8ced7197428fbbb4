import { SSF } from '@e965/xlsx'

/** Function that formats the number of a cell as Excel in Spanish shows it. */
export type NumberFormat = (value: number) => string

const formatter = SSF as {
  format: (code: string, value: number, options: { date1904: boolean }) => string
  get_table: () => Record<number, string>
  is_date: (code: string) => boolean
}

/** Formats whose code depends on the country (ECMA-376 part 1, 18.8.30), with the codes for Spain. */
const OF_SPAIN: Readonly<Record<number, string>> = {
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
}
/** Literal texts, escaped characters and currencies. `*` fills the cell with a character, which is left out here. */
const LITERALS = /\*.|"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]/g
/** Dates and times as the system shows them in Spain. */
const OF_SYSTEM: Readonly<Record<string, string>> = {
  F800: 'dddd, d "de" mmmm "de" yyyy',
  F400: 'h:mm:ss',
}
/**
 * Private-use characters replace the literals of a code, so that the points and commas of the literals stay
 * unchanged.
 */
const FIRST_MARK = 0xe0_00
const MAX_LITERALS = 100
/** A point between the parts of a date. The point before tenths of a second does not match. */
const DATE_POINT = /(?<=[dmy])\.(?=[dmy])/gi
/** The format General with literals before or after it. */
const GENERAL = /^((?:"[\uE000-\uE063]"| )*)General((?:"[\uE000-\uE063]"| )*)$/i
const ENGLISH_NAMES =
  'January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(
    ' ',
  )
const SPANISH_NAMES =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo'.split(
    ' ',
  )

/**
 * @param id number of the format
 * @param code code of the format; `undefined` for a format that every program knows
 * @param is1904 true if the workbook counts its days from 1904
 */
export function numberFormat(id: number, code: string | undefined, is1904: boolean): NumberFormat {
  // Some libraries write a format with an empty code.
  const named = code?.trim() || OF_SPAIN[id] || (formatter.get_table()[id] ?? 'General')
  const written = OF_SYSTEM[/^\[\$-(F[48]00)\]/i.exec(named)?.[1]?.toUpperCase() ?? ''] ?? named
  const literals: string[] = []
  const marked = written.replaceAll(
    LITERALS,
    (whole, quoted: string | undefined, escaped: string | undefined, currency: string | undefined) => {
      const literal = quoted ?? escaped ?? currency ?? ''
      if (literal === '' || literals.length === MAX_LITERALS) return literal === '' ? '' : whole
      return `"${String.fromCharCode(FIRST_MARK + literals.push(literal) - 1)}"`
    },
  )
  const isDate = formatter.is_date(marked)
  const shownCode = isDate ? marked.replaceAll(DATE_POINT, '"."') : marked
  const [, before = '', after = ''] = GENERAL.exec(marked) ?? []
  const restore = (text: string) =>
    text.replaceAll(/[\uE000-\uE063]/g, (mark) => literals[mark.charCodeAt(0) - FIRST_MARK] ?? '')
  return (value) => {
    try {
      if (before !== '' || after !== '') {
        const number = formatter.format('General', value, { date1904: is1904 })
        return restore([before, withComma(number), after].join('').replaceAll('"', '')).trim()
      }
      const shown = formatter.format(shownCode, value, { date1904: is1904 })
      // A day before the first day of the calendar has no text.
      if (isDate && shown === '') return withComma(String(value))
      return restore(isDate ? inSpanish(shown) : withComma(shown)).trim()
    } catch {
      // Excel would not accept this code either.
      return withComma(String(value))
    }
  }
}

/**
 * Formats an ISO 8601 date as a cell shows it: DD/MM/YYYY, with the time if the date has one. Any other text stays
 * unchanged.
 */
export const spanishDate = (iso: string): string =>
  iso.replace(
    /^(\d{4})-(\d\d)-(\d\d)(?:T(?:00:00(?::00(?:\.0+)?)?|(\d\d:\d\d)\S*)?Z?)?$/,
    (_, year: string, month: string, day: string, time: string | undefined) =>
      [`${day}/${month}/${year}`, time].filter(Boolean).join(' '),
  )

const withComma = (text: string): string =>
  text.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))

/** Translates the names of months and weekdays, whole or of three letters. */
const inSpanish = (text: string): string =>
  text.replaceAll(/[A-Z][a-z]{2,8}/g, (name) => {
    const at = ENGLISH_NAMES.findIndex((english) => english === name || english.slice(0, 3) === name)
    const spanish = SPANISH_NAMES[at]
    if (spanish === undefined) return name
    return ENGLISH_NAMES[at] === name ? spanish : spanish.slice(0, 3)
  })
