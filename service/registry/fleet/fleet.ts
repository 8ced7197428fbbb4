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

/** Models of a class on sale in a year. Every class has some in each year its plates can have. */
export const fleetOf = (vehicleClass: VehicleClass, year: number): Model[] =>
  FLEET[vehicleClass].filter(({ from, to }) => from <= year && year <= to)

const TYPE_OF_CLASS: Readonly<Record<VehicleClass, string>> = {
  road: 'TURISMO',
  moped: 'CICLOMOTOR',
  trailer: 'SEMIRREMOLQUE',
  special: 'VEHÍCULO ESPECIAL',
  scooter: 'VEHÍCULO DE MOVILIDAD PERSONAL',
}

const LORRIES = new Set(['Pegaso', 'Ebro', 'Scania', 'Volvo'])

/** Registry's vehicle type for this model. */
export function vehicleTypeOf(vehicleClass: VehicleClass, model: Model): string {
  if (motorcycles.includes(model)) return 'MOTOCICLETA'
  if (vans.includes(model)) return LORRIES.has(model.brand) ? 'CAMIÓN' : 'FURGONETA'
  return TYPE_OF_CLASS[vehicleClass]
}
