import type { Found, Reason } from './finding.ts'
import {
  IS_COMPANY,
  IS_PERSON,
  LABELLED_NAME,
  type NamePart,
  namePartOf,
  namePartOfHead,
  PART_OF_NAME,
} from './labels.ts'
import type { Passage } from './passages.ts'

/**
 * Names of people and companies, which are runs of capitalised words. Each reading examines a bounded number of
 * words.
 */

const MAX_WORDS = 9
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’·.&-]{0,29}/uy
const PARTICLES = new Set(
  "de del la las los lo y e i da do dos das san santa van von der el al d' en".split(' '),
)
/** Capitalised words of forms that are no part of a name. */
const STOP = new Set(
  (
    'dni nif nie cif vat con amb com mayor domicilio domicili domiciliado domiciliada vecino vecina natural calle carrer rua avda avenida ' +
    'tel telefono tlf tfno movil mobil email correo mail vendedor vendedora comprador compradora transmitente adquirente ' +
    'venedor representante titular nombre apellidos matricula bastidor marca modelo fecha importe precio nacionalidad ' +
    'estado provincia poblacion municipio cp codigo factura vehiculo hola buenos buenas buen estimado estimada estimados ' +
    'gracias saludos un una adjunto adjunta datos parte otra seller buyer name razon social denominacion empresa ' +
    'sociedad cliente nuevo nueva antiguo actual anterior no si se le lo que como para por a o u the of and es son ' +
    'lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre ' +
    'octubre noviembre diciembre contrato compraventa declara declaran reunidos firma fdo asunto re rv fw fwd de: ' +
    'propietario propietaria conductor gestoria sr sra d dona don dna coche furgoneta moto turismo dice dicen quiere ' +
    'apellido apelidos cognoms primer primero segundo vende compra firmo firmado tiene os te me nos ya va queda quedo pasa paso ha han hay soy somos esta este solo ' +
    'nº numero num documento pasaporte passport id telefon telemovel contacto direccion adreca enderezo address iban persona fisica juridica'
  ).split(' '),
)
/** Legal forms, with and without their points and spaces: «S.L.», «S. L. U.», «SLU», «S. Coop. And.». */
const LEGAL_FORM =
  /(?:S\. ?L\.?(?: ?[ULP]\.?)?(?: ?N\. ?E\.?)?|S\. ?A\.?(?: ?[UL]\.?)?|S\. ?[Cc][Oo][Oo][Pp]\.?(?: (?:V|And|Mad|Galega)\.)?|SL[ULP]?|SA[UL]?|S\.C\.(?:P\.)?|SCP|C\.B\.|CB|Ltd\.?|LTD\.?|Lda\.?|LDA\.?|GmbH|SARL|SRL|BV)(?![\p{L}\d])/uy

/** «Fco.», «Fdez.», «J.», «J.A.»: the point does not end a sentence. */
export const SHORT_NAME =
  '\\p{Lu}\\.(?:-?\\p{Lu}\\.){0,2}|(?:F(?:co|ca|dez|do|rdo|lipe)|G(?:lez|zlez|mez|rmo)|R(?:guez|dguez|drguez|do)|H(?:dez|rdez)|M(?:tnez|tez|rtnez|gl)|S(?:chez|nchez|dez)|D(?:guez|mguez)|A(?:lvez|nt|lf)|J(?:se|sé|mnez|nez)|P(?:rez|dro)|V(?:zquez|te)|Ximo|L(?:pez)|Bmé|Bme|Sta|Sto)\\.'
const ABBREVIATED = new RegExp(`^(?:M\\.?[ªa]\\.?|${SHORT_NAME})$`, 'iu')
/** An initial belongs to a name only if another word of the name follows. */
const INITIAL = /^\p{Lu}\.(?:-?\p{Lu}\.){0,2}$/u

