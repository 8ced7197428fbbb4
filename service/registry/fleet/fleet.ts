import type { VehicleClass } from '../issue.ts'
import { cars } from './cars.ts'
import { classics } from './classics.ts'
import type { Model } from './model.ts'
import { motorcycles } from './motorcycles.ts'
import { others } from './others.ts'
import { vans } from './vans.ts'

const FLEET: Readonly<Record<VehicleClass, readonly Model[]>> = {
  road: [...classics, ...cars, ...vans, ...motorcycles],
  ...others,
}

/** The models of a class that were on sale in a year. Every class has some in each year its plates can have. */
export const fleetOf = (vehicleClass: VehicleClass, year: number): Model[] =>
  FLEET[vehicleClass].filter(({ from, to }) => from <= year && year <= to)
