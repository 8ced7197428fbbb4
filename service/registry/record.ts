import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { IssueType } from '#shared/domain/vocabulary.ts'
import { pickLessor } from './charges.ts'
import { type Day, formatDay } from './dates.ts'
import { createDraw, type Draw } from './draw.ts'
import { LATEST_REGISTRATION } from './first-registration.ts'
import { makeOwner } from './people.ts'
import { identifyVehicle, listInspectionsDue, type RegistryVehicle } from './vehicle.ts'

/**
 * Dates are DD/MM/YYYY. `to` is `null` while the period lasts. The shapes of the histories are assumptions
 * (assumptions.ts).
 */
interface Inspection {
  readonly date: string
  readonly result: 'FAVORABLE' | 'DESFAVORABLE'
  readonly expirationDate: string
  readonly kilometers: number
}
interface Ownership {
  readonly owner: string
  readonly from: string
  readonly to: string | null
}
interface Lease {
  readonly lessee: string
  readonly lessor: string
  readonly from: string
  readonly to: string | null
}

/** `registryExtractedData` of a complete report. */
export interface RegistryRecord extends RegistryVehicle {
  readonly registrationDate: string
  readonly vehicleType: string
  readonly service: 'A' | 'B'
  readonly autonomousCommunity: string
  readonly owner: string
  readonly hasInvalidItv: boolean
  readonly hasInvalidInsurance: boolean
  readonly hasCharges: boolean
  readonly hasDenial: boolean
  readonly hasPendingSafetyCampaign: boolean
  readonly itvHistory: readonly Inspection[]
  readonly ownerHistory: readonly Ownership[]
  readonly lesseeHistory: readonly Lease[]
}

const CHARGES: readonly IssueType[] = ['ownership-hold', 'seizure', 'leasing', 'renting', 'restriction']
const DENIALS: readonly IssueType[] = ['seizure', 'restriction']
/** Maximum number of entries in a history: an old lorry has had forty inspections. */
const MAX_HISTORY = 12

/**
 * Makes the complete record of a plate with these charges. The record depends only on the plate, the charges and
 * the day of the request.
 */
export function makeRegistryRecord(vrm: string, charges: readonly IssueType[], today: Day): RegistryRecord {
  const { vehicle, vehicleType, firstRegistration } = identifyVehicle(vrm)
  const draw = createDraw(`record/${vrm}`)
  const hasIssue = (...types: readonly IssueType[]) => types.some((type) => charges.includes(type))
  const service = draw(20) === 0 ? 'A' : 'B'
  const autonomousCommunity = pickCommunity(vrm, draw)
  // One vehicle in twelve is imported, years after the first registration abroad.
  const isImported = draw(12) === 0
  const years = (LATEST_REGISTRATION - firstRegistration) * (0.1 + draw(20) / 100)
  const registration = isImported ? firstRegistration + Math.floor(years) : firstRegistration
  const lease = charges.find((type) => type === 'leasing' || type === 'renting')
  const lessor = lease === undefined ? null : pickLessor(vrm, lease)
  // The lessor owns the vehicle while the lease lasts.
  const ownerHistory =
    lessor === null ? makeOwners(registration, draw) : [makeOwnership(lessor, registration, null)]
  const invalidItv = hasIssue('itv-expired')
  return {
    ...vehicle,
    registrationDate: formatDay(registration),
    vehicleType,
    service,
    autonomousCommunity,
    owner: ownerHistory.at(-1)?.owner ?? '',
    hasInvalidItv: invalidItv,
    hasInvalidInsurance: hasIssue('no-insurance'),
    hasCharges: hasIssue(...CHARGES),
    hasDenial: hasIssue(...DENIALS),
    hasPendingSafetyCampaign: hasIssue('safety-recall'),
    itvHistory: makeInspections(vehicleType, firstRegistration, invalidItv ? null : today, draw),
    ownerHistory,
    lesseeHistory: makeLeases(vrm, registration, lessor, draw),
  }
}

/**
 * Makes inspections a few days before their due days. `today` is `null` if the last inspection was not passed and
 * has expired.
 */
