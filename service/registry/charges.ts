import { formatEuros } from '#shared/domain/euros.ts'
import { ISSUE_TYPES, type IssueType } from '#shared/domain/vocabulary.ts'
import { issueLabels } from '#shared/text/labels-reports.ts'
import { type Day, formatDay } from './dates.ts'
import { createDraw, type Draw } from './draw.ts'
import { LATEST_REGISTRATION } from './first-registration.ts'
import { makeFinanceCompany, makeRentingCompany } from './people.ts'
import { type IdentifiedVehicle, identifyVehicle, listInspectionsDue } from './vehicle.ts'

/** A charge or an alert of a vehicle, as in a complete report. */
export interface RegistryIssue {
  readonly conceptType: IssueType
  readonly concept: string
  readonly description: string
  readonly date?: string
  readonly authority?: string
}

/** Vehicles per thousand that have each charge. */
const FREQUENCY: Readonly<Record<IssueType, number>> = {
  'ownership-hold': 35,
  seizure: 25,
  leasing: 15,
  renting: 12,
  deregistrated: 12,
  restriction: 10,
  'itv-expired': 60,
  'no-insurance': 45,
  'safety-recall': 60,
  'unpaid-tax': 45,
  'temp-withdrawal': 12,
}

interface Particulars {
  readonly description: string
  readonly authority?: string
}

/** Invented courts, councils and companies, in the registry's wording. */
const PARTICULARS: Readonly<Record<IssueType, (draw: Draw, day: string, vrm: string) => Particulars>> = {
  'ownership-hold': (draw) => {
    const company = makeFinanceCompany(draw)
    return { description: `Reserva de dominio a favor de ${company}`, authority: company }
  },
  seizure: (draw) => ({
    description: `Embargo por diligencia ${draw(900_000) + 100_000}/${draw(90) + 10}. Importe: ${formatEuros((draw(800) + 20) * 1_000)}.`,
    authority: draw(2) === 0 ? 'Agencia Tributaria' : `Juzgado de Primera Instancia n.º ${draw(12) + 1}`,
  }),
  leasing: (_, __, vrm) => {
    const company = pickLessor(vrm, 'leasing')
    return { description: `Arrendamiento financiero con ${company}`, authority: company }
  },
  renting: (_, __, vrm) => {
    const company = pickLessor(vrm, 'renting')
    return { description: `Arrendamiento a largo plazo con ${company}`, authority: company }
  },
  deregistrated: (_, day) => ({
    description: `Baja definitiva desde el ${day}.`,
    authority: 'Jefatura de Tráfico',
  }),
  restriction: (draw) => ({
    description: 'Anotación que limita la disposición del vehículo.',
    authority: `Registro de Bienes Muebles, sección ${draw(6) + 1}.ª`,
  }),
  'itv-expired': (_, day) => ({ description: `Inspección técnica caducada desde el ${day}.` }),
  'no-insurance': (_, day) => ({ description: `No consta seguro obligatorio en vigor desde el ${day}.` }),
  'safety-recall': (draw) => ({
    description: `Campaña de seguridad del fabricante pendiente: R/${draw(900) + 100}.`,
  }),
  'unpaid-tax': (draw) => ({
    description: `Impuesto sobre vehículos sin pagar, ejercicio ${2022 + draw(4)}.`,
    authority: 'Ayuntamiento del domicilio del titular',
  }),
  'temp-withdrawal': (_, day) => ({
    description: `Baja temporal voluntaria desde el ${day}.`,
    authority: 'Jefatura de Tráfico',
  }),
}

const DAY_MS = 86_400_000

/** Makes one charge of a vehicle: the same plate always gets the same text. */
export function makeIssue(vrm: string, conceptType: IssueType): RegistryIssue {
  const { vehicleType, firstRegistration } = identifyVehicle(vrm)
  const draw = createDraw(`${conceptType}/${vrm}`)
  // A charge in force dates from the last three years.
  const some =
    LATEST_REGISTRATION - draw(Math.max(Math.min(LATEST_REGISTRATION - firstRegistration, 3 * 365), 1))
  const expired = listInspectionsDue(vehicleType, firstRegistration, LATEST_REGISTRATION).at(-1) ?? some
  const day: Day = conceptType === 'itv-expired' ? expired : some
  return {
    conceptType,
    concept: issueLabels[conceptType].label,
    ...PARTICULARS[conceptType](draw, formatDay(day), vrm),
    date: new Date(day * DAY_MS).toISOString(),
  }
}

/** Picks the lessor of a vehicle. The lessor is the owner in the record and the authority of the charge. */
export function pickLessor(vrm: string, kind: 'leasing' | 'renting'): string {
  const draw = createDraw(`lessor/${vrm}`)
  return kind === 'leasing' ? makeFinanceCompany(draw) : makeRentingCompany(draw)
}

/** Draws the charges of a plate: blocking charges and alerts at their usual frequency. */
export function drawCharges(vrm: string): IssueType[] {
  const draw = createDraw(`charges/${vrm}`)
  const found = ISSUE_TYPES.filter((type) => draw(1_000) < FREQUENCY[type])
  return found.filter((type) => type !== 'itv-expired' || canExpire(identifyVehicle(vrm)))
}

const canExpire = ({ vehicleType, firstRegistration }: IdentifiedVehicle) =>
  listInspectionsDue(vehicleType, firstRegistration, LATEST_REGISTRATION).length > 0
