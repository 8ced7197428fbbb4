import { formatEuros } from '../domain/euros.ts'
import type { ItpBase, ItpMissing, ItpOutcome, ItpOrigin, ItpResult } from '../domain/itp/estimate.ts'
import { DEPRECIATION, type ItpCondition, type ItpLabel, type ItpVehicle } from '../domain/itp/rates.ts'
import type { ItpTerritoryId } from '../domain/itp/territories.ts'
import { count, listed, plural, upperFirst } from './grammar.ts'

/** Texts of the estimate of ITP (modelo 620). */

export const territoryNames: Readonly<Record<ItpTerritoryId, string>> = {
  andalucia: 'Andalucía',
  aragon: 'Aragón',
  asturias: 'Asturias',
  baleares: 'Illes Balears',
  canarias: 'Canarias',
  cantabria: 'Cantabria',
  'castilla-la-mancha': 'Castilla-La Mancha',
  'castilla-y-leon': 'Castilla y León',
  cataluna: 'Cataluña',
  'comunitat-valenciana': 'Comunitat Valenciana',
  extremadura: 'Extremadura',
  galicia: 'Galicia',
  'la-rioja': 'La Rioja',
  madrid: 'Madrid',
  murcia: 'Murcia',
  navarra: 'Navarra',
  alava: 'País Vasco: Álava',
  bizkaia: 'País Vasco: Bizkaia',
  gipuzkoa: 'País Vasco: Gipuzkoa',
  ceuta: 'Ceuta',
  melilla: 'Melilla',
}

export const vehicleNames: Readonly<Record<ItpVehicle, string>> = {
  car: 'Turismo o todoterreno',
  motorcycle: 'Motocicleta',
  moped: 'Ciclomotor',
  motorhome: 'Autocaravana',
  other: 'Comercial o industrial',
}

export const labelNames: Readonly<Record<ItpLabel, string>> = {
  none: 'Otra, o sin etiqueta',
  eco: 'ECO',
  zero: '0 emisiones',
}

export const itpText = {
  title: 'Estimar el ITP (620)',
  intro: 'Una estimación de lo que pagará el adquirente. No se presenta nada.',
  result: 'Resultado',
  price: 'Precio',
  newValue: 'Valor en tablas, como nuevo',
  newValueHelp: 'De la orden de Hacienda.',
  firstRegistration: 'Primera matriculación',
  saleDay: 'Día de la compra',
  postalCode: 'Código postal del adquirente',
  territory: 'Comunidad del adquirente',
  territoryNone: 'Elige una',
  vehicle: 'Vehículo',
  label: 'Etiqueta ambiental',
  historic: 'Es vehículo histórico',
  cvf: 'Potencia fiscal',
  cvfUnit: 'CVF',
  cc: 'Cilindrada',
  ccUnit: 'cc',
  seller: 'Transmitente',
  sellers: { private: 'Particular', professional: 'Empresa, con IVA' },
  buyer: 'Adquirente',
  buyers: { private: 'Se lo queda', reseller: 'Lo revende' },
  badAmount: 'No es un importe.',
  twoAmounts: (amounts: readonly number[]): string => `¿${amounts.map(formatEuros).join(' o ')}?`,
  badDay: 'No es una fecha.',
  afterSale: 'Es posterior a la compra.',
  badNumber: 'No es un número.',
  badPostalCode: 'No es un código postal.',
  copy: 'Copiar',
  copied: 'Estimación copiada',
  close: 'Cerrar',
  correct: 'Corregir el tipo',
  correcting: (territory: ItpTerritoryId): string => `Tipo de la oficina para ${territoryNames[territory]}`,
  correctHelp: 'Sustituye al tipo general. Las cuotas fijas y los tipos especiales siguen.',
  ownRate: 'Tipo para esta estimación',
  ownRateHelp: 'No se guarda: el tipo de la oficina es el de los demás vehículos.',
  ownSourceStart: 'escrito aquí',
  rate: 'Tipo (%)',
  year: 'Año',
  source: 'Fuente',
  sourceStart: 'la oficina',
  save: 'Poner el tipo',
  saved: 'Tipo de la oficina guardado',
  remove: 'Quitar la corrección',
  removed: 'Vuelve el tipo de la aplicación',
  cancel: 'Cancelar',
  badRate: 'Escribe un porcentaje de 0 a 25.',
  badYear: 'Escribe un año.',
  noSource: 'Di de dónde sale.',
} as const

