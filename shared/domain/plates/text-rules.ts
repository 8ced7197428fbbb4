import { type ExtractedPlate, plateOccurrences, rareOccurrences } from './extract.ts'
import { classifyPlate } from './classify.ts'
import { plainForms } from '../normalize-text.ts'
import { GROUP_LETTERS } from './series.ts'

/**
 * Recogniser of plates in any text: a list, a page, a mail, a contract. Units, references, models and foreign plates
 * share the forms of plates, so a doubtful form needs a reason in the text around it.
 */

/** Position of a text in its page or its list. */
export interface TextPlace {
  /** Text just before, such as «Matrícula» in the previous cell. */
  context?: string
  /** Name of the column in a table. */
  header?: string
  /** Cells of a row of a list, in order. A form that fills a cell is a plate. */
  cells?: readonly TextCell[]
  /** Surroundings of a position, for a text whose lines and columns are known. */
  aroundOf?: (start: number, end: number) => { before: string; after: string; header: string }
}

export interface TextCell {
  start: number
  end: number
  /** Name of the column, or empty. */
  header: string
}

export interface RecognisedPlate extends ExtractedPlate {
  /**
   * `labelled`: a quantity or a model that a label calls a plate. `weak`: a plate only if its line has no other.
   * Pages have no weak plates.
   */
  certainty: 'sure' | 'labelled' | 'weak'
  /**
   * True if an E stands before the plate. The E is the country band, or the letter of a special vehicle, so the user
   * has to check the plate.
   */
  hasBand: boolean
}

/** Characters on each side that are examined. */
export const CONTEXT = 48

/** Years that are frequent in texts: «campaña 2025 BTX» is no plate, while «2025BTX» may be. */
const COMMON_YEARS = { from: 2005, to: 2030 }
/**
 * Ordinary plates use their first letter in alphabetical order: N began in 2025, and each letter lasts over two
 * years. One more letter is accepted, so that a new car is never refused. A label makes any letter a plate.
 */
const FIRST_LETTERS = { since: Date.UTC(2025, 0, 1), letter: 'N', shortest: 2 * 365 * 86_400_000 }
/** Displays and models of Peugeot: «1080 HDR», «3008 GTX». */
const LINES = [1080, 1440, 2160, 1007, 3008, 4007, 4008, 5008]

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Units, currencies and abbreviations of three consonants: «3000 rpm», «1500 GBP», «8080 TCP», «Visión 2020 Ltd». */
const UNITS = words(
  'rpm kgs grs kms mts cms lbs hrs mhz ghz khz fps bps ppm pcs pts pvp gbp chf mxn brl clp cny czk hkd nzd thb twd sgd dkk ' +
    'jpy krw pln nok sek lps tcp btc kwh wpm kbs mbs bpm dbm ltd llc slp sll phd tpv tlf cvs ccs pzs sms rgb mgs mls lts ' +
    'gmt pst cst mmt btu dpi mml mms wts frg',
)
/** File formats after a number: «fotos 0001 JPG». */
const FILES = words('pdf jpg png csv xml txt rtf zip')
/**
 * Versions of cars and names of places and products, after a year or a displacement: «Golf 2016 GTD», «KTM 1290 SDR».
 */
const VERSIONS = words(
  'gtd gts gtb gtr gtx gtc glp gnc gnl glx jtd crd cdx svr svt srt rxh phv lci stw stx tdx tdr trd mpv hdt dct dsg fwd rwd ' +
    'gtl gtp glt lwb cvt bvm gpl lpg dpf cbx gsx gpz fzr fzs ntv ntx gtv sdr dvd hdr hdd ssd lcd bcn vlc mdr crm dgt gp3 btt bmx ltz rst gls glc glk slk clk cls clc slc vts vtr mtx cbr cbf ' +
    'xrv crv hrv fjr xjr xsr klx klr mtb vtc zxr mwc fwc fcb rcd fpb std qhd',
)
/** Makes of three consonants after a year: «2018 BMW 320d». */
const MAKES = words('bmw ktm gmc byd gwm mbk tvr lml swm vwn psg dfm jmc kgm mzd vlv dkw bsr zxb')
const RISKY = new Set([...UNITS, ...FILES, ...VERSIONS, ...MAKES])

