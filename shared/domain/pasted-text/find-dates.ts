import { monthOfName, readTypedDay } from '../typed-day.ts'
import type { Found } from './finding.ts'
import { clauseBefore, IS_DATE, isOther, subjectBefore } from './labels.ts'
import type { Passage } from './passages.ts'

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
/** Date and time of a message of a chat, and its author; and the line over a mail that is answered. */
const CHAT =
  /^[>\s\u200E\u200F]*\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202F]?[ap]\.?[ \u00A0\u202F]?m\.?)?\]?(?: -)? [^:\n]{1,60}:/gimu
const HEADER =
  /^[>\s*]*(?:(?:Enviado(?: el)?|Sent|Date|Enviat(?: el)?|Data d['’]enviament|Creado|Impreso|Fecha de impresión|P[áa]gina)\*?:.{0,120}|(?:El|On|Em|O|Il|A|Le) .{0,120}(?:escribi[óo]|wrote|va escriure|escreveu|escribiu)\s?:?)$/gimu
const MAIL_DATE = /^[>\s*]*(?:Fecha|Data)\*?:.{0,120}$/gimu
const MAIL_HEAD = /^[>\s*]*(?:De|From|Para|To|Asunto|Assumpte|Subject)\*?:/gimu

/** Takes the dates of messages out of the passage: they say when it was written, and nothing of the sale. */
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
  if (read.kind === 'invalid' || isOther(before)) return
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
