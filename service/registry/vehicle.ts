import { type Day, formatDay, yearOf } from './dates.ts'
import { createDraw, type Draw } from './draw.ts'
import { fleetOf, vehicleTypeOf } from './fleet/fleet.ts'
import type { Model } from './fleet/model.ts'
import { readIssue } from './issue.ts'

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
 * Invented vehicle of a plate in compact form. It depends on the plate alone: the same plate is the same
 * vehicle in every report, every account and every data directory.
 */
export const registryVehicle = (vrm: string): RegistryVehicle => identify(vrm).vehicle

/** Vehicle of a plate with the inputs of the complete report. */
export interface IdentifiedVehicle {
  readonly vehicle: RegistryVehicle
  readonly vehicleType: string
  readonly firstRegistration: Day
}

export function identify(vrm: string): IdentifiedVehicle {
  const draw = createDraw(vrm)
  const issue = readIssue(vrm, draw(CHANCES) / CHANCES)
  const year = yearOf(issue.firstRegistration)
  const model = pickModel(fleetOf(issue.vehicleClass, year), draw)
  const version = pickVersion(model, year, draw)
  const vehicle = {
    vrm,
    vin: makeVin({ wmi: model.wmi, vds: model.vds, year, draw }),
    brand: model.brand,
    model: `${model.name} ${version}`.trim(),
    firstRegistrationDate: formatDay(issue.firstRegistration),
  }
  const { vehicleClass, firstRegistration } = issue
  return { vehicle, vehicleType: vehicleTypeOf(vehicleClass, model), firstRegistration }
}

/** Version on sale that year, give or take one: a model's versions are in order of sale. */
function pickVersion({ versions, from, to }: Model, year: number, draw: Draw): string {
  const share = (year - from + draw(3) - 1) / (to - from + 1)
  const slot = Math.floor(share * versions.length)
  return versions[Math.min(Math.max(slot, 0), versions.length - 1)] ?? ''
}

/** A model on sale that year, weighted by frequency. */
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
 * Makes a well-formed VIN of 17 characters. No check digit: it is compulsory in North America only, and none
 * of our makers' codes are from there.
 */
function makeVin({ wmi, vds, year, draw }: VinParts): string {
  const one = (from: string) => from.charAt(draw(from.length))
  const descriptor = vds.replaceAll('*', () => one(CHARACTERS))
  const yearCode = YEAR_CODES.charAt((((year - 1980) % 30) + 30) % 30)
  const serial = String(draw(1_000_000)).padStart(6, '0')
  return `${wmi}${descriptor}${yearCode}${one(PLANTS)}${serial}`
}