/** Words of a title in capitals around a number: «DE 2000 A 2024 Y MÁS», «B 1200 KG». */
const SHORT_WORDS = words(
  'a e o u y de en el la al se no si es un lo me te su mi tu ya le km cv cc kg hp kw gb mb tb mm cm ml gr hz rr xr sx gs gt ' +
    'rt rs td di dt sr st tt xl wh ah va sl sa cb ud iv ii v vi pc hd tv ip ad dc am pm m l g h w x i d r t s',
)

const NO_LETTER = '(?<![a-zà-ü0-9])'
const SAME_SENTENCE = '[^.;!?\\n]{0,36}$'
/** «Matrícula: », «matrícules», «matrikula», «mat.», in the same sentence. «Matriculado en 2018» does not count. */
const PLATE = new RegExp(
  `(?:matr[ií][ck]ul(?!ad[oa]|aci|ar\\b)[a-zà-ü]*|matriculad[oa]s? (?:como|con)\\b|\\bmatr?\\b\\.?|\\bplacas?\\b)${SAME_SENTENCE}`,
  'i',
)
/** The same words directly after a plate. */
const PLATE_AFTER = /^[\s,(–-]{0,3}(?:matr[ií]cul[ae]s?|placas?)\b/i
/** Words directly before the shortest old plates, which are also models and roads. */
const PLATE_BEFORE =
  /(?:matr[ií]cul[ae]s?|\bmatr?\b\.?|\bplacas?)(?:\s(?:n\.?[º°o]|hist[óo]ric[ao]|antigu[ao]|original|es|era|del?|[A-ZÁÉÍÓÚ]\w+)){0,3}[\s:.|;«“"'(–-]{0,4}$/i
/** Words for a vehicle, whose model may have one letter: «vehículo A-4». */
const VEHICLE_BEFORE = /veh[ií]culos?(?:\s(?:n\.?[º°o]|hist[óo]rico|antiguo))?[\s:.|;«“"'(–-]{0,4}$/i
const OLD_BEFORE = new RegExp(`(?:veh[ií]culos?|hist[óo]ric[oa]s?|cl[áa]sic[oa]s?)${SAME_SENTENCE}`, 'i')

const NUMBER = 'n[úu]m(?:ero)?\\.?|n\\.?\\s?[º°o]?|es|zenbakia'
/** «0000 RTX 0000 BBB»: the letters belong to the previous plate. */
const NO_PLATE_LETTERS = '(?!(?<=[0-9]{4}[ \\u00A0.-]?)[b-df-hj-np-tv-z]{3}(?![a-z]))'
const label = (alternatives: string, between: string) =>
  new RegExp(
    `${NO_LETTER}${NO_PLATE_LETTERS}(?:${alternatives})(?:\\s+(?:${between}))?[\\s.:#º°(«"'-]{0,6}$`,
    'i',
  )

/** Labels of other numbers, directly before. */
const OTHER = label(
  '(?:pedidos?|comanda|eskaera|orden|order|lotes?|sku|art[ií]culos?|c[oó]digos?|codi|kodea|cup[oó]n|serie|s\\/n|' +
    'serial(?: number)?|part no|hp|laserjet|canon|epson|rtx|llave|seur|mrw|dhl|' +
    'localizador|booking|tracking|seguimiento|oem|piezas?|pe[cç]a|recambios?|repuestos?|modelos?|model|tickets?|boletos?|' +
    'bonos?|socio|p[oó]lizas?|pasaporte|bastidor|chasis|xass[ií]s|vin|wifi|vuelo|tren|tpv|aula|sala|habitaci[oó]n|trastero|' +
    'plaza(?: de garaje)?|apartado(?: de correos)?|apdo|p\\.? ?o\\.? box|isbn|ean|p\\/n|mpn|eori|iban|swift|csv|nig|autos|' +
    'bic|contador|cups|licencia|vtc|activaci[oó]n|error|oficina|correa|rodamiento|filtro|bater[ií]a|embrague|alternador|' +
    'tornillo|router|salidas?|llegadas?|proforma|presupuesto|pressupost|orzamento|aurrekontua|albar[aáà]n?|vale|finca(?: registral)?|protocolo|' +
    'norma|directiva|boe|ral|c\\.?p\\.?|(?:une|iso|din|iec|astm|ansi)(?:[ -]en)?|tel[eé]?f?(?:ono)?s?|tfno|tlfn?o?|ext|fax)' +
    '(?:\\s+de\\s+[a-zà-ü]+)?',
  `${NUMBER}|del`,
)
/** The label's own words may stand between: «contraseña provisional es». */
const SECRET =
  /(?<![a-zà-ü])(?:contrase(?:ñ|ny|n)as?|contrasinal|pasahitza|clave|password|pin|tarjeta|carn[eé]t?)(?![a-zà-ü])[^.\n]{0,24}$/i
/** Labels of references. They exclude a plate unless it is one word, because that is a usual name of a file. */
const REFERENCE = label(
  '(?:factura|fra|fact|refs?|referencias?|refer[eè]ncia|erreferentzia|expediente|expte|exp|expedient|espedientea|contrato|' +
    'contracte|informe|registro|asiento|dossier|recibo|resguardo|certificado|reserva|n[úu]mero|n[º°])' +
    '(?:[\\s.]+(?!(?:del?|d[oa]|al|el)\\b)[a-zà-ü]{2,10}\\.?)?',
  NUMBER,
)

const isPlateLabel = (before: string): boolean => PLATE.test(before)
/** True if the text before a number announces something else: an order, a policy, a telephone. */
export const isOtherLabel = (before: string): boolean => OTHER.test(before) || SECRET.test(before)
/** True for the name of a column of other data. */
export const isOtherHeader = (name: string): boolean => isOtherLabel(`${name} `) || REFERENCE.test(`${name} `)
/** True for the name of a column of plates and nothing more. */
export const isPlateHeader = (name: string): boolean =>
  /^\W*(?:n[º°.]?\s*(?:de\s)?)?(?:matr[ií][ck]ul[aeo]s?|mat|matr|placas?|plates?|vrm)\W*$/i.test(name)

/** Words for a vehicle near a form that is doubtful by itself. */
const VEHICLE = new RegExp(
  `${NO_LETTER}(?:coches?|cotxes?|veh[ií]culos?|vehicles?|turismos?|motos?|motocicletas?|furgo(?:neta|n)?s?|cami[oó]n|remolques?|` +
    'taxi|auto|ciclomotor|scooter|tractor|abarth|alfa|audi|bmw|byd|chevrolet|citro[eë]n|cupra|dacia|ducati|fiat|ford|honda|' +
    'hyundai|iveco|jaguar|jeep|kawasaki|kia|ktm|kymco|lancia|land rover|lexus|mazda|mercedes|mg|mini|mitsubishi|nissan|opel|' +
    'peugeot|piaggio|porsche|renault|rover|saab|seat|skoda|smart|ssangyong|subaru|suzuki|tesla|toyota|vespa|volkswagen|vw|' +
    'volvo|yamaha|golf|clio|m[eé]gane|ibiza|le[oó]n|corsa|astra|focus|fiesta|polo|passat|xsara|c[34]|punto|panda|kangoo|' +
    'dyane|mehari|2cv|r[4-9]|r1[0-9]|simca|talbot|santana|ebro|pegaso|barreiros|avia|derbi|vespino|mobylette|bultaco|montesa|ossa|' +
    'sanglas|lambretta|rieju|gilera|aprilia|daewoo|chrysler|isuzu|supercinco|express|' +
    'berlingo|transit|qashqai|tucson|duster|sandero|picasso|altea|c[oó]rdoba|toledo|fabia|octavia|' +
    'itv|precintos?|embargos?|cargas?|titular|seguro|multa|transfer\\w*|bajas?|informe|gr[uú]a|taller)(?![a-zà-ü])',
  'i',
)
/** Vehicles with a special plate, which begins with an E. */
const SPECIAL =
  /tractor|agr[ií]c|especial|maquinaria|m[aá]quina|carretilla|excavadora|retro|cosechadora|plataforma|dumper|obras|john deere|fendt|deutz|valtra|new holland|massey|barredora|apisonadora|motocultor|d[úu]mper|hormigonera|pala cargadora|bulldozer|kubota|claas|jcb|caterpillar|manitou|linde|quad\b/i
/** «el 1234 bcd»: after an article, lower-case letters are a plate. */
const ARTICLE = /(?:^|[^a-zà-ü])(?:el|del|al|los|este|ese)[ \u00A0]$/i
/** One word at the start of a sentence or a clause: «Ana: 7390jxc y 7391jxc». */
const BEGINNING =
  /(?:^|[^\p{L}\p{N}\s_-]\s?|[\n\t]\s?|(?:^|[^a-zà-ü])(?:el|la|l[oa]s|del|al|este|ese|y|e|i)\s)$/iu

const COUNTRIES =
  'franc|portug|alem|german|deutsch|ital|b[uú]lgar|ruman|rom[aâ]n|polac|poloni|polon|ucran|ucra[ïi]n|ukrain|marroqu|' +
  'marru?ec|marroc|belg|holand|neerland|pa[ií]ses bajos|suiz|su[ií]ss|austr[ií]ac|austria|ingles|anglesa|brit[aá]nic|' +
  'reino unido|andorr|liet?uan|eslov|serbi|croat|croac|hungar|h[uú]ngar|checa|chequia|griega|greci|grec|turc|turqu|' +
  'irland|noruega|dan[eé]s|dinamarca|sueca|suecia|extranjer|estranxeir|estranger|atzerri|moldav|letoni|estoni|albanes|' +
  'albani'
const FOREIGN_BEFORE = new RegExp(`${NO_LETTER}(?:${COUNTRIES})[a-zà-ü]*[^.;\\n]{0,30}$`, 'i')
const FOREIGN_AFTER = new RegExp(
  `^\\s?(?:[,(:–-]|de|es)?\\s?(?:matr[ií]cula\\s|placa\\s)?(?:de\\s)?(?:${COUNTRIES}|(?:UA|BG|RO|PL|FR|PT|DE|IT|A|SK|RS)\\))`,
  'i',
)
/** Postal codes: «NL 1234 BCD», «L-1234 BCD», «1234 BCD Amsterdam», «4471 BRG, Noruega». */
const POSTAL_BEFORE = /(?<![A-Za-z0-9])(?:(?:NL|CH|DK|NO|BE|LU|AT)[ -]|[ABDFILN]-)$/
const POSTAL_AFTER =
  /^,? (?:amsterdam|rotterdam|utrecht|den haag|bruselas|luxemb|copenhague|oslo|viena|berna|z[uú]rich|noruega|dinamarca|holanda|pa[ií]ses bajos|suiza|b[eé]lgica|austria)/i

const FILE_NAME =
  /^(?:[\w-]*)\.(?:pdf|jpe?g|png|heic|webp|docx?|xlsx?|zip|rar|tiff?|csv|txt|xml|eml|msg|p7m|xsig)\b/i
const PICTURE_NAME = /^[\w-]*\.(?:jpe?g|png|heic|webp|gif|mp4|mov)\b/i
const PICTURE_WORD = /(?:foto|img|image|imagen|scan|captura|screenshot|pic)\w*[_-]$/i
/** Plots and units of industrial estates: «B-1234-CD del polígono». */
const PLOT_AFTER = /^,? (?:del?|en el|del? la)? ?(?:pol[ií]gono|parcela|manzana|urbanizaci[oó]n)/i
const PLOT_BEFORE = /(?:parcela|nave|portal|local|manzana)\W{1,3}$/i

/** Every occurrence of a plate in a text, in order. */
export function recognisePlates(written: string, place: TextPlace = {}, now = Date.now()): RecognisedPlate[] {
  const text = plainForms(written)
  const found: RecognisedPlate[] = []
  const refused = new Set<string>()
  // A plate that repeats a thousand times is rated once.
  const sure = new Set<string>()
  for (const occurrence of occurrencesIn(text, place)) {
    const candidate = withoutBand(occurrence, text, place)
    const form = text.slice(candidate.start, candidate.end).replaceAll(DASHES, '-')
    // «factura 5512-KLD (…), falta 5513-KLD»: references of one kind end alike.
    const kind = form.slice(form.search(/[^A-Za-z][A-Za-z]*$/))
    const certainty = sure.has(form)
      ? 'sure'
      : refused.has(kind)
        ? 'no'
        : rateOccurrence(candidate, form, surroundingsOf(text, occurrence, place, now))
    if (certainty === 'sure') sure.add(form)
    if (certainty !== 'no') found.push({ ...candidate, certainty })
    else if (kind.startsWith('-')) refused.add(kind)
  }
  return found
}

const DASHES = /[\u2010-\u2015\u2212]/g

/** Plates of a page or a mail. */
export function surePlates(text: string, place: TextPlace, now = Date.now()): RecognisedPlate[] {
  const found = recognisePlates(text, place, now)
  // A label announces one plate: «matrícula del 2018 BMW: 1234 BCD».
  const hasSure = found.some(({ certainty }) => certainty === 'sure')
  return found.filter(({ certainty }) => certainty === 'sure' || (certainty === 'labelled' && !hasSure))
}

type Rating = RecognisedPlate['certainty'] | 'no'

interface Surroundings {
  before: string
  after: string
  header: string
  /** True for a text of a list, where few round numbers are quantities. */
  isList: boolean
  isAlone: boolean
  now: number
}

/**
 * Quick check for letters beside figures, as in a plate. Most cells of a list have none, and the patterns of plates
 * are slow.
 */
const MAY_HOLD = /[0-9]{4}[^a-z0-9]{0,7}[a-z]|(?<![a-z])[a-z]{1,2}[^a-z0-9]{0,7}[0-9]{2}|[0-9] [0-9] [0-9] /i
/** True if a text may have a plate of the current or the provincial series. */
export const mayHoldPlate = (text: string): boolean => MAY_HOLD.test(text)
const MAY_BE_OLD = /mat|plac|veh|hist|cl[áa]sic/i
/** True if a word of the text announces plates from before 1971. */
export const mayHaveOldPlates = (text: string): boolean => MAY_BE_OLD.test(text)

function occurrencesIn(text: string, { context = '', header = '', cells }: TextPlace): ExtractedPlate[] {
  const found = mayHoldPlate(text) ? plateOccurrences(text) : []
  const isOld =
    mayHaveOldPlates(text) ||
    (context !== '' && mayHaveOldPlates(context)) ||
    (header !== '' && mayHaveOldPlates(header)) ||
    cells?.some((cell) => cell.header !== '' && isPlateHeader(cell.header)) === true
  const rare = rareOccurrences(text, isOld)
  const more = rare.filter(({ start, end }) => found.every((one) => one.end <= start || end <= one.start))
  return more.length === 0 ? found : [...found, ...more].toSorted((a, b) => a.start - b.start)
}

/** «E 1234 BCD» is an ordinary plate with the country band, unless the text is about a special vehicle. */
function withoutBand(found: ExtractedPlate, text: string, { context = '', header = '' }: TextPlace) {
  const { start, end, plate } = found
  const band =
    plate.series === 'special' ? (/^E[^A-Z0-9]+/i.exec(text.slice(start, end))?.[0].length ?? 0) : 0
  const near = `${header} ${context} ${text.slice(Math.max(0, start - CONTEXT), end + CONTEXT)}`
  const ordinary = band > 0 && !SPECIAL.test(near) ? classifyPlate(plate.vrm.slice(1)) : null
  if (!ordinary) return { ...found, hasBand: false }
  return { plate: ordinary, start: start + band, end, padded: false, hasBand: true }
}

function surroundingsOf(
  text: string,
  { start, end }: ExtractedPlate,
  { context = '', header = '', cells, aroundOf }: TextPlace,
  now: number,
): Surroundings {
  if (aroundOf) return { ...aroundOf(start, end), isList: false, isAlone: false, now }
  const line = text.slice(Math.max(0, start - CONTEXT), start)
  const cell = cells?.find((one) => one.start <= start && end <= one.end)
  // Beside the plate, the country band («e 1234 bcd») means nothing else.
  const beside = cell
    ? text.slice(Math.max(cell.start, start - CONTEXT), start).replace(/^\W*e\W*$/i, '') +
      text.slice(end, Math.min(cell.end, end + CONTEXT))
    : ''
  // In a column of plates, the previous cell is no evidence.
  const hasContext = start <= CONTEXT && context !== '' && !isPlateHeader(header)
  return {
    before: hasContext ? `${context}: ${line}`.slice(-CONTEXT) : line,
    after: text.slice(end, end + CONTEXT),
    header: cell?.header ?? header,
    isList: cells !== undefined,
    isAlone: cell?.header === '' && !/[\p{L}\p{N}]/u.test(beside),
    now,
  }
}

function rateOccurrence(found: ExtractedPlate, written: string, place: Surroundings): Rating {
  const { before, after, header } = place
  if (isPartOfMore(written, place) || isOtherLabel(before)) return 'no'
  const isOfColumn = isPlateLabel(`${header} `) || isPlateHeader(header)
  const labelled = isOfColumn || isPlateLabel(before) || PLATE_AFTER.test(after)
  if (isOtherLabel(`${header} `) && !labelled) return 'no'
  const isReference = REFERENCE.test(before) || (REFERENCE.test(`${header} `) && !labelled)
  const rating = rateForm(found, written, { ...place, labelled, isReference })
  // In a column of other data, a doubtful form is no plate.
  return rating === 'weak' && header !== '' ? 'no' : rating
}

function rateForm(
  found: ExtractedPlate,
  written: string,
  place: Surroundings & { labelled: boolean; isReference: boolean },
): Rating {
  const { before, after, isAlone, labelled, isReference } = place
  const { series, separator } = found.plate
  if (found.padded || series === 'pre-1971' || series === 'historic-provincial' || series === 'diplomatic')
    return rateOld(found, written, labelled, place)
  if (separator === ' ') {
    if (isReference && !/^\w+$/.test(written)) return 'no'
    const rating = rateCurrent(found, written, place)
    if (labelled) return rating === 'no' ? 'labelled' : 'sure'
    return isAlone && rating === 'weak' ? 'sure' : rating
  }
  if (series === 'provincial' && (FOREIGN_BEFORE.test(before) || FOREIGN_AFTER.test(after))) return 'no'
  if (labelled || isAlone) return 'sure'
  if (isReference || PLOT_BEFORE.test(before) || PLOT_AFTER.test(after)) return 'no'
  return rateProvincial(written, place)
}

/** Rates plates from before 1971, historic ones and those without their zeros. They need a label. */
function rateOld(found: ExtractedPlate, written: string, labelled: boolean, place: Surroundings): Rating {
  const { before, after, header, isAlone } = place
  if (FOREIGN_BEFORE.test(before) || (found.padded && isForeignLayout(written) && !isAlone)) return 'no'
  const isOfVehicle = /^[A-Z]{2,3}-|-[0-9]{4}/i.test(written) && VEHICLE_BEFORE.test(before)
  const isNamed = isOfVehicle || isPlateHeader(header) || PLATE_AFTER.test(after) || PLATE_BEFORE.test(before)
  const isLong = /[0-9]{5}/.test(written.replace(/(?<=[0-9])\./, '')) || /^VH/i.test(written)
  if (isNamed || (labelled && (isLong || found.padded))) return 'sure'
  if (isLong && OLD_BEFORE.test(before)) return 'sure'
  return found.padded || isAlone || (isLong && VEHICLE.test(after)) ? 'weak' : 'no'
}

function rateCurrent(found: ExtractedPlate, written: string, place: Surroundings): Rating {
  const { before, after, isAlone, isList, now } = place
  const { series, groups } = found.plate
  const letters = groups.at(-1) ?? ''
  const digits = groups.at(-2) ?? ''
  const number = Number(digits)
  const isCompact = /^\w+$/.test(written)
  const isCapital = written === written.toUpperCase()
  if (isAlone && isCompact && isCapital) return 'sure'
  if (POSTAL_BEFORE.test(before) || POSTAL_AFTER.test(after)) return 'no'
  // A list has few quantities and must lose no plate: «2310LLC» is a plate.
  if (isList && isCompact && isCapital && !isYear(number)) return 'sure'
  if (isMeasure(letters, digits, written, before)) return 'no'
  const isMake = isYear(number) && MAKES.has(letters.toLowerCase())
  if (isMake && !isCompact) return 'no'
  const isNamed = VEHICLE.test(before) || VEHICLE.test(after.slice(0, CONTEXT / 2))
  if (isCompact && isCapital) return isMake && /^ [\w]/.test(after) ? 'weak' : 'sure'
  // «1234 Hnos», «2019 Drs»: an abbreviation.
  if (/ [A-Z][a-z]{2}$/.test(written)) return 'weak'
  if (!isCapital && !isNamed && !(isCompact ? BEGINNING : ARTICLE).test(before)) return 'weak'
  if (isCompact) return 'sure'
  if (series === 'ordinary' && !isIssued(letters, now)) return 'weak'
  if (number % 500 === 0 && !digits.startsWith('0')) return isNamed || isList ? 'sure' : 'weak'
  if (number < COMMON_YEARS.from || number > COMMON_YEARS.to) return 'sure'
  return isNamed && /[-./]/.test(written) && !VERSIONS.has(letters.toLowerCase()) ? 'sure' : 'weak'
}

/** True for a quantity («3000 rpm»), files or a version of a model («2016 GTD»). */
function isMeasure(group: string, digits: string, written: string, before: string): boolean {
  const letters = group.toLowerCase()
  if (!RISKY.has(letters)) return false
  const number = Number(digits)
  const isCompact = /^\w+$/.test(written)
  if (UNITS.has(letters) && isQuantity(digits, written, isCompact)) return true
  if (FILES.has(letters) && !isCompact) return true
  if (!VERSIONS.has(letters)) return false
  return isYear(number) || number % 100 === 0 || LINES.includes(number) || /\b[A-Z]{2,4} $/.test(before)
}

/**
 * True for a quantity. It does not begin with a zero. With its unit in capitals, like a plate, it is a round number.
 */
function isQuantity(digits: string, written: string, isCompact: boolean): boolean {
  if (digits.startsWith('0')) return false
  return !isCompact || written !== written.toUpperCase() || digits.endsWith('0')
}

function rateProvincial(written: string, { before, after }: Surroundings): Rating {
  const [code = '', digits = '', letters = ''] = written.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? []
  if (/[-.]/.test(written)) {
    if (code.length > 1 || letters.length > 1) return 'sure'
    return !isYear(Number(digits)) && (VEHICLE.test(before) || VEHICLE.test(after)) ? 'sure' : 'weak'
  }
  // In lower case the text is a password or a code.
  if (written !== written.toUpperCase() || written.includes('/')) return 'weak'
  const isCompact = /^\w+$/.test(written)
  return isCompact || !(SHORT_WORDS.has(letters) || digits.endsWith('00')) ? 'sure' : 'weak'
}

/** True if letters are issued by then. */
export function isIssued(letters: string, now: number): boolean {
  const { since, letter, shortest } = FIRST_LETTERS
  const last = GROUP_LETTERS.indexOf(letter) + Math.max(0, Math.ceil((now - since) / shortest))
  return GROUP_LETTERS.indexOf(letters.charAt(0).toUpperCase()) <= last
}

/** True for European layouts that resemble a Spanish province code: `AB-123-CD`, `AB-12-CD`. */
const isForeignLayout = (written: string): boolean => /^[A-Z]{2}-?[0-9]{2,3}-?[A-Z]{2}$/i.test(written)

/** True for a part of a longer form: a reference with hyphens, a decimal number, a web or mail address. */
function isPartOfMore(written: string, { before, after }: Surroundings): boolean {
  // «1234BCD/5678FGH», «1234BCD-5678FGH» and «1234BCD+5678FGH» are two plates.
  const isList = /[0-9]{4}[ -]?[A-Z]{3}[-/+&]$/i.test(before)
  if (!isList && /(?:[A-Za-z0-9][-/]|[0-9][.·]|[#@&?%~+\\$€£]|(?<!matr[ií]cula)=)$/i.test(before)) return true
  const [next = ''] = /^[-/+&][0-9]{4}[ -]?[A-Z]{3}(?![A-Za-z0-9])/i.exec(after) ?? []
  if (next === '' && /^(?:-[A-Za-z0-9]|\.[0-9]|\?\w|[@&=%~+\\$€£]|\/[0-9])/i.test(after)) return true
  // Groups of figures before the plate are a telephone or an account: «612 34 1234 BCD».
  if (
    /^[0-9]/.test(written) &&
    /(?:^|[^A-Za-z0-9])[0-9+]{2,4} (?!(?:19|20)[0-9]{2} )[0-9]{2,4} $/.test(before)
  )
    return true
  const left = /\S*$/.exec(before)?.[0] ?? ''
  if (PICTURE_NAME.test(after) || (PICTURE_WORD.test(left) && FILE_NAME.test(after))) return true
  return isAddress(left, /^\S*/.exec(after)?.[0] ?? '')
}

/** True if the rest of the word makes a web or mail address. A file name does not count. */
function isAddress(left: string, right: string): boolean {
  if (/:\/\/|^www\.|@|^mailto:/i.test(left) || /@|:\/\//.test(right)) return true
  if (left.endsWith('/') && /\.[a-z]{2,}\//i.test(left)) return true
  // «.com» after a plate is an address, and a new sentence has a capital: «Gracias.».
  return /^\.[a-z]{2,}/.test(right) && !FILE_NAME.test(right)
}

const isYear = (number: number): boolean => number >= 1950 && number <= 2049

/** True for a cell with only a current plate whose letters mean nothing else. Its surroundings need no check. */
export const isPlainPlate = (cell: string): boolean =>
  PLAIN.test(cell) && !RISKY.has(cell.slice(-3).toLowerCase())
const PLAIN = /^[0-9]{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}$/
