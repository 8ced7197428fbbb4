import { provinceNames } from '../../text/labels.ts'
import { isPostalCode } from '../addresses.ts'
import { foldText } from '../normalize-text.ts'
import type { Found } from './finding.ts'
import { IS_POSTAL_CODE, IS_PROVINCE, IS_TOWN, isOtherNumberLabel } from './labels.ts'
import { readName } from './find-names.ts'
import type { Passage } from './passages.ts'

const STREET =
  '(?:c\\/|c\\.|calle|cl\\.?|cr\\.?|carrer|r[úu]a|avda?\\.?|avenida|avinguda|av\\.|plaza|pza\\.?|pl\\.|plaça|praza|paseo|p\\.?[ºo]\\.?|passeig|camino|cam[íi]|cami[ñn]o|carretera|ctra\\.?|ronda|traves[íi]a|trav\\.|travessera|pol[íi]gono(?: industrial)?|pol\\.(?: ind\\.)?|p\\.i\\.|urb\\.|urbanizaci[óo]n|rambla|v[íi]a|gran v[íi]a|glorieta|pasaje|passatge|cuesta|lugar|barrio|estrada)'
const NUMBER =
  '(?:,?[ ]*(?:nave|parcela|km\\.?)[ ]?\\d{1,3}(?:[.,]\\d)?|,?[ ]*(?:n\\.?[º°o]?\\.?[ ]?|n[úu]m(?:ero|\\.)?[ ]?|nº[ ]?)?\\d{1,4}(?:[ ]?bis|[ ]?-[ ]?\\d{1,3}|[ ]?[A-D](?![\\p{L}\\d]))?|,?[ ]*s\\/n)'
