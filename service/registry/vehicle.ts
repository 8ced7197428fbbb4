import { type Day, formatDay, parseDay, readYear } from './dates.ts'
import { createDraw, type Draw } from './draw.ts'
import { datePlate } from './first-registration.ts'
import type { Model } from './fleet/cars.ts'
import { findVehicleType, listModels } from './fleet/fleet.ts'

/** `registryExtractedData` of a reduced report. */
export interface RegistryVehicle {
  readonly vrm: string
  readonly vin: string
  readonly brand: string
  readonly model: string
  /** DD/MM/YYYY. */
  readonly firstRegistrationDate: string
}

const CHANCES = 10_000

/**
 * Makes the invented vehicle of a plate in compact form. The same plate gives the same vehicle in every report,
 * account and data directory.
 */
export const makeRegistryVehicle = (vrm: string): RegistryVehicle => identifyVehicle(vrm).vehicle

/** Vehicle of a plate with the inputs of the complete report. */
export interface IdentifiedVehicle {
  readonly vehicle: RegistryVehicle
  readonly vehicleType: string
  readonly firstRegistration: Day
}

export function identifyVehicle(vrm: string): IdentifiedVehicle {
  const draw = createDraw(vrm)
  const issue = datePlate(vrm, draw(CHANCES) / CHANCES)
  const year = readYear(issue.firstRegistration)
  const model = pickModel(listModels(issue.vehicleClass, year), draw)
  const version = pickVersion(model, year, draw)
  const vehicle = {
    vrm,
    vin: makeVin({ wmi: model.wmi, vds: model.vds, year, draw }),
    brand: model.brand,
    model: `${model.name} ${version}`.trim(),
    firstRegistrationDate: formatDay(issue.firstRegistration),
  }
  const { vehicleClass, firstRegistration } = issue
  return { vehicle, vehicleType: findVehicleType(vehicleClass, model), firstRegistration }
}

/** Picks a version on sale in about that year: the versions of a model are in order of sale. */
function pickVersion({ versions, from, to }: Model, year: number, draw: Draw): string {
  const share = (year - from + draw(3) - 1) / (to - from + 1)
  const slot = Math.floor(share * versions.length)
  return versions[Math.min(Math.max(slot, 0), versions.length - 1)] ?? ''
}

/** Picks a model on sale that year, weighted by frequency. */
function pickModel(models: readonly Model[], draw: Draw): Model {
  let ticket = draw(models.reduce((sum, { weight }) => sum + weight, 0))
  for (const model of models) {
    ticket -= model.weight
    if (ticket < 0) return model
  }
  throw new Error('There is no model for this year.')
}

/** Model years in position 10: the thirty codes of ISO 3779, from 1980 = A, 2000 = Y, 2001 = 1, 2010 = A. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Characters allowed in a VIN: no I, O or Q, which look like 1 and 0. */
const CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

/** Plant codes, position 11. */
const PLANTS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

interface VinParts {
  /** Three characters: the maker. */
  readonly wmi: string
  /** Six characters: the model. Each `*` is drawn for the plate. */
  readonly vds: string
  readonly year: number
  /** Generator of integers, always the same for one plate. */
  readonly draw: (below: number) => number
}

/**
 * Makes a well-formed VIN of 17 characters. The VIN has no check digit: only North America requires one, and no
 * maker here is from North America.
 */
function makeVin({ wmi, vds, year, draw }: VinParts): string {
  const drawCharacter = (from: string) => from.charAt(draw(from.length))
  const descriptor = vds.replaceAll('*', () => drawCharacter(CHARACTERS))
  const yearCode = YEAR_CODES.charAt((((year - 1980) % 30) + 30) % 30)
  const serial = String(draw(1_000_000)).padStart(6, '0')
  return `${wmi}${descriptor}${yearCode}${drawCharacter(PLANTS)}${serial}`
}

/**
 * Inspection schedule of a kind of vehicle, in years: age of the first inspection, then the interval up to each
 * age.
 */
interface Schedule {
  readonly first: number
  readonly steps: readonly (readonly [untilAge: number, everyYears: number])[]
}

const CAR: Schedule = { first: 4, steps: [[10, 2], [999, 1]] } // prettier-ignore
const VAN: Schedule = { first: 2, steps: [[6, 2], [999, 1]] } // prettier-ignore
const LIGHT: Schedule = { first: 4, steps: [[999, 2]] }
const HEAVY: Schedule = { first: 1, steps: [[999, 1]] }

const SCHEDULES: Readonly<Record<string, Schedule | null>> = {
  TURISMO: CAR,
  FURGONETA: VAN,
  CAMIÓN: HEAVY,
  MOTOCICLETA: LIGHT,
  CICLOMOTOR: LIGHT,
  SEMIRREMOLQUE: HEAVY,
  'VEHÍCULO ESPECIAL': LIGHT,
  'VEHÍCULO DE MOVILIDAD PERSONAL': null,
}

/** Periodic inspections became general on this day. */
const INSPECTIONS_BEGAN = parseDay('1987-01-01')
const YEAR = 365.25

/** Lists the due days of a vehicle's inspections up to a day, oldest first. */
export function listInspectionsDue(vehicleType: string, firstRegistration: Day, until: Day): Day[] {
  const schedule = SCHEDULES[vehicleType]
  if (!schedule) return []
  const due: Day[] = []
  let age = schedule.first
  for (;;) {
    const day = firstRegistration + Math.floor(age * YEAR)
    if (day > until) return due
    if (day >= INSPECTIONS_BEGAN) due.push(day)
    age += schedule.steps.find(([untilAge]) => age < untilAge)?.[1] ?? 1
  }
}