/** Words of the trade. A name with one of them is a dealer or a workshop, even without a legal form. */
const TRADE_WORD =
  /^(?:autos?|autom[óo]vil(?:es)?|automoci[óo]n|automotive|motors?|motos?|motocicletas|talleres?|garajes?|garatges?|ocasi[óo]n|ocasi[óo]|concesionario|compraventa|gestauto|tot?cotxe|cotxes|coches|veh[íi]culos|carrocer[íi]as?|desguaces?|gr[úu]as|transportes?|caravan(?:as?|ing)|cars?|rent|leasing|renting|flotas?)$/i
/** A name follows, and no word of a form. */
const TRADE_NEXT = /^[ \u00A0](?!veh|coche|de |del |usad|moto)\p{Lu}\p{Ll}/iu
/** Given names that are also months: «Julio César», «Abril Mas». */
const MONTH_NAME = /^(?:julio|abril)$/i

const fold = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u0300-\u036F.]/g, '')
    .toLowerCase()

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)

export interface NameAt {
  start: number
  end: number
  words: number
  company: boolean
  /** True if only a word of the trade shows that the name is a company. */
  isTrade?: boolean
}

/**
 * Name that starts at a position: capitalised words with their particles. A company ends with its legal form.
 * @param isLabelled true after a label, where a name may begin with a particle: «de la Cruz Pérez»
 */