const percent = (rate: number): string => `${count(rate / 100)} %`

const missingNames: Readonly<Record<ItpMissing, string>> = {
  firstRegistration: 'la primera matriculación',
  cc: 'la cilindrada',
  cvf: 'la potencia fiscal',
  newValue: 'el valor en tablas, como nuevo',
  'which-rate': 'saber cuál de los dos tipos manda: la ley no lo dice',
  'business-use': 'saber si el adquirente lo afecta a su actividad económica',
}

/** First line of the result. */
export function itpHeadline(result: ItpResult, territory: ItpTerritoryId | null): string {
  switch (result.kind) {
    case 'incomplete':
      return result.missing.length === 0
        ? 'Corrige lo marcado'
        : `Falta ${listed(result.missing.map((what) => (what === 'price' ? 'el precio' : 'la comunidad')))}`
    case 'not-subject':
      return 'No hay ITP: la venta lleva IVA'
    case 'exempt':
      return 'Exenta, de forma provisional'
    case 'no-data':
      return result.reason === 'reseller'
        ? 'Sin datos de la exención en esta comunidad'
        : result.reason === 'vehicle'
          ? `Sin datos de este vehículo en ${territory ? territoryNames[territory] : 'esta comunidad'}: escribe el tipo`
          : 'Sin datos de esta comunidad: escribe el tipo'
    case 'estimate':
      return `Estimación: ${formatEuros(result.outcome.quota)}`
    case 'open':
      return `Estimación: entre ${formatEuros(result.outcomes[0]?.quota ?? 0)} y ${formatEuros(result.outcomes.at(-1)?.quota ?? 0)}`
  }
}

/** Sentence under the first line; '' for none. */
export function itpReason(result: ItpResult): string {
  switch (result.kind) {
    case 'not-subject':
      return 'La factura lleva IVA, o el régimen especial de bienes usados (REBU).'
    case 'exempt':
      return 'El compraventa tiene que vender el vehículo en un año, y justificarlo.'
    case 'no-data':
      return result.reason === 'reseller' ? 'La da su norma foral. Compruébala antes de decir nada.' : ''
    case 'open':
      return `Depende: falta ${listed(result.missing.map((what) => missingNames[what]))}.`
    case 'estimate':
      return result.outcome.isNotFiled ? 'No hay que presentar el 620.' : ''
    case 'incomplete':
      return ''
  }
}

/** Why a rate or a fee applies: «más de 10 años, hasta 1.500 cc». '' for the general rate. */
function conditionWords(when: ItpCondition | null): string {
  if (when === null) return ''
  const years = (n: number) => plural(n, 'año', 'años')
  const words: (string | false | undefined)[] = [
    when.label && `etiqueta ${labelNames[when.label]}`,
    when.yearsOver !== undefined && `más de ${years(when.yearsOver)}`,
    when.yearsFrom !== undefined && `${years(when.yearsFrom)} o más`,
    when.yearsUpTo !== undefined && `hasta ${years(when.yearsUpTo)}`,
    when.ccOver !== undefined && `más de ${count(when.ccOver)} cc`,
    when.ccUpTo !== undefined && `hasta ${count(when.ccUpTo)} cc`,
    when.cvfOver !== undefined && `más de ${count(when.cvfOver)} CVF`,
    when.baseFrom !== undefined && `desde ${formatEuros(when.baseFrom)}`,
    when.newValueBelow !== undefined && `menos de ${formatEuros(when.newValueBelow)} como nuevo`,
    when.open === 'business-use' && 'afecto a una actividad económica',
  ]
  return words.filter(Boolean).join(', ')
}

/** Line that names one of several results. */
export function outcomeName(
  { when, base, charge, isNotFiled }: ItpOutcome,
  all: readonly ItpOutcome[],
): string {
  const why = conditionWords(when)
  const how = isNotFiled ? 'no se presenta' : charge.kind === 'rate' ? percent(charge.rate) : 'cuota fija'
  return [
    why === '' ? 'En otro caso' : upperFirst(why),
    hasOneBase(all) ? '' : `base de ${formatEuros(base.cents)}`,
    how,
  ]
    .filter(Boolean)
    .join(' · ')
}

const hasOneBase = (all: readonly ItpOutcome[]): boolean =>
  all.every(({ base }) => base.cents === all[0]?.base.cents)

