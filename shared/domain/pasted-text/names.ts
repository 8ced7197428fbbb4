/** Names of people and companies as runs of capitalised words. Each reading looks at a bounded number of words. */

const MAX_WORDS = 9
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’·.&-]{0,29}/uy
const PARTICLES = new Set(
  "de del la las los lo y e i da do dos das san santa van von der el al d' en".split(' '),
)
/** Words that are capitals in a form, and no part of a name. */
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

/** «Fco.», «Fdez.», «J.», «J.A.»: their point ends no sentence. */
export const SHORT_NAME =
  '\\p{Lu}\\.(?:-?\\p{Lu}\\.){0,2}|(?:F(?:co|ca|dez|do|rdo|lipe)|G(?:lez|zlez|mez|rmo)|R(?:guez|dguez|drguez|do)|H(?:dez|rdez)|M(?:tnez|tez|rtnez|gl)|S(?:chez|nchez|dez)|D(?:guez|mguez)|A(?:lvez|nt|lf)|J(?:se|sé|mnez|nez)|P(?:rez|dro)|V(?:zquez|te)|Ximo|L(?:pez)|Bmé|Bme|Sta|Sto)\\.'
const ABBREVIATED = new RegExp(`^(?:M\\.?[ªa]\\.?|${SHORT_NAME})$`, 'iu')
/** An initial is of a name only before another word of it. */
const INITIAL = /^\p{Lu}\.(?:-?\p{Lu}\.){0,2}$/u

/** Words of the trade: a name with one of these is of a dealer or a workshop, though it has no legal form. */
const TRADE_WORD =
  /^(?:autos?|autom[óo]vil(?:es)?|automoci[óo]n|automotive|motors?|motos?|motocicletas|talleres?|garajes?|garatges?|ocasi[óo]n|ocasi[óo]|concesionario|compraventa|gestauto|tot?cotxe|cotxes|coches|veh[íi]culos|carrocer[íi]as?|desguaces?|gr[úu]as|transportes?|caravan(?:as?|ing)|cars?|rent|leasing|renting|flotas?)$/i
/** A name after it, and no word of a form. */
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
  /** A word of the trade says that it is a company, and nothing else does. */
  isTrade?: boolean
}

/**
 * Name that starts at a place: capitalised words with their particles, until a word that is no name. A company ends with
 * its legal form.
 * @param isLabelled a label says that a name comes, which may begin with a particle: «de la Cruz Pérez»
 */
export function readName(text: string, from: number, isLabelled = false): NameAt | null {
  let at = from
  let end = from
  let words = 0
  let isTrade = false
  // «C.B. Hermanos Tejada»: the form comes first.
  const first = legalFormAt(text, from)
  const isCompany = first > 0 && /^[ \u00A0]\p{Lu}\p{L}/u.test(text.slice(from + first, from + first + 3))
  if (isCompany) at = end = from + first + 1
  for (let count = 0; count < MAX_WORDS; count++) {
    WORD.lastIndex = at
    const word = WORD.exec(text)?.[0]
    if (word === undefined) break
    const next = at + word.length
    // The legal form may have spaces or a comma before it: «Autos Lozano, S. L.».
    const form = legalFormAt(text, at)
    if (form > 0 && words > 0) return { start: from, end: at + form, words, company: true }
    const isMonthName =
      words === 0 && MONTH_NAME.test(word) && /^[ \u00A0]\p{Lu}\p{L}/u.test(text.slice(next, next + 3))
    // «Compraventa Arenal»: a word of forms too.
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

/** Particles that a surname begins with. */
const LEADING = /^(?:del?|d[ao]s?|las?|los|van|von|d['’])$/
/** «J. A. Gil», «J. Gil». */
const INITIAL_NEXT = /^[ \u00A0]\p{Lu}[\p{L}.]/u

/** «y», «de la», and in a name in capitals «Y», «DE LA». */
const isParticleOf = (word: string): boolean =>
  PARTICLES.has(word) || (word === word.toUpperCase() && PARTICLES.has(word.toLowerCase()))

/** True for a word in small letters that a name may have. */
export const isNameWordOrParticle = (word: string): boolean => PARTICLES.has(word) || isNameWord(word)

function isNameWord(word: string): boolean {
  if (STOP.has(fold(word)) || word.length === 1) return false
  return !/\d/.test(word) && /^[\p{L}\p{M}'’·&-]+$/u.test(word)
}

/** Length of the legal form at a place, or 0. */
function legalFormAt(text: string, at: number): number {
  LEGAL_FORM.lastIndex = at
  return LEGAL_FORM.exec(text)?.[0].length ?? 0
}

/** Where a legal form may begin, after a word. */
const FORM_START = /(?<=[\p{L}\d.’'")],? )(?=S\. ?[LAC]|S[LAC]|C\.?B|L[tTdD]|GmbH|BV)/gu
const MAX_BACK = 80
const COMPANY_WORD = /[\p{L}\p{M}\d&][\p{L}\p{M}\d'’·.&-]*/gu

/** Companies of a text, each with its legal form. */
export function* companiesIn(text: string): Generator<NameAt> {
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
    // A full stop after a whole word ends the sentence before.
    if (end < before.length && /\p{Ll}{3}\.$/u.test(word)) break
    const isPart = isCapital(word) || /^(?:\d{1,4}|&)$/.test(word)
    if (!PARTICLES.has(word) && (!isPart || STOP.has(fold(word)))) break
    if (isPart) start = from + index
    end = index
  }
  return start !== null && /\p{L}{2}/u.test(text.slice(start, form)) ? start : null
}
