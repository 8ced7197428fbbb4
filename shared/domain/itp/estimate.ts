import {
  DEPRECIATION,
  ITP_RATES,
  type ItpCondition,
  type ItpLabel,
  type ItpOpenQuestion,
  type ItpRule,
  type ItpTerritory,
  type ItpVehicle,
  RESELLER_SOURCE,
  type ItpSource,
} from './rates.ts'
import type { ItpCorrection, ItpTerritoryId } from './territories.ts'

/**
 * Estimate of ITP (modelo 620) for the transfer of a used vehicle. All amounts are integer cents, and each product is
 * rounded to the nearest cent, half a cent upwards.
 */

export interface ItpInput {
  /** `null` if it is not typed yet. */
  price: number | null
  territory: ItpTerritoryId | null
  /** `professional`: the invoice has VAT, or the special scheme for used goods (REBU). */
  seller: 'private' | 'professional'
  /** `reseller`: a dealer who buys the vehicle to sell it again. */
  buyer: 'private' | 'reseller'
  vehicle: ItpVehicle
  label: ItpLabel
  isHistoric: boolean
  /** Value as new in the tables of the State. */
  newValue: number | null
  /** Days as YYYY-MM-DD. */
  firstRegistration: string | null
  saleDay: string
  cvf: number | null
  cc: number | null
  /** General rate that replaces the one of the territory: the office's, or one typed for this estimate. */
  correction: ItpCorrection | null
}

/** Data on which the result depends and which are missing. */
export type ItpMissing = 'firstRegistration' | 'cc' | 'cvf' | 'newValue' | ItpOpenQuestion

/** Base of the tax: the greater of the price and the value of the tables, reduced by age. */
export interface ItpBase {
  cents: number
  tables: { newValue: number; percent: number; cents: number } | null
}

/** One possible result. */
export interface ItpOutcome {
  base: ItpBase
  /** Conditions of the rule that decides. `null` for the general rate. */
  when: ItpCondition | null
  charge: { kind: 'rate'; rate: number; cents: number } | { kind: 'fee'; cents: number }
  /** Percentage waived. 0 for none. */
  allowance: number
  quota: number
  isNotFiled: boolean
}

/** Origin of the rates. */
export interface ItpOrigin {
  year: number
  source: ItpSource | null
  /** General rate of the office, if there is one. */
  correction: ItpCorrection | null
}

export type ItpResult =
  | { kind: 'incomplete'; missing: readonly ('price' | 'territory')[] }
  | { kind: 'not-subject' }
  | { kind: 'exempt'; source: ItpSource }
  /** `reseller`: the territory has its own exemption, which no source here gives. */
  | { kind: 'no-data'; reason: 'territory' | 'vehicle' | 'reseller' }
  | { kind: 'estimate'; outcome: ItpOutcome; origin: ItpOrigin; ignoresTables: boolean }
  /** The result depends on missing data. `outcomes` are the different results, lowest first. */
  | {
      kind: 'open'
      missing: readonly ItpMissing[]
      outcomes: readonly ItpOutcome[]
      origin: ItpOrigin
      ignoresTables: boolean
    }

/** Estimates the tax. A territory without data never gives a figure, unless the office typed its rate. */
export function estimateItp(
  input: ItpInput,
  rates: Readonly<Partial<Record<ItpTerritoryId, ItpTerritory>>> = ITP_RATES,
): ItpResult {
  if (input.seller === 'professional') return { kind: 'not-subject' }
  const { price, territory, correction } = input
  if (price === null || territory === null)
    return {
      kind: 'incomplete',
      missing: [
        ...(price === null ? (['price'] as const) : []),
        ...(territory === null ? (['territory'] as const) : []),
      ],
    }
  const known = rates[territory]
  if (input.buyer === 'reseller')
    return known === undefined || known.hasOwnTables
      ? { kind: 'no-data', reason: 'reseller' }
      : { kind: 'exempt', source: RESELLER_SOURCE }
  const covers = known && coversVehicle(known, input.vehicle)
  if (!covers && correction === null) return { kind: 'no-data', reason: known ? 'vehicle' : 'territory' }

  const origin: ItpOrigin = {
    year: correction?.year ?? known?.year ?? 0,
    source: covers ? known.source : null,
    correction,
  }
  const general: ItpRule = { when: {}, rate: correction?.rate ?? known?.rate ?? 0 }
  const ignoresTables = known?.hasOwnTables === true && input.newValue !== null
  const bases = possibleBases(ignoresTables ? { ...input, newValue: null } : input, price)
  const missing = new Set<ItpMissing>(bases.length > 1 ? ['firstRegistration'] : [])
  /** By their quota: equal results are one. */
  const outcomes = new Map<number, ItpOutcome>()
  for (const base of bases)
    for (const rule of possibleRules(covers ? known.rules : [], general, input, base, missing)) {
      const outcome = outcomeOf(rule, rule === general ? null : rule.when, base, known?.allowance ?? 0)
      if (!outcomes.has(outcome.quota)) outcomes.set(outcome.quota, outcome)
    }
  const sorted = [...outcomes.values()].toSorted((a, b) => a.quota - b.quota)
  const [first] = sorted
  return first && sorted.length === 1
    ? { kind: 'estimate', outcome: first, origin, ignoresTables }
    : { kind: 'open', missing: [...missing], outcomes: sorted, origin, ignoresTables }
}