const FLOOR =
  '(?:,?[ ]*-?[ ]?(?:(?:bajos?|baixos?|bj\\.?|entresuelo|entlo\\.?|[áa]tico|principal|pral\\.?|piso|planta|puerta|porta|pta\\.?|escalera|esc\\.?|portal|local|nave|bloque|parcela|(?:izq(?:uierda|da?)?|izda)\\.?|d(?:e)?r?cha\\.?|dreta|esquerra)(?![\\p{L}])[ ]?(?:\\d{1,3}|[A-Z](?![\\p{L}]))?|\\d{1,2}[ ]?[ºª°](?:[ -]?(?:[A-Z]|\\d{1,2}[ºª°]?|(?:izq|izda|dcha|dch)\\.?)(?![\\p{L}\\d]))?|\\d{1,2}(?:r|n|t|a|er|ra|na|[èé])(?![\\p{L}\\d])|\\d{1,2}[ -][A-Z](?![\\p{L}\\d])))'
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\d@.])${STREET}[ ]{0,2}(?:de (?:la |los |las |l')?|del |d['’])?[\\p{Lu}\\d][\\p{L}\\d'’.ªº-]{0,24}(?:[ ](?:\\p{L}[\\p{L}'’.·-]{0,24})){0,7}${NUMBER}${FLOOR}{0,4}(?![\\p{L}\\d])`,
  'giu',
)
const CODE = /(?<![\p{L}\p{N}.,/_+-])(?:E-)?(?<code>\d{5})(?![\p{L}\p{N}/_]|[.,-]\d| ?(?:€|km|kg|eur))/gu
const PROVINCES = new Set(
  [
    ...provinceNames.values(),
    ...'València,Valencia,Alacant,Castelló,Coruña,La Coruña,Gipuzkoa,Bizkaia,Vizcaya,Araba,Nafarroa,Navarra,Gerona,Lérida,Orense,Baleares,Islas Baleares,Las Palmas,Tenerife,Santa Cruz de Tenerife,La Rioja,Rioja,Cantabria,Asturias'.split(
      ',',
    ),
  ].map(foldText),
)

/** Also «En Madrid, a 12 de noviembre» and «vecino de Burgos». */
const TOWN_LABEL =
  /(?<![\p{L}])(?:(?:poblaci[óo]n?|municipio?|localidade?|localitat|concello|ciudad|ciutat|prov[íi]ncia)[*_]{0,2}\s*[:=\t→][*_]{0,2}\s*|lugar(?: y fecha)?:\s*|(?:vecin[oa]s?|natural) de |reunid[oa]s en |domiciliad[oa] en )|(?<=^|\n)[ \t]*en (?=[\p{L} '’-]{3,40}, a (?:d[íi]a )?\d)/giu

/** Streets with their number, postal codes, and the towns and provinces beside them. */
export function* addressesIn(passage: Passage): Generator<Found> {
  const { text } = passage
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const end = index + found.length
    // «lugar a las 12» is no street: a street has a capital.
    if (!/[ /.]\p{Lu}|\d/u.test(found.replace(/\d.*$/, ''))) continue
    if (passage.take(index, end)) yield place('address', passage, index, end, 'form')
  }
  for (const { index, groups } of text.matchAll(CODE))
    yield* codeAt(passage, text.indexOf(groups?.code ?? '', index))
  for (const match of text.matchAll(TOWN_LABEL)) {
    const start = match.index + match[0].length
    yield* nameAt(passage, start, /^prov/i.test(match[0]) ? 'province' : 'town')
  }
  for (const { index } of text.matchAll(/(?<=[\t|;\n][ ]?|^)\p{Lu}/gu)) {
    const head = passage.headOf(index)
    if (head === '') continue
    if (IS_PROVINCE.test(`${head}: `)) yield* nameAt(passage, index, 'province')
    else if (IS_TOWN.test(`${head}: `)) yield* nameAt(passage, index, 'town')
  }
}

function* codeAt(passage: Passage, start: number): Generator<Found> {
  const { text } = passage
  const end = start + 5
  const before = passage.before(start)
  const labelled = IS_POSTAL_CODE.test(before) || /c\.?p\.?$|postal/i.test(passage.headOf(start))
  if (!isPostalCode(text.slice(start, end)) || (!labelled && isOtherNumberLabel(before))) return
  const gap = /^(?:[ \u00A0]{1,2}|, ?| ?[-–] ?| ?\()(?:de )?(?=\p{Lu}|l['’]\p{Lu})/u.exec(
    text.slice(end, end + 8),
  )?.[0]
  const town = gap === undefined ? null : readTown(text, end + gap.length)
  const nearest = townBefore(passage, start, labelled)
  const isAfterAddress = passage.isTaken(Math.max(0, start - 4), start) && /\p{L}|\d/u.test(before.slice(-4))
  if (!labelled && !isAfterAddress && !nearest && !(town && endsPlace(text, town.end))) return
  if (!passage.take(start, end)) return
  yield place('postalCode', passage, start, end, labelled ? 'label' : 'form')
  if (nearest && !town && passage.take(nearest.start, nearest.end))
    yield place('town', passage, nearest.start, nearest.end, 'beside')
  if (!town || !passage.take(end + (gap?.length ?? 0), town.end)) return
  yield place('town', passage, end + (gap?.length ?? 0), town.end, 'beside')
  yield* provinceAfter(passage, town.end)
}

const TOWN_BEFORE =
  /(?:^|[,;\n]\s*|(?<!\p{L})en )((?:(?:A|O|As|Os|La|El|Las|Los|Es|Sa) |L['’])?\p{Lu}[\p{L}'’-]+(?: (?:de |del |de la |la |los |i |y )?\p{Lu}[\p{L}'’-]+){0,4}) ?(?:[,(-] ?)?(?:C\.?P\.?:? ?)?$/u

/** «…, 5º D, Madrid 28009», «en Sagunto, CP 46500»: the town comes first, after a street or before a label. */
function townBefore(
  passage: Passage,
  code: number,
  isLabelled: boolean,
): { start: number; end: number } | null {
  const from = Math.max(0, code - 64)
  const found = TOWN_BEFORE.exec(passage.text.slice(from, code))
  const name = found?.[1]
  if (!found || name === undefined) return null
  const start = from + found.index + found[0].indexOf(name)
  const isAfterAddress = passage.isTaken(Math.max(0, from + found.index - 1), start)
  const isAfterIn = found[0].slice(0, found[0].indexOf(name)).endsWith('en ')
  return isAfterAddress || (isLabelled && isAfterIn) ? { start, end: start + name.length } : null
}

/** «A Coruña», «L'Hospitalet de Llobregat»: the article is part of the name. */
function readTown(text: string, start: number): { end: number } | null {
  const article =
    /^(?:(?:A|O|As|Os|La|El|Las|Los|Es|Sa) (?=\p{Lu})|L['’])/u.exec(text.slice(start, start + 5))?.[0] ?? ''
  return readName(text, start + article.length)
}

/** True if a sentence, a line or another datum begins after a town. */
const endsPlace = (text: string, at: number): boolean =>
  /^\s*(?:[,.;()\n\t|/–-]|$|con |y |tel)/iu.test(text.slice(at, at + 6))

function* provinceAfter(passage: Passage, at: number): Generator<Found> {
  const { text } = passage
  const gap = /^(?: ?[,(–-] ?|, )(?=\p{Lu})/u.exec(text.slice(at, at + 4))?.[0]
  if (gap === undefined) return
  const start = at + gap.length
  const name = /^\p{Lu}[\p{L}' ]{2,28}(?=[),.;\n\t]|$| [-–(])/u
    .exec(text.slice(start, start + 32))?.[0]
    .trimEnd()
  if (name === undefined || !PROVINCES.has(foldText(name))) return
  if (passage.take(start, start + name.length))
    yield place('province', passage, start, start + name.length, 'beside')
}

function* nameAt(passage: Passage, start: number, kind: 'town' | 'province'): Generator<Found> {
  const name = readTown(passage.text, start)
  if (!name || !passage.take(start, name.end)) return
  yield place(kind, passage, start, name.end, 'label')
  if (kind === 'town') yield* provinceAfter(passage, name.end)
}

const place = (
  kind: 'address' | 'postalCode' | 'town' | 'province',
  { text }: Passage,
  start: number,
  end: number,
  reason: Found['reason'],
): Found => ({
  kind,
  start,
  end,
  value: text.slice(start, end).replace(/\s+/g, ' '),
  sureness: reason === 'label' ? 'sure' : 'likely',
  reason,
})
