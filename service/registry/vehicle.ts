import { type Day, formatDay, yearOf } from './dates.ts'
import { createDraw, type Draw } from './draw.ts'
import { fleetOf, vehicleTypeOf } from './fleet/fleet.ts'
import type { Model } from './fleet/model.ts'
import { readIssue } from './issue.ts'
import { makeVin } from './vin.ts'

/** `registryExtractedData` of a reduced report (service.md, "Report"). */
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
