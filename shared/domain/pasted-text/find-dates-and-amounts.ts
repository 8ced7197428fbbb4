import { monthOfName, readTypedDay } from '../typed-day.ts'
import type { Found } from './finding.ts'
import { clauseBefore, IS_DATE, isOtherNumberLabel, subjectBefore } from './labels.ts'
import type { Passage } from './passages.ts'
import { formatEuros, parseEuros } from '../euros.ts'
import { foldText } from '../normalize-text.ts'

const MONTH =
  '(?:enero|gener|xaneiro|janeiro|january|febrero|febrer|febreiro|fevereiro|february|marzo|març|março|march|abril|april|mayo|maig|maio|may|junio|juny|xuño|junho|june|julio|juliol|xullo|julho|july|agosto|agost|august|se[pt]tiembre|setembre|setembro|september|octubre|outubro|october|noviembre|novembre|novembro|november|diciembre|desembre|decembro|dezembro|december|ene|feb|mar|abr|jun|jul|ago|sept?|oct|nov|dic|des|dec)'

const NUMERIC =
  /(?<![\p{L}\p{N}./_-])(?:\d{1,2}(?<separator>[./-])\d{1,2}\k<separator>(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?)(?![\p{L}\p{N}/_]|[.-]\d)/gu
const WRITTEN = new RegExp(
  `(?<![\\p{L}\\p{N}/_-])(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?[ \\n]+(?:de[ \\n]+|d['’])?(?<month>${MONTH})\\.?,?[ \\n]+(?:de[ \\n]+|del[ \\n]+)?(?<year>\\d{4})` +
    `|(?<day3>\\d{1,2})(?<gap>[-/.])(?<month3>${MONTH})\\.?\\k<gap>(?<year3>\\d{4}|\\d{2})` +
    `|(?<day4>\\d{1,2})(?<gap4>[-/.])(?<roman>X?(?:IX|IV|V?I{1,3}|V|X))\\k<gap4>(?<year4>\\d{4}|\\d{2})` +
    `|(?<month2>${MONTH})[ ]+(?<day2>\\d{1,2})(?:st|nd|rd|th)?,?[ ]+(?<year2>\\d{4})` +
    // «2026ko azaroaren 12a».
    `|(?<basque>\\d{4}(?:\\.?e?ko)[ ](?:urtarril|otsail|martxo|apiril|maiatz|ekain|uztail|abuztu|irail|urri|azaro|abendu)a(?:ren|k)[ ]\\d{1,2}an?))(?![\\p{L}\\p{N}/_])`,
  'giu',
)
/** Date, time and author of a chat message, and the line above a quoted mail. */
const CHAT =
  /^[>\s\u200E\u200F]*\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202F]?[ap]\.?[ \u00A0\u202F]?m\.?)?\]?(?: -)? [^:\n]{1,60}:/gimu
