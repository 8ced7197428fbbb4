import { type Day, dayOf } from './dates.ts'

/** Inspection schedule of a kind of vehicle: the first time, then every so many years until each age. */
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

/** Start of general periodic inspection. */
const BEGAN = dayOf('1987-01-01')
const YEAR = 365.25

/** Due dates of a vehicle's inspections, oldest first, up to a day. */
export function inspectionsDue(vehicleType: string, firstRegistration: Day, until: Day): Day[] {
  const schedule = SCHEDULES[vehicleType]
  if (!schedule) return []
  const due: Day[] = []
  let age = schedule.first
  for (;;) {
    const day = firstRegistration + Math.floor(age * YEAR)
    if (day > until) return due
    if (day >= BEGAN) due.push(day)
    age += schedule.steps.find(([untilAge]) => age < untilAge)?.[1] ?? 1
  }
}
