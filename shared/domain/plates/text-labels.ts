/** What a text says of the number after it. */

/** «Matrícula: », «matrícules», «matrikula», «mat.», in the same sentence. */
const PLATE = /(?:matr[ií][ck]ul[a-zà-ü]*|\bmatr?\b\.?|\bplacas?\b)[^.;!?\n]{0,36}$/i

const NUMBER = '(?:\\s+(?:n[úu]m(?:ero)?\\.?|n\\.?\\s?[º°o]?|es|del|zenbakia))?[\\s.:#º°(«"\'-]{0,6}$'
const label = (words: string) => new RegExp(`(?<![a-zà-ü])(?:${words})${NUMBER}`, 'i')

/** Other numbers, directly before. */
const OTHER = label(
  '(?:pedidos?|comanda|eskaera|orden|order|lotes?|sku|art[ií]culos?|c[oó]digos?|codi|kodea|cup[oó]n|serie|s\\/n|' +
    'localizador|booking|tracking|seguimiento|oem|piezas?|pe[cç]a|recambios?|repuestos?|modelos?|model|tickets?|' +
    'p[oó]lizas?|pasaporte|bastidor|chasis|xass[ií]s|vin|wifi|vuelo|tpv|aula|apartado|isbn|ean|p\\/n|mpn|eori|iban|swift|' +
    'bic|contador|cups|licencia|activaci[oó]n|error|oficina|correa|rodamiento|filtro|bater[ií]a|embrague|alternador|proforma|presupuesto|pressupost|orzamento|aurrekontua|albar[aáà]n?|' +
    'vale)(?:\\s+de\\s+[a-zà-ü]+)?',
)
/** Their words may stand between: «contraseña provisional es». */
const SECRET =
  /(?<![a-zà-ü])(?:contrase(?:ñ|ny|n)as?|contrasinal|pasahitza|clave|password|pin|tarjeta|carn[eé]t?)(?![a-zà-ü])[^.\n]{0,24}$/i
/** References: fatal for hyphenated and old forms, while a current plate is a usual name of a file. */
const REFERENCE = label(
  '(?:factura|fra|fact|ref|refs|referencia|refer[eè]ncia|erreferentzia|expediente|expte|exp|expedient|espedientea|contrato|' +
    'contracte|informe|registro|asiento|dossier|recibo|resguardo|certificado|reserva|n[úu]mero|n[º°])(?:[\\s.]+[a-zà-ü]{2,10}\\.?)?',
)

export const isPlateLabel = (before: string): boolean => PLATE.test(before)
export const isOtherLabel = (before: string): boolean => OTHER.test(before) || SECRET.test(before)
export const isReferenceLabel = (before: string): boolean => REFERENCE.test(before)

const COUNTRIES =
  'franc|portug|alem|german|deutsch|ital|b[uú]lgar|ruman|rom[aâ]n|polac|poloni|polon|ucran|ucra[ïi]n|ukrain|marroqu|' +
  'marru?ec|marroc|belg|holand|neerland|pa[ií]ses bajos|suiz|su[ií]ss|austr[ií]ac|austria|ingles|anglesa|brit[aá]nic|' +
  'reino unido|andorr|liet?uan|eslov|serbi|croat|croac|hungar|h[uú]ngar|checa|chequia|griega|greci|grec|turc|turqu|' +
  'irland|noruega|dan[eé]s|dinamarca|sueca|suecia|extranjer|estranxeir|estranger|atzerri|moldav|letoni|estoni|albanes|' +
  'albani'
const FOREIGN_BEFORE = new RegExp(`(?<![a-zà-ü])(?:${COUNTRIES})[a-zà-ü]*[^.;\\n]{0,30}$`, 'i')
const FOREIGN_AFTER = new RegExp(
  `^\\s?(?:[,(:–-]|de|es)?\\s?(?:matr[ií]cula\\s|placa\\s)?(?:de\\s)?(?:${COUNTRIES}|(?:UA|BG|RO|PL|FR|PT|DE|IT|A|SK|RS)\\))`,
  'i',
)

/** True if the text around a plate says that it is of another country. */
export const isForeign = (before: string, after: string): boolean =>
  FOREIGN_BEFORE.test(before) || FOREIGN_AFTER.test(after)

const FILE_NAME = /^\.(?:pdf|jpe?g|png|heic|webp|docx?|xlsx?|zip|rar|tiff?|csv|txt|xml|eml|msg|p7m|xsig)\b/i

/** True for the rest of a word that is an address of the web or of mail. A file's name is none. */
export function isAddress(left: string, right: string): boolean {
  if (/:\/\/|^www\.|@|^mailto:/i.test(left) || /@|:\/\//.test(right)) return true
  if (left.endsWith('/') && /\.[a-z]{2,}\//i.test(left)) return true
  // «Gracias.» after a plate is a sentence, and «.com» an address.
  return /^\.[a-z]{2,}/.test(right) && !FILE_NAME.test(right)
}
