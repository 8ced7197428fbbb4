import { SSF } from '@e965/xlsx'

/** Text of a number in a cell, as Excel in Spanish shows it. */
export type NumberFormat = (value: number) => string

const formatter = SSF as {
  format: (code: string, value: number, options: { date1904: boolean }) => string
  get_table: () => Record<number, string>
  is_date: (code: string) => boolean
}

/** Formats whose code depends on the country (ECMA-376 part 1, 18.8.30): these are of Spain. */
const OF_SPAIN: Readonly<Record<number, string>> = {
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
}
/** Words, escaped characters and currencies; `*` fills the cell with a character, of which nothing is shown. */
const LITERALS = /\*.|"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]/g
/** Dates and hours as the system shows them in Spain. */
const OF_SYSTEM: Readonly<Record<string, string>> = {
  F800: 'dddd, d "de" mmmm "de" yyyy',
  F400: 'h:mm:ss',
}
/** Private characters stand for the literals of a code, so that their points and commas stay as they are. */
const FIRST_MARK = 0xe0_00
const MAX_LITERALS = 100
/** A point between the parts of a date; the one before tenths of a second is no such point. */
const DATE_POINT = /(?<=[dmy])\.(?=[dmy])/gi
/** A general number with words before or after it. */
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
 * @param code its text, or `undefined` for one of those that every program knows
 * @param is1904 true if the days of the workbook are counted from 1904
 */
export function numberFormat(id: number, code: string | undefined, is1904: boolean): NumberFormat {
  // Some libraries write formats without a code.
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
      // A day before the first one of the calendar has no text.
      if (isDate && shown === '') return withComma(String(value))
      return restore(isDate ? inSpanish(shown) : withComma(shown)).trim()
    } catch {
      // A code that Excel would not take either.
      return withComma(String(value))
    }
  }
}

/** An ISO 8601 date as a cell shows it: DD/MM/YYYY, with the hour if the date has one. Any other text is unchanged. */
export const spanishDate = (iso: string): string =>
  iso.replace(
    /^(\d{4})-(\d\d)-(\d\d)(?:T(?:00:00(?::00(?:\.0+)?)?|(\d\d:\d\d)\S*)?Z?)?$/,
    (_, year: string, month: string, day: string, time: string | undefined) =>
      [`${day}/${month}/${year}`, time].filter(Boolean).join(' '),
  )

const withComma = (text: string): string =>
  text.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))

/** Names of months and weekdays, whole or of three letters. */
const inSpanish = (text: string): string =>
  text.replaceAll(/[A-Z][a-z]{2,8}/g, (name) => {
    const at = ENGLISH_NAMES.findIndex((english) => english === name || english.slice(0, 3) === name)
    const spanish = SPANISH_NAMES[at]
    if (spanish === undefined) return name
    return ENGLISH_NAMES[at] === name ? spanish : spanish.slice(0, 3)
  })