/** True if the rates of the territory are those of the vehicle. */
export const coversVehicle = ({ vehicles }: ItpTerritory, vehicle: ItpVehicle): boolean =>
  vehicles?.includes(vehicle) ?? true

/** Bases that the known data allow: two, the lowest and the highest, if the age of the vehicle is missing. */
function possibleBases(
  {
    newValue,
    vehicle,
    firstRegistration,
    saleDay,
  }: Pick<ItpInput, 'newValue' | 'vehicle' | 'firstRegistration' | 'saleDay'>,
  price: number,
): ItpBase[] {
  if (newValue === null) return [{ cents: price, tables: null }]
  const table: readonly number[] = DEPRECIATION[vehicle === 'motorhome' ? 'motorhome' : 'vehicle']
  const percents =
    firstRegistration === null
      ? [Math.min(...table), Math.max(...table)]
      : [depreciationPercent(table, firstRegistration, saleDay)]
  const bases = percents.map((percent): ItpBase => {
    const cents = shareOf(newValue, percent, PERCENT)
    return { cents: Math.max(price, cents), tables: { newValue, percent, cents } }
  })
  return bases.filter(({ cents }, place) => place === 0 || cents !== bases[0]?.cents)
}

const depreciationPercent = (table: readonly number[], registration: string, day: string): number =>
  table.find((_, years) => !isOlder(registration, day, years + 1)) ?? table.at(-1) ?? 100

/** True if more than that many years have passed. On the anniversary itself they have not. */
const isOlder = (registration: string, day: string, years: number): boolean =>
  day > anniversary(registration, years)

/** Compared as text only: 29 February exists in every year. */
const anniversary = (registration: string, years: number): string =>
  `${String(Number(registration.slice(0, 4)) + years).padStart(4, '0')}${registration.slice(4)}`

/** Part of an amount, exact up to `MAX_CENTS` (euros.ts) for the wholes in use. */
const shareOf = (cents: number, part: number, whole: number): number =>
  Math.floor((cents * part + whole / 2) / whole)
const PERCENT = 100
/** Unit of the rates. */
const HUNDREDTHS = 10_000

/**
 * Rules that may decide: those whose conditions may hold, up to the first whose conditions do.
 * @param missing gets the data that are needed to know which
 */
function possibleRules(
  rules: readonly ItpRule[],
  general: ItpRule,
  input: ItpInput,
  base: ItpBase,
  missing: Set<ItpMissing>,
): ItpRule[] {
  const possible: ItpRule[] = []
  for (const rule of rules) {
    const checks = checkCondition(rule.when, input, base)
    if (checks.includes(false)) continue
    possible.push(rule)
    const unknown = checks.filter((check) => typeof check === 'string')
    if (unknown.length === 0) return possible
    for (const fact of unknown) missing.add(fact)
  }
  return [...possible, general]
}

/** Each part of a condition: whether it holds, or the datum that is missing to know. */
function checkCondition(when: ItpCondition, input: ItpInput, base: ItpBase): (boolean | ItpMissing)[] {
  const { vehicle, label, isHistoric, firstRegistration, saleDay, cc, cvf, newValue } = input
  const registered = (holds: (day: string) => boolean) =>
    firstRegistration === null ? 'firstRegistration' : holds(firstRegistration)
  const { yearsOver, yearsFrom, yearsUpTo, ccOver, ccUpTo, cvfOver, baseFrom, newValueBelow } = when
  return [
    when.vehicles?.includes(vehicle) ?? true,
    when.label === undefined || when.label === label,
    when.isHistoric === undefined || when.isHistoric === isHistoric,
    yearsOver === undefined || registered((day) => isOlder(day, saleDay, yearsOver)),
    yearsFrom === undefined || registered((day) => saleDay >= anniversary(day, yearsFrom)),
    yearsUpTo === undefined || registered((day) => !isOlder(day, saleDay, yearsUpTo)),
    ccOver === undefined || (cc === null ? 'cc' : cc > ccOver),
    ccUpTo === undefined || (cc === null ? 'cc' : cc <= ccUpTo),
    cvfOver === undefined || (cvf === null ? 'cvf' : cvf > cvfOver),
    baseFrom === undefined || base.cents >= baseFrom,
    newValueBelow === undefined || (newValue === null ? 'newValue' : newValue < newValueBelow),
    when.open ?? true,
  ]
}

function outcomeOf(
  { rate, fee, isNotFiled }: ItpRule,
  when: ItpCondition | null,
  base: ItpBase,
  allowance: number,
): ItpOutcome {
  const charge =
    fee === undefined
      ? ({ kind: 'rate', rate: rate ?? 0, cents: shareOf(base.cents, rate ?? 0, HUNDREDTHS) } as const)
      : ({ kind: 'fee', cents: fee } as const)
  return {
    base,
    when,
    charge,
    allowance,
    quota: charge.cents - shareOf(charge.cents, allowance, PERCENT),
    isNotFiled: isNotFiled ?? false,
  }
}