/** Steps that several results share. */
export const sharedSteps = (all: readonly ItpOutcome[], price: number): string[] =>
  all[0] && hasOneBase(all) ? baseSteps(all[0].base, price) : []

/** Arithmetic of a result, one step a line. */
export function itpSteps(outcome: ItpOutcome, price: number): string[] {
  const { base, when, charge, allowance, quota } = outcome
  const why = conditionWords(when)
  const because = why === '' ? '' : ` (${why})`
  return [
    ...baseSteps(base, price),
    charge.kind === 'fee'
      ? `Cuota fija: ${formatEuros(charge.cents)}${because}`
      : `Cuota: ${formatEuros(base.cents)} × ${percent(charge.rate)}${because || ' (tipo general)'} = ${formatEuros(charge.cents)}`,
    ...(allowance > 0
      ? [`Bonificación del ${allowance} %: ${formatEuros(charge.cents - quota)}. Queda ${formatEuros(quota)}`]
      : []),
  ]
}

function baseSteps({ cents, tables }: ItpBase, price: number): string[] {
  if (tables === null) return [`Base: el precio, ${formatEuros(price)}`]
  return [
    `Valor en tablas: ${formatEuros(tables.newValue)} × ${tables.percent} % por su edad = ${formatEuros(tables.cents)}`,
    `Base: el mayor de precio (${formatEuros(price)}) y tablas (${formatEuros(tables.cents)}) = ${formatEuros(cents)}`,
  ]
}

const roundingText = 'Cada producto se redondea al céntimo; medio céntimo, hacia arriba.'

interface NotesOf {
  result: ItpResult
  territory: ItpTerritoryId | null
  /** Year of the sale. */
  saleYear: number
  /** False if the estimate is as of today. */
  hasSaleDay: boolean
  usesTables: boolean
}

/** Sources and cautions under the arithmetic. */
export function itpNotes({ result, territory, saleYear, hasSaleDay, usesTables }: NotesOf): string[] {
  if (result.kind === 'exempt') return [result.source.name]
  if (result.kind !== 'estimate' && result.kind !== 'open') return []
  const { origin, ignoresTables } = result
  return [
    ...originWords(origin),
    ...(usesTables && !ignoresTables ? [`${DEPRECIATION.source.name} (${DEPRECIATION.year})`] : []),
    ...(ignoresTables && territory
      ? [`${territoryNames[territory]} tiene tablas propias: compara el precio con ellas.`]
      : []),
    ...(!usesTables && !ignoresTables
      ? ['Sin el valor en tablas la base puede ser mayor: Hacienda toma el mayor de los dos.']
      : []),
    ...(hasSaleDay ? [] : ['Sin día de compra: se calcula a día de hoy.']),
    ...(origin.year === saleYear
      ? []
      : [`La compra es de ${saleYear} y el tipo es de ${origin.year}: comprueba que sigue igual.`]),
    roundingText,
  ]
}

function originWords({ year, source, correction }: ItpOrigin): string[] {
  if (correction === null) return source ? [`${source.name} (${year})`] : []
  const what = source ? 'Tipo general corregido por la oficina' : 'Tipo puesto por la oficina'
  return [
    `${what}: ${percent(correction.rate)} (${correction.source}, ${year})`,
    ...(source ? [source.name] : []),
  ]
}

export interface CopiedEstimate extends NotesOf {
  price: number | null
  /** Displayed plate; '' if unknown. */
  plate: string
}

/** Text for the client. It says that it is an estimate. */
export function copiedEstimate({ price, plate, ...notes }: CopiedEstimate): string {
  const { result, territory } = notes
  const steps =
    price === null
      ? []
      : result.kind === 'estimate'
        ? itpSteps(result.outcome, price)
        : result.kind === 'open'
          ? sharedSteps(result.outcomes, price)
          : []
  const ways =
    result.kind === 'open'
      ? result.outcomes.map(
          (outcome) => `- ${outcomeName(outcome, result.outcomes)}: ${formatEuros(outcome.quota)}`,
        )
      : []
  return [
    ['Impuesto de la compraventa (ITP, modelo 620)', plate, territory && territoryNames[territory]]
      .filter(Boolean)
      .join(' · '),
    itpHeadline(result, territory),
    itpReason(result),
    ...steps,
    ...ways,
    ...itpNotes(notes),
    'Es una estimación: la cuota la fija la Administración con los datos de la compra.',
  ]
    .filter((line) => line !== '')
    .join('\n')
}