export function readName(text: string, from: number, isLabelled = false): NameAt | null {
  let at = from
  let end = from
  let words = 0
  let isTrade = false
  // «C.B. Hermanos Tejada»: the legal form comes first.
  const first = legalFormAt(text, from)
  const isCompany = first > 0 && /^[ \u00A0]\p{Lu}\p{L}/u.test(text.slice(from + first, from + first + 3))
  if (isCompany) at = end = from + first + 1
  for (let count = 0; count < MAX_WORDS; count++) {
    WORD.lastIndex = at
    const word = WORD.exec(text)?.[0]
    if (word === undefined) break
    const next = at + word.length
    // Spaces or a comma may precede the legal form: «Autos Lozano, S. L.».
    const form = legalFormAt(text, at)
    if (form > 0 && words > 0) return { start: from, end: at + form, words, company: true }
    const isMonthName =
      words === 0 && MONTH_NAME.test(word) && /^[ \u00A0]\p{Lu}\p{L}/u.test(text.slice(next, next + 3))
    // «Compraventa Arenal»: «compraventa» is also a word of forms.
    const isTradeName = words === 0 && TRADE_WORD.test(word) && TRADE_NEXT.test(text.slice(next, next + 12))
    const isAbbreviated =
      ABBREVIATED.test(word) && (!INITIAL.test(word) || INITIAL_NEXT.test(text.slice(next, next + 4)))
    const bare = isAbbreviated ? word : word.replace(/[.,'’-]+$/, '')
    const isParticle = isParticleOf(bare) && (words > 0 || (isLabelled && LEADING.test(bare)))
    if (
      !isParticle &&
      !isAbbreviated &&
      !(isCapital(bare) && (isMonthName || isTradeName || isNameWord(bare)))
    )
      break
    if (!isParticle) {
      words += 1
      isTrade ||= TRADE_WORD.test(bare)
      end = at + bare.length
    }
    // A full stop after a whole word ends a sentence.
    const rest = text.slice(next, next + 3)
    if (bare.length < word.length && bare.length > 2) {
      const joined = /^ ?(?=S\.? ?[LA])/.exec(rest)
      if (!joined) break
    }
    const gap = /^(?:[ \u00A0]{1,2}|, ?(?=S\. ?[LAC]|S[LAC]))/u.exec(text.slice(next, next + 8))
    if (!gap) break
    at = next + gap[0].length
  }
  if (words === 0) return null
  return {
    start: from,
    end,
    words,
    company: isCompany || (isTrade && words > 1),
    isTrade: isTrade && !isCompany,
  }
}

/** Particles that may begin a surname. */
const LEADING = /^(?:del?|d[ao]s?|las?|los|van|von|d['’])$/
/** «J. A. Gil», «J. Gil». */
const INITIAL_NEXT = /^[ \u00A0]\p{Lu}[\p{L}.]/u

/** «y», «de la», and in a name in capitals «Y», «DE LA». */
const isParticleOf = (word: string): boolean =>
  PARTICLES.has(word) || (word === word.toUpperCase() && PARTICLES.has(word.toLowerCase()))

/** True for a lower-case word that a name may have. */
const isNameWordOrParticle = (word: string): boolean => PARTICLES.has(word) || isNameWord(word)

function isNameWord(word: string): boolean {
  if (STOP.has(fold(word)) || word.length === 1) return false
  return !/\d/.test(word) && /^[\p{L}\p{M}'’·&-]+$/u.test(word)
}

/** Length of the legal form at a position, or 0. */
function legalFormAt(text: string, at: number): number {
  LEGAL_FORM.lastIndex = at
  return LEGAL_FORM.exec(text)?.[0].length ?? 0
}

/** Positions after a word where a legal form may begin. */
const FORM_START = /(?<=[\p{L}\d.’'")],? )(?=S\. ?[LAC]|S[LAC]|C\.?B|L[tTdD]|GmbH|BV)/gu
const MAX_BACK = 80
const COMPANY_WORD = /[\p{L}\p{M}\d&][\p{L}\p{M}\d'’·.&-]*/gu

/** Companies of a text, each with its legal form. */
function* companiesIn(text: string): Generator<NameAt> {
  for (const { index } of text.matchAll(FORM_START)) {
    const length = legalFormAt(text, index)
    const start = length === 0 ? null : startOfCompany(text, index)
    if (start !== null) yield { start, end: index + length, words: 2, company: true }
  }
}

/** Start of the run of capitalised words, figures and particles that ends at a legal form. */
function startOfCompany(text: string, form: number): number | null {
  const from = Math.max(0, form - MAX_BACK)
  const before = text.slice(from, form).replace(/,? $/, '')
  const words = [...before.matchAll(COMPANY_WORD)].slice(-MAX_WORDS)
  let start: number | null = null
  let end = before.length
  for (const { 0: word, index } of words.toReversed()) {
    if (!/^[ \u00A0]{0,2}$/.test(before.slice(index + word.length, end))) break
    // A full stop after a whole word ends the previous sentence.
    if (end < before.length && /\p{Ll}{3}\.$/u.test(word)) break
    const isPart = isCapital(word) || /^(?:\d{1,4}|&)$/.test(word)
    if (!PARTICLES.has(word) && (!isPart || STOP.has(fold(word)))) break
    if (isPart) start = from + index
    end = index
  }
  return start !== null && /\p{L}{2}/u.test(text.slice(start, form)) ? start : null
}

/** Titles, after which a name begins. */
const TITLE =
  /(?<![\p{L}.])(?:D\.ª|D\.a|D\.|Dª\.?|Dña\.|Dña|D\/Dª|D\/Dña\.?|Don|Doña|DON|DOÑA|Sra\.|Sr\.|Sr\/a\.?|Srta\.|Sra|Sr|Mr\.|Mrs\.|Ms\.|En|Na)[ \u00A0]{1,2}(?=\p{Lu}\p{L}+[ \u00A0])/gu
/** Identifier right after a name. */
const IDENTITY_AFTER =
  /^[ \u00A0]?[,(–:-]{0,2}?\s{0,2}(?:mayor de edad,?\s{1,2})?(?:y\s|con\s|amb\s|co\s|with\s|titular del\s|provist[oa] de(?:l)?\s)?(?:el\s)?(?:d\.?n\.?i\.?|n\.?i\.?[fe]\.?|c\.?i\.?f\.?|\((?:el |la )?(?:vendedor|comprador|transmitente|adquirente|venedor|cliente)|(?:como|en calidad de|en concepto de) (?:el |la |parte )?(?:vendedor|comprador|transmitente|adquirente|apoderad|administrador|representante))(?![\p{L}]{3})/iu
const NAME_START =
  /(?<![\p{L}\p{N}@._/’'-])\p{Lu}(?:[\p{L}\p{M}'’-]+\.?|\.(?:-?\p{Lu}\.)?ª?)[ \u00A0](?=\p{Lu}|d[eo]|la|y|i )/gu
/** «LOZANO GIL, ANDRÉS», as in a DNI. */
const GIVEN_NAME_AFTER =
  /^,[ \u00A0](?=(?:M\.?ª\.? )?\p{Lu}[\p{L}'’]+(?:-\p{L}+)?(?: (?:de |del |DE |DEL |la |LA ){0,2}\p{Lu}[\p{L}'’-]+){0,2}[ \u00A0]*(?:[,;\n\t(|]|$|-(?!\d)|\.?\s?(?:con )?(?:dni|nif|nie|d\.n\.i|n\.i\.f)))/iu

/**
 * Names of people and companies: after a title or a label, beside an identifier, in a sentence of a sale, with a
 * legal form or with a word of the trade. Capitals alone are not enough.
 * @param identities positions of the tax identifiers of the passage
 */
export function* namesIn(
  passage: Passage,
  identities: readonly { start: number; end: number }[],
): Generator<Found> {
  const { text } = passage
  for (const { start, end } of companiesIn(text))
    yield* taken(passage, start, end, true, reasonAt(passage, start))
  yield* partedIn(passage)
  for (const match of text.matchAll(LABELLED_NAME)) yield* labelled(passage, match)
  for (const { 0: title, index } of text.matchAll(TITLE))
    yield* nameAt(passage, index + title.length, 'title', 2)
  for (const { index } of text.matchAll(NAME_START)) {
    const name = readName(text, index)
    if (!name || name.words < 2) continue
    const after = text.slice(name.end, name.end + 48)
    const gap = /^[ \u00A0]{0,2}[,(–:|-]{0,2}[ \u00A0\t]{0,2}/.exec(after)?.[0].length ?? 0
    const isBeside = identities.some(({ start }) => start === name.end + gap)
    if (isBeside || IDENTITY_AFTER.test(after)) yield* nameAt(passage, index, 'beside', 2)
  }
  yield* cellsIn(passage)
  for (const { end } of identities) yield* nameAfterIdentity(passage, end)
  for (const { 0: found, index } of text.matchAll(SALE_TO))
    yield* nameAt(passage, index + found.length, 'form', 2)
  for (const { index } of text.matchAll(TRADE_START)) yield* tradeAt(passage, index)
}

/** «vendo mi coche a Mateo Gil», «se la compré a Ana Gil», «transferir el coche a Ana Gil». */
const SALE_TO =
  /(?<![\p{L}\d])(?:vend(?:o|e|en|emos|[íi]|i[óo]|imos|er|id[oa])|compr(?:o|a|an|amos|[ée]|[óo]|ad[oa]|ar)|transferir(?:l[oa]s?)?|traspasar(?:l[oa]s?)?)(?![\p{L}])[^.;:!?\n]{0,80}?(?<![\p{L}])a (?:(?:el |la )?(?:señor|señora|don|doña|sra?\.) )?(?=\p{Lu}\p{L}+ \p{Lu})/giu

/** Words after which the name of a dealer or a workshop may begin. */
const TRADE_START =
  /(?<![\p{L}\p{N}@._/’'-])(?=\p{Lu}[\p{L}\p{M}'’·&-]+ (?:\p{Lu}|del? |la |y ))(?:Auto|AUTO|Moto|MOTO|Motor|MOTOR|Taller|TALLER|Garaje|GARAJE|Garatge|Ocasi|OCASI|Concesionario|CONCESIONARIO|Compraventa|COMPRAVENTA|Gestauto|Cotxe|Desguace|DESGUACE|Gr[úu]as|GR[ÚU]AS|Transportes|TRANSPORTES|Caravan|CARAVAN|Selección Auto)/gu

/** «X1234567L Ana Gil»: a name after its identifier, unless another identifier follows the name. */
function* nameAfterIdentity(passage: Passage, identityEnd: number): Generator<Found> {
  const { text } = passage
  const gap = /^[ \u00A0]?[,:(–-]?[ \u00A0]{1,2}(?=\p{Lu}\p{L}+[ \u00A0]\p{Lu})/u.exec(
    text.slice(identityEnd, identityEnd + 48),
  )?.[0]
  if (gap !== undefined) yield* nameAt(passage, identityEnd + gap.length, 'beside', 2)
}

/** Company with a word of the trade only. The extent of its name is not sure. */
function* tradeAt(passage: Passage, start: number): Generator<Found> {
  const name = readName(passage.text, start)
  if (name?.isTrade && name.words > 1) yield* taken(passage, start, name.end, true, 'form', true)
}

/** Longest text between two parts of a name, such as another box of the form. */
const MAX_PART_GAP = 64

interface Part {
  part: NamePart
  /** Start of the label. */
  from: number
  start: number
  end: number
}

/** Names in several boxes of a form: «Nombre: Juan», «Apellidos: Pérez López». */
function* partedIn(passage: Passage): Generator<Found> {
  const { text } = passage
  let group: Part[] = []
  for (const part of [...partsIn(passage), null]) {
    const last = group.at(-1)
    if (
      !part ||
      group.some((one) => one.part === part.part) ||
      (last && part.from - last.end > MAX_PART_GAP) ||
      // The box belongs to another party.
      (last && PARTY_HEAD.test(text.slice(last.end, part.from)))
    ) {
      yield* joinParts(passage, group)
      group = []
    }
    if (part) group.push(part)
  }
}

function partsIn({ text, headOf }: Passage): Part[] {
  const labelledParts = [...text.matchAll(PART_OF_NAME)].flatMap((match) => {
    const part = namePartOf(match.groups)
    return part ? partAt(text, part, match.index, match.index + match[0].length) : []
  })
  const cells = [...text.matchAll(CELL_START)].flatMap(({ index }) => {
    const part = namePartOfHead(headOf(index))
    return part ? partAt(text, part, index, index) : []
  })
  return [...labelledParts, ...cells].toSorted((a, b) => a.start - b.start)
}

function partAt(text: string, part: NamePart, from: number, start: number): Part[] {
  const name = readName(text, start, true)
  return name && !name.company ? [{ part, from, start, end: name.end }] : []
}

/**
 * One name made of its parts, given name first. Its position goes from the first part to the last, or is that of the
 * surnames.
 */
function* joinParts(passage: Passage, group: readonly Part[]): Generator<Found> {
  const part = (wanted: NamePart) => group.find((one) => one.part === wanted)
  const surnames = part('surnames') ?? part('first')
  const given = part('given')
  if (!given || !surnames) return
  const parts = [given, surnames, ...(surnames.part === 'first' ? [part('second')] : [])].filter(
    (one) => one !== undefined,
  )
  const start = Math.min(...parts.map((one) => one.start))
  const end = Math.max(...parts.map((one) => one.end))
  const isWhole = passage.take(start, end)
  if (!isWhole) for (const one of parts) if (!passage.take(one.start, one.end)) return
  yield {
    kind: 'person',
    ...(isWhole ? { start, end } : { start: surnames.start, end: surnames.end }),
    value: parts.map((one) => passage.text.slice(one.start, one.end).replace(/\s+/g, ' ')).join(' '),
    sureness: 'sure',
    reason: 'label',
  }
}

function* labelled(passage: Passage, match: RegExpExecArray): Generator<Found> {
  const start = match.index + match[0].length
  const colon = match.groups?.colon ?? ''
  const isExplicit = /[:=\n\t|→–—-]|\b(?:es|és|is)\b/.test(colon)
  const isCompany =
    !/^(?:apellidos|nombre|nom)/i.test(match[0]) &&
    /raz[óo]n social|ra[óo] social|denominaci|company|empresa|concesionario|compraventa/i.test(match[0])
  const small = isExplicit ? SMALL_NAME.exec(passage.text.slice(start, start + 96))?.[1] : undefined
  if (small !== undefined && readName(passage.text, start, true) === null && isSmallName(small))
    return yield* taken(passage, start, start + small.length, false, 'form', true)
  // Without a colon the label is a word of a sentence: «el vendedor Andrés Lozano», and not «vendedor Madrid».
  yield* nameAt(passage, start, 'label', isExplicit ? 1 : 2, { isCompany, isExplicit })
}

/** «comprador: maria lopez ruiz dni …»: between a label and an identifier, a name may be in lower case. */
const SMALL_NAME =
  /^((?:\p{Ll}[\p{Ll}'’-]+[ \u00A0]){1,5}?\p{Ll}[\p{Ll}'’-]+)[ \u00A0]?[,:(–-]?[ \u00A0]{0,2}(?=(?:con )?(?:dni|nif|nie|cif)(?!\p{L})|\d{8}|[xyz]\d{7})/u
const isSmallName = (text: string): boolean => text.split(/[ \u00A0]/).every(isNameWordOrParticle)

const CELL_START = /(?<=[\t|;\n][ ]?|^)\p{Lu}/gu

/** Cells of a column that is headed as names of people or companies. */
function* cellsIn(passage: Passage): Generator<Found> {
  for (const { index } of passage.text.matchAll(CELL_START)) {
    const head = passage.headOf(index)
    if (head === '' || /nif|dni|cif|tel|matr|fecha|direc|domic|pobl|prov|mail/i.test(head)) continue
    if (!IS_PERSON.test(`${head}: `) && !IS_COMPANY.test(`${head}: `) && !PARTY_HEAD.test(head)) continue
    yield* nameAt(passage, index, 'label', 1, { isExplicit: true })
  }
}
const PARTY_HEAD =
  /vendedor|comprador|transmitente|adquirente|venedor|transmitent|adquirent|seller|buyer|titular|cliente|concesionario/i

function* nameAt(
  passage: Passage,
  start: number,
  reason: Reason,
  minWords: number,
  { isCompany: company = false, isExplicit = false } = {},
): Generator<Found> {
  const { text } = passage
  const name = readName(text, start, isExplicit)
  if (!name || name.words < minWords) return
  let { end } = name
  const comma = name.company ? null : GIVEN_NAME_AFTER.exec(text.slice(end, end + 60))
  if (comma && reason !== 'title') end = readName(text, end + comma[0].length)?.end ?? end
  // One word alone is a given name, which no field accepts.
  if (name.words < 2 && end === name.end && !company) return
  yield* taken(passage, start, end, name.company || company, reason, name.isTrade === true && !isExplicit)
}

function* taken(
  passage: Passage,
  start: number,
  end: number,
  company: boolean,
  reason: Reason,
  isDoubtful = false,
): Generator<Found> {
  if (!passage.take(start, end)) return
  yield {
    kind: company ? 'company' : 'person',
    start,
    end,
    value: passage.text.slice(start, end).replace(/\s+/g, ' '),
    sureness: isDoubtful ? 'doubtful' : reason === 'label' ? 'sure' : 'likely',
    reason,
  }
}

const reasonAt = (passage: Passage, start: number): Reason =>
  IS_COMPANY.test(passage.before(start)) ||
  IS_PERSON.test(passage.before(start)) ||
  roleLabel(passage.before(start))
    ? 'label'
    : 'form'
const roleLabel = (before: string) =>
  /(?:vendedor[a]?|comprador[a]?|transmitente|adquirente|venedora?|seller|buyer|concesionario|compraventa)[\s:*=-]{1,4}$/i.test(
    before,
  )
