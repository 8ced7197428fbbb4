import type { ExtractedPlate } from '#shared/domain/plates/extract.ts'

/**
 * The difference between a page and a pasted text. A text is pasted into the plate field because it holds plates; a page
 * holds anything, so a form that units, references, models or foreign plates share needs a reason to be a plate.
 */

/** Text around a candidate, in its own block and what is just before it. */
export interface Surroundings {
  /** At most `CONTEXT` characters that end where the candidate starts. */
  before: string
  /** At most `CONTEXT` characters that start where the candidate ends. */
  after: string
}

/** Characters on each side that are looked at. */
export const CONTEXT = 48

/** «Matrícula: », «matrícules», «matrikula», «mat.», before the candidate and in the same sentence. */
const PLATE_LABEL = /(?:matr[ií][ck]ul[a-zà-ü]*|\bmatr?\b\.?|\bplacas?\b)[^.;!?\n]{0,36}$/i
/** Labels of other numbers, directly before the candidate. */
const OTHER_LABEL =
  /(?<![a-zà-ü])(?:pedidos?|comanda|orden|order|lotes?|sku|art[ií]culos?|c[oó]digos?|codi|kodea|cup[oó]n|serie|s\/n|localizador|reserva|booking|tracking|seguimiento|env[ií]o|oem|piezas?|pe[cç]a|recambios?|repuestos?|modelos?|model|tickets?|p[oó]liza|pasaporte|bastidor|chasis|xassís|vin|contrase[ñn]a|clave|pin|wifi|vuelo|tarjeta|tpv|aula|apartado|isbn|ean|p\/n|mpn|eori|iban|swift|bic|contador|cups|licencia|activaci[oó]n|plazas?|motor)(?:\s+de\s+[a-zà-ü]+)?(?:\s+(?:n[úu]m(?:ero)?|n[º°o]|es|del))?[\s.:#º°(«"'-]{0,6}$/i
/** Labels of references: fatal for hyphenated and old forms, while a current plate is a usual name of a file. */
const REFERENCE_LABEL =
  /(?<![a-zà-ü])(?:factura|fra|fact|albar[aá]n|albar[aá]|presupuesto|pressupost|orzamento|ref|referencia|refer[eè]ncia|expediente|expte|exp|expedient|espedientea|contrato|informe|registro|asiento|dossier|n[úu]mero|n[º°])(?:\s+(?:n[úu]m(?:ero)?|n[º°o]))?[\s.:#º°(«"'-]{0,6}$/i

/** Units, currencies and abbreviations of three consonants: «3000 rpm», «1500 GBP», «8080 TCP», «Visión 2020 Ltd». */
const UNITS = words(
  'rpm kgs grs kms mts cms lbs hrs mhz ghz khz fps bps ppm psi dpi pcs pts pvp gbp chf mxn brl clp cny czk hkd nzd thb twd nyd pln sgd dkk lps mps tcp nts btc pxs vcv kwh wpm kbs mbs gbs bpm dbm ltd llc slp sll scp slb scl phd tpv tlf tfn cvs ccs ptl pzs pls sms rgb mlg hnd kcl mgs mls lts lms xpf gmt pst cst hst mst cet kpx nwm vlt str ctv cnt dts cts dls dlr hpl nmz crc vnd php bdt pkr lkr kzt lbp syp mmk gtq hnl pyg bgn',
)
/** Versions of a car, files, places and products, after a year or a displacement: «Golf 2016 GTD», «informe 2023 PDF». */
const VERSIONS = words(
  'gtd gts gtb gtr gtx gtc glp gnc gnl jtd crd cdx crdt srt svr svt rxh phv lci stw stx tdx tdr trd mpv hdt dct dsg cvt fwd rwd xdr rtx dvd hdr hdd ssd lcd led pdf jpg png csv xml txt rtf mp4 zip bcn vlc svq mdr cdr nft vpn crm erp lgt fct fcb nba nbc bbc pcr ppt xls dlc psp wrc gp3 btt bmx bmw sw4 ltz lts rst hst xlt xls gls glc glk gle cls clk slk clc cls slc amg tfs hpt vts vtr vti vtx vts mtx cbr cbf xrv crv hrv fjr xjr xsr mts klx klr drz tmx trx mtb',
)
/** Words of a title in capitals around a number: «DE 2000 A 2024 Y MÁS», «B 1200 KG». */
const SHORT_WORDS = words(
  'a e o u y de en el la al se no si es un lo me te su mi tu ya le km cv cc kg hp kw gb mb tb mm cm ml gr hz rr xr sx gs gt rt rs td di dt sr st td tt xl nm wh ah ma va sl sa cb bp ud un iv ii v vi pc hd tv ip ad dc am pm m l g h w x i d r t s',
)

/** European layouts that a province's code makes look Spanish: `AB-123-CD`, `AB-12-CD`. */
const FOREIGN_LAYOUT = /^[A-Z]{2}-?[0-9]{2,3}-?[A-Z]{2}$/i
const COUNTRIES =
  'franc|portug|alem|german|deutsch|ital|b[uú]lgar|bulgar|ruman|ruman|rom[aâ]n|polac|poloni|polon|ucran|ucra[ïi]n|ukrain|marroqu|marru?ec|marroc|belg|holand|neerland|pa[ií]ses bajos|suiz|su[ií]ss|austr[ií]ac|austria|ingles|anglesa|brit[aá]nic|reino unido|andorr|liet?uan|lituan|eslov|serbi|croat|croac|hungar|h[uú]ngar|checa|griega|greci|grec|turc|turqu|irland|noruega|dan[eé]s|dinamarca|sueca|suecia|extranjer|estranxeir|estranger|atzerri|moldav|letoni|albanes|albani'
const FOREIGN_BEFORE = new RegExp(`(?<![a-zà-ü])(?:${COUNTRIES})[a-zà-ü]*[^.;\\n]{0,30}$`, 'i')
const FOREIGN_AFTER = new RegExp(
  `^\\s?(?:[,(:–-]|de|es)?\\s?(?:matr[ií]cula\\s|placa\\s)?(?:de\\s)?(?:${COUNTRIES}|(?:UA|BG|RO|PL|FR|PT|DE|IT|A|SK|RS)\\))`,
  'i',
)

const FILE_NAME = /^\.(?:pdf|jpe?g|png|heic|webp|docx?|xlsx?|zip|rar|tiff?|csv|txt|xml|eml|msg|p7m|xsig)\b/i

/** True if a candidate of a text is a plate in a page. */
export function isPlateOfPage(found: ExtractedPlate, written: string, around: Surroundings): boolean {
  const { before, after } = around
  if (isInsideToken(written, around) || OTHER_LABEL.test(before)) return false
  const labelled = PLATE_LABEL.test(before)
  const { series } = found.plate
  if (series === 'provincial' && (FOREIGN_BEFORE.test(before) || FOREIGN_AFTER.test(after))) return false
  if (found.padded) return labelled && !FOREIGN_LAYOUT.test(written) && !FOREIGN_BEFORE.test(before)
  if (series === 'pre-1971') return labelled && !FOREIGN_BEFORE.test(before)
  if (found.plate.separator === ' ') return labelled || isCurrentPlate(found, written, before)
  return labelled || isProvincialPlate(written, before)
}

function isCurrentPlate({ plate }: ExtractedPlate, written: string, before: string): boolean {
  const letters = (plate.groups.at(-1) ?? '').toLowerCase()
  const number = Number(plate.groups.at(-2))
  if (UNITS.has(letters)) return false
  if (VERSIONS.has(letters) && (isYear(number) || number % 100 === 0)) return false
  // «1234 Hnos», «2019 Drs»: an abbreviation.
  if (/ [A-Z][a-z]{2}$/.test(written)) return false
  // «2024-BCD» after «Expte.» is a number of it.
  return !(isYear(number) && /-/.test(written) && REFERENCE_LABEL.test(before))
}

function isProvincialPlate(written: string, before: string): boolean {
  if (REFERENCE_LABEL.test(before)) return false
  const [code = '', digits = '', letters = ''] = written.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? []
  if (/-/.test(written)) return !(isYear(Number(digits)) && /^[a-z]$/.test(letters) && /^[a-z]$/.test(code))
  // Compact in small letters it is a password or a code.
  if (written !== written.toUpperCase()) return false
  if (!/\s/.test(written)) return true
  return !SHORT_WORDS.has(letters) && !digits.endsWith('00')
}

/** Part of something longer: a reference with hyphens, a decimal number, an address of the web or of mail. */
function isInsideToken(written: string, { before, after }: Surroundings): boolean {
  if (/(?:[A-Za-z0-9][-\u2010-\u2013\u2212/]|[0-9][.,·/]|[#@&=?%~+\\$€£*]|\w:)$/.test(before)) {
    // «1234BCD/5678FGH» are two.
    if (!/[0-9]{4}[ -]?[A-Z]{3}\/$/i.test(before)) return true
  }
  if (
    /^(?:[-\u2010-\u2013\u2212][A-Za-z0-9]|[.,·][0-9]|[@&=?%~+\\$€£*]|\/[0-9](?![0-9]{3}[ -]?[A-Z]{3}))/i.test(
      after,
    )
  )
    return true
  // A group of figures before it, as of a telephone or an account: «612 34 1234 BCD».
  if (
    /^[0-9]/.test(written) &&
    /(?:^|[^A-Za-z0-9])[0-9+]{2,4} $/.test(before) &&
    /[0-9]{2,4} [0-9+]{2,4} $/.test(before)
  )
    return true
  const left = /\S*$/.exec(before)?.[0] ?? ''
  const right = /^\S*/.exec(after)?.[0] ?? ''
  if (/:\/\/|^www\.|@|^mailto:/i.test(left) || /@|:\/\//.test(right)) return true
  if (left.endsWith('/') && /\.[a-z]{2,}\//i.test(left)) return true
  return /^\.[a-z]{2,}/i.test(right) && !FILE_NAME.test(right)
}

const isYear = (number: number): boolean => number >= 1950 && number <= 2049

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