const HEADER =
  /^[>\s*]*(?:(?:Enviado(?: el)?|Sent|Date|Enviat(?: el)?|Data d['’]enviament|Creado|Impreso|Fecha de impresión|P[áa]gina)\*?:.{0,120}|(?:El|On|Em|O|Il|A|Le) .{0,120}(?:escribi[óo]|wrote|va escriure|escreveu|escribiu)\s?:?)$/gimu
const MAIL_DATE = /^[>\s*]*(?:Fecha|Data)\*?:.{0,120}$/gimu
const MAIL_HEAD = /^[>\s*]*(?:De|From|Para|To|Asunto|Assumpte|Subject)\*?:/gimu

/** Marks the dates of messages as read: they tell when the text was written, and nothing about the sale. */
export function takeMessageHeads(passage: Passage): void {
  const { text } = passage
  const heads = [...text.matchAll(MAIL_HEAD)].length > 1 ? [CHAT, HEADER, MAIL_DATE] : [CHAT, HEADER]
  for (const pattern of heads)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const [part = ''] = /^.*<|^[^@]*$/.exec(found) ?? []
      passage.take(index, index + part.length)
    }
}

export function* datesIn(passage: Passage, now: number): Generator<Found> {
  for (const { 0: found, index } of passage.text.matchAll(NUMERIC))
    yield* dateAt(passage, index, index + found.length, found, now)
  for (const match of passage.text.matchAll(WRITTEN)) {
    const { day, day2, day3, day4, month, month2, month3, roman, year, year2, year3, year4, basque } =
      match.groups ?? {}
    const number = monthOfName(month ?? month2 ?? month3 ?? '')
    const typed =
      basque ??
      (roman === undefined
        ? `${day ?? day2 ?? day3}/${number}/${year ?? year2 ?? year3}`
        : `${day4}-${roman}-${year4}`)
    yield* dateAt(passage, match.index, match.index + match[0].length, typed, now)
  }
}

function* dateAt(passage: Passage, start: number, end: number, typed: string, now: number): Generator<Found> {
  const read = readTypedDay(typed, now)
  const before = passage.before(start)
  if (read.kind === 'invalid' || isOtherNumberLabel(before)) return
  if (!passage.take(start, end)) return
  const said = subjectBefore(clauseBefore(before), 'date') ?? placeAndDay(before)
  const labelled = said !== null || IS_DATE.test(before)
  yield {
    kind: 'date',
    start,
    end,
    value: read.text,
    sureness: said ? 'sure' : 'likely',
    reason: labelled ? 'label' : 'form',
    ...(said && { subject: said.subject }),
  }
}

/** «En Madrid, a 12 de noviembre de 2026»: the day of signing. */
const placeAndDay = (before: string) =>
  /(?:^|\n)\s*(?:En |A |Em )?\p{Lu}[\p{L} '’-]{1,40},? (?:a|el|el d[íi]a|a d[íi]a)\s$/u.test(before)
    ? ({ subject: 'contract' } as const)
    : null

const AMOUNT =
  /(?<![\p{L}\p{N}.,/_+-])(?<sign>(?:€|EUR)[ \u00A0]?)?(?<number>\d{1,3}(?:[.,\u00A0\u202F ]\d{3}){1,3}(?:[.,'’]\d{1,2})?|\d{1,9}(?:[.,'’]\d{1,2})?)(?<thousand>[ \u00A0]?(?:k|mil)(?![\p{L}\p{N}])(?![ \u00A0]?k))?(?<after>[ \u00A0\u202F]?(?:€|EUR(?:OS?)?(?!\p{L})|euros?(?!\p{L})|€uros?)|[.,][-–—]{1,2}\s?(?:€|EUR|euros?(?!\p{L})))?(?![\p{L}\p{N}/_%]|[.,'’-]\d|[ \u00A0]?(?:km|kg|cv|cc|%|años|h\b|kw))/giu

/** Maximum distance of the label of an amount without a sign: «precio: 12.450», «importe 8.250». */
const MAX_LABEL_DISTANCE = 12
const PLAIN = /^[\s:.=*_(–-]*(?:de\s|es\s|son\s|en\s|por\s|acordado\s|pactado\s|cerrado\s)?[\s:*]*$/i

/** «350 € concepto tasa»: a payment to the office and no price. */
const PAID_FOR =
  /^[^.;\n\d]{0,12}(?:en concepto de|concepto:?|para (?:la|las|los)|de) (?:la |las |los |su )?(?:tasas?|honorarios|gesti[óo]n|tr[áa]mites?|provisi[óo]n|suplidos|impuestos?|itp|multa)/iu

/** Amounts with their sign, or with a label directly before. Amounts of other things have their subject. */
export function* amountsIn(passage: Passage): Generator<Found> {
  const found = [...amountsInFigures(passage)]
  yield* found
  yield* amountsInWords(passage, new Set(found.map(({ value }) => value)))
}

function* amountsInFigures(passage: Passage): Generator<Found> {
  for (const match of passage.text.matchAll(AMOUNT)) {
    const { sign = '', number = '', thousand = '', after = '' } = match.groups ?? {}
    const start = match.index + sign.length
    const end = start + number.length
    const signed = sign !== '' || after !== ''
    // Quick check: most numbers of a text are neither.
    if (!signed && thousand === '' && !isLikeAmount(number, passage.text.slice(end, end + 24))) continue
    const before = clauseBefore(passage.before(match.index))
    const after24 = passage.text.slice(end, end + 48)
    const said = PAID_FOR.test(after24) ? null : subjectBefore(before, 'amount')
    const between = said ? before.slice(before.length - said.distance) : ''
    const labelled = said !== null && said.distance <= MAX_LABEL_DISTANCE && PLAIN.test(between)
    if (!signed && (!labelled || isOtherNumberLabel(before))) continue
    const read = inThousands(parseEuros(number), thousand !== '')
    if (read.kind === 'invalid' || !passage.take(start, end)) continue
    yield {
      kind: 'amount',
      start,
      end,
      value: read.kind === 'ok' ? formatEuros(read.cents).replace(/\s?€$/, '') : number,
      sureness: read.kind === 'ambiguous' ? 'doubtful' : labelled ? 'sure' : 'likely',
      reason: labelled ? 'label' : 'sign',
      ...(said && { subject: said.subject }),
    }
  }
}

/** «12,5k», «12 mil €». */
function inThousands(read: ReturnType<typeof parseEuros>, isThousands: boolean): typeof read {
  return isThousands && read.kind === 'ok' ? { ...read, cents: read.cents * 1000 } : read
}

const UNITS = words(
  'un uno una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 ' +
    'quince=15 dieciseis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiun veintiuno=21 veintidos=22 ' +
    'veintitres=23 veinticuatro=24 veinticinco=25 veintiseis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30 ' +
    'cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien ciento=100 doscientos=200 trescientos=300 ' +
    'cuatrocientos=400 quinientos=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900',
)

function words(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  let names: string[] = []
  for (const word of text.split(' ')) {
    const [name = '', value] = word.split('=')
    names.push(name)
    if (value === undefined) continue
    for (const one of names) found.set(one, Number(value))
    names = []
  }
  return found
}

const NUMBER_WORD = [
  ...UNITS.keys(),
  'mil',
  'y',
  'dieciséis',
  'veintidós',
  'veintitrés',
  'veintiséis',
  'veintiún',
].join('|')
const IN_WORDS = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${NUMBER_WORD})[ \\u00A0]){1,9}(?:de )?euros?(?!\\p{L})`,
  'giu',
)

/** «doce mil quinientos euros». `null` for words that are no number below a million. */
function numberOfWords(text: string): number | null {
  let [thousands, rest] = [0, 0]
  for (const word of foldText(text).split(/[^a-z]+/)) {
    if (['', 'y', 'de', 'euro', 'euros'].includes(word)) continue
    if (word === 'mil' && thousands === 0) [thousands, rest] = [Math.max(rest, 1), 0]
    else {
      const value = UNITS.get(word)
      if (value === undefined) return null
      rest += value
    }
  }
  const number = thousands * 1000 + rest
  return number > 0 && number < 1_000_000 && rest < 1000 ? number : null
}

/** Amounts in words, unless the passage repeats them in figures: «siete mil euros (7.000 €)». */
function* amountsInWords(passage: Passage, inFigures: ReadonlySet<string>): Generator<Found> {
  for (const { 0: found, index } of passage.text.matchAll(IN_WORDS)) {
    const number = numberOfWords(found)
    if (number === null) continue
    const value = formatEuros(number * 100).replace(/\s?€$/, '')
    const said = subjectBefore(clauseBefore(passage.before(index)), 'amount')
    if (inFigures.has(value) || !passage.take(index, index + found.length)) continue
    yield {
      kind: 'amount',
      start: index,
      end: index + found.length,
      value,
      sureness: 'likely',
      reason: 'form',
      ...(said && { subject: said.subject }),
    }
  }
}

/** At least three figures, with no year, day or percentage after them. */
const isLikeAmount = (number: string, after: string): boolean =>
  number.replace(/\D/g, '').length >= 3 && !/^\s?(?:%|de \p{L}+ de|[/-]\d)/iu.test(after)
