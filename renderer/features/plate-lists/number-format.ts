/** How the number of a cell is shown. Prices and days are only notes of a plate: currencies and words stay out. */
export type NumberFormat = (value: number) => string

const DAY_MS = 86_400_000
/** Of the first of January 1970, counted as spreadsheets do, in days. */
const EPOCH = 25_569
const EPOCH_1904 = 24_107
const LAST_DAY = 2_958_465
/** Formats that files only name by their number (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'dd/mm/yyyy',
  16: 'dd/mm/yyyy',
  17: 'dd/mm/yyyy',
  18: 'hh:mm',
  19: 'hh:mm',
  20: 'hh:mm',
  21: 'hh:mm',
  22: 'dd/mm/yyyy hh:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm',
  47: 'mm:ss',
}

/**
 * @param id number of the format
 * @param code its text, or `undefined` for one of those that every program knows
 */
export function numberFormat(id: number, code: string | undefined, is1904: boolean): NumberFormat {
  const [positive = ''] = (code ?? BUILT_IN[id] ?? '').split(';')
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/[ymdhs]/i.test(bare) && !/general|estándar/i.test(bare)) return dateFormat(bare, is1904)
  if (!/[0#?]/.test(bare)) return general
  const [whole = '', decimals = ''] = bare.split('.')
  const fraction = decimals.replaceAll(/[^0#?]/g, '')
  const isPercent = bare.includes('%')
  const format = new Intl.NumberFormat('es-ES', {
    style: isPercent ? 'percent' : 'decimal',
    useGrouping: /[#0?],[#0?]/.test(whole) ? 'always' : false,
    minimumIntegerDigits: Math.min(21, Math.max(1, whole.replaceAll(/[^0]/g, '').length)),
    minimumFractionDigits: Math.min(20, fraction.replaceAll(/[^0]/g, '').length),
    maximumFractionDigits: Math.min(20, fraction.length),
  })
  return (value) => format.format(value)
}

const general: NumberFormat = (value) => String(value).replace('.', ',')

function dateFormat(code: string, is1904: boolean): NumberFormat {
  const hasTime = /[hs]/i.test(code)
  const hasDay = /[yd]/i.test(code) || !hasTime
  return (value) => {
    if (value < 0 || value > LAST_DAY) return general(value)
    const at = new Date(Math.round((value - (is1904 ? EPOCH_1904 : EPOCH)) * DAY_MS))
    const [day, time] = [
      at.toISOString().slice(0, 10).split('-').toReversed().join('/'),
      at.toISOString().slice(11, 16),
    ]
    return [hasDay ? day : '', hasTime ? time : ''].filter(Boolean).join(' ')
  }
}