function makeInspections(vehicleType: string, first: Day, today: Day | null, draw: Draw): Inspection[] {
  const horizon = Math.max(today ?? LATEST_REGISTRATION, LATEST_REGISTRATION)
  const due = listInspectionsDue(vehicleType, first, horizon + 2 * 366)
  const past = due.filter((day) => day <= horizon)
  const passed = today === null ? past.slice(0, -1) : past
  const perYear = 4_000 + draw(11_000)
  return passed
    .map((day, index): Inspection => {
      const date = day - draw(25)
      const kilometers = Math.floor(((date - first) / 365) * perYear) + draw(900)
      const result = draw(9) === 0 ? 'DESFAVORABLE' : 'FAVORABLE'
      const expirationDate = formatDay(due[index + 1] ?? day + 730)
      return { date: formatDay(date), result, expirationDate, kilometers }
    })
    .slice(-MAX_HISTORY)
}

function makeOwnership(owner: string, from: Day, to: Day | null): Ownership {
  return { owner, from: formatDay(from), to: to === null ? null : formatDay(to) }
}

function makeOwners(registration: Day, draw: Draw): Ownership[] {
  const span = LATEST_REGISTRATION - registration
  const changes = Array.from({ length: Math.min(draw(4), Math.floor(span / 700)) }, () =>
    Math.floor(registration + 180 + draw(Math.max(span - 360, 1))),
  ).toSorted((a, b) => a - b)
  return [registration, ...changes].map((from, index) =>
    makeOwnership(makeOwner(draw), from, changes[index] ?? null),
  )
}

/** Makes the current lease, or sometimes a lease that ended long ago. */
function makeLeases(vrm: string, registration: Day, lessor: string | null, draw: Draw): Lease[] {
  const past = draw(15) === 0
  if (lessor === null && !past) return []
  const to = lessor === null ? formatDay(Math.min(registration + 4 * 365, LATEST_REGISTRATION)) : null
  const from = formatDay(registration)
  return [{ lessee: makeOwner(draw), lessor: lessor ?? pickLessor(vrm, 'leasing'), from, to }]
}

/** Autonomous communities with their relative number of vehicles and the names of their provinces. */
const COMMUNITIES: readonly (readonly [name: string, weight: number, provinces: string])[] = [
  ['Andalucía', 17, 'Almería|Cádiz|Córdoba|Granada|Huelva|Jaén|Málaga|Sevilla'],
  ['Cataluña', 15, 'Barcelona|Girona|Lleida|Tarragona'],
  ['Comunidad de Madrid', 15, 'Madrid'],
  ['Comunitat Valenciana', 11, 'Alicante|Castellón|Valencia'],
  ['Galicia', 6, 'A Coruña|Lugo|Ourense|Pontevedra'],
  ['Castilla y León', 5, 'Ávila|Burgos|León|Palencia|Salamanca|Segovia|Soria|Valladolid|Zamora'],
  ['Canarias', 5, 'Las Palmas|Santa Cruz de Tenerife'],
  ['Castilla-La Mancha', 5, 'Albacete|Ciudad Real|Cuenca|Guadalajara|Toledo'],
  ['País Vasco', 4, 'Álava|Guipúzcoa|Vizcaya'],
  ['Región de Murcia', 3, 'Murcia'],
  ['Aragón', 3, 'Huesca|Teruel|Zaragoza'],
  ['Illes Balears', 3, 'Illes Balears'],
  ['Extremadura', 2, 'Badajoz|Cáceres'],
  ['Principado de Asturias', 2, 'Asturias'],
  ['Comunidad Foral de Navarra', 2, 'Navarra'],
  ['Cantabria', 1, 'Cantabria'],
  ['La Rioja', 1, 'La Rioja'],
  ['Ceuta', 1, 'Ceuta'],
  ['Melilla', 1, 'Melilla'],
]

/** Picks the community of a vehicle: by the province of the plate, or at random. */
function pickCommunity(vrm: string, draw: Draw): string {
  let ticket = draw(COMMUNITIES.reduce((sum, [, weight]) => sum + weight, 0))
  const province = classifyPlate(vrm)?.province
  if (province !== undefined)
    for (const [name, , provinces] of COMMUNITIES) if (provinces.split('|').includes(province)) return name
  for (const [name, weight] of COMMUNITIES) {
    ticket -= weight
    if (ticket < 0) return name
  }
  throw new Error('There is no community for this draw.')
}
