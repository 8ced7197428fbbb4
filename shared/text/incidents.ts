import { displayPlate } from '../domain/plates/classify.ts'
import { type Body, type When, readListField, readTimeField, readTextField } from '../domain/service-body.ts'
import type { IncidentType, IssueType } from '../domain/vocabulary.ts'
import { sentence, shortVin, upperFirst } from './grammar.ts'
import { entryOf, labelOf, unknownNames } from './labels-reports.ts'
import { incidentLabels, incidentLevelLabels } from './labels.ts'

/** Incidents of a procedure and issues of a report: names, next steps and messages. */

export interface ReadIncident {
  /** Empty if the service gives no id. The incident cannot then be named to the service. */
  id: string
  type: string
  /** Our title of a known type, or else the service's words. Empty without both. */
  title: string
  /** Party that must act. An unknown level counts as the office's, to be safe. */
  waitsFor: 'us' | 'others'
  level: string
  /** Words of the service, unless the title repeats them. */
  description: string
  /** Next step. Empty for an unknown type. */
  step: string
  since: When | null
  solved: boolean
  solvedAt: When | null
  /** Id of the document, or empty. */
  documentId: string
}

/** Level of an incident: the service's, or else ours for its type. Empty if neither is known. */
export const incidentLevel = (level: string | undefined, type: string | undefined): string =>
  level || (entryOf(incidentLabels, type ?? '')?.level ?? '')

/** True if all blocking incidents depend on third parties, so that the office can only wait. */
export const waitsForOthersOnly = (status: string, incidents: readonly ReadIncident[] | null): boolean => {
  const open = incidents?.filter(({ solved }) => !solved) ?? []
  return status === 'BLOCKED' && open.length > 0 && open.every(({ waitsFor }) => waitsFor === 'others')
}

/** Incidents of the body. `null` if the service does not tell whether there are any. */
export const incidentsIn = (body: Body): ReadIncident[] | null =>
  readListField(body, 'incidents')?.map(readIncident) ?? null

function readIncident(incident: Body): ReadIncident {
  const type = readTextField(incident, 'type')
  const known = entryOf(incidentLabels, type)
  const words = readTextField(incident, 'description')
  const title = known?.label ?? words
  const level = incidentLevel(readTextField(incident, 'level'), type) || 'blocker'
  return {
    id: readTextField(incident, 'id'),
    type,
    title,
    waitsFor: level === 'hold' ? 'others' : 'us',
    level: labelOf(incidentLevelLabels, level, unknownNames.incidentLevel),
    description: words.toLowerCase() === title.toLowerCase() ? '' : words,
    step: known?.nextStep ?? '',
    since: readTimeField(incident, 'createdAt'),
    solved: incident['solved'] === true,
    solvedAt: readTimeField(incident, 'solvedAt'),
    documentId: readTextField(incident, 'documentId'),
  }
}

/**
 * Texts of a charge or alert of a complete report: the office's next step, and words for a client. Next steps are the
 * office's practice. The service's blocking types count as blocking.
 */
interface IssueStep {
  /** «Qué hacer: …», imperative. */
  step: string
  /** «Tiene un embargo…» */
  has: string
  /** «Hace falta el levantamiento del embargo…». Empty if nothing has to be done before the transfer. */
  needs: string
}

export const issueSteps: Record<IssueType, IssueStep> = {
  'ownership-hold': {
    step: 'pide a la financiera la carta de cancelación y su inscripción en el Registro de Bienes Muebles.',
    has: 'una reserva de dominio',
    needs: 'la cancelación inscrita de la reserva',
  },
  seizure: {
    step: 'pide el levantamiento o el mandamiento de cancelación a quien lo ordenó.',
    has: 'un embargo',
    needs: 'el levantamiento del embargo',
  },
  leasing: {
    step: 'pide a la entidad de leasing que lo cancele o que dé su consentimiento por escrito.',
    has: 'un contrato de leasing',
    needs: 'la cancelación del leasing o el consentimiento de la entidad',
  },
  renting: {
    step: 'pide a la empresa de renting que lo cancele o que dé su consentimiento por escrito.',
    has: 'un contrato de renting',
    needs: 'la cancelación del renting o el consentimiento de la empresa',
  },
  deregistrated: {
    step: 'consulta a Jefatura si se puede rehabilitar. Con la baja definitiva no hay transferencia.',
    has: 'una baja definitiva',
    needs: 'rehabilitar antes el vehículo, si Tráfico lo permite',
  },
  restriction: {
    step: 'pide su cancelación a quien la anotó, inscrita en el Registro de Bienes Muebles.',
    has: 'una limitación de disposición',
    needs: 'la cancelación de la limitación',
  },
  'itv-expired': {
    step: 'pasa la ITV. No impide el cambio de titular, pero el permiso no se renueva hasta pasarla.',
    has: 'la ITV caducada',
    needs: '',
  },
  'no-insurance': {
    step: 'avisa al adquirente: no puede circular hasta tener un seguro a su nombre.',
    has: 'el vehículo sin seguro en vigor',
    needs: '',
  },
  'safety-recall': {
    step: 'avisa al adquirente: la reparación es gratuita en un taller de la marca.',
    has: 'una llamada a revisión pendiente',
    needs: '',
  },
  'unpaid-tax': {
    step: 'pide el justificante de pago del impuesto de circulación; sin él Tráfico puede rechazar el trámite.',
    has: 'un impuesto sin pagar',
    needs: '',
  },
  'temp-withdrawal': {
    step: 'dile al adquirente que hay que dar de alta el vehículo para circular.',
    has: 'una baja temporal',
    needs: '',
  },
}

/** An unknown type may block, so the text advises against any promise. */
export const unknownIssueStep =
  'Ventanilla no conoce este tipo. Mira el PDF oficial o pregunta a Jefatura antes de prometer nada.'

/**
 * Request to the client for each incident: «para seguir con … necesitamos …». Empty where only the office or a third
 * party has to act.
 */
export const incidentNeeds: Readonly<Record<IncidentType, string>> = {
  'ownership-hold': 'la carta de cancelación de la reserva de dominio que da la financiera',
  seizure: 'el documento que levanta el embargo, de quien lo ordenó',
  'sealed-vehicle': 'el documento que levanta el precinto, de la autoridad que lo acordó',
  'unpaid-ivtm-tax': 'el justificante de pago del impuesto de circulación (IVTM)',
  'pending-document': 'un documento que falta',
  'registry-rejected': '',
  'waiting-gestores-validation': '',
  'waiting-620-validation': '',
  'waiting-iedmt-validation': '',
  'expired-document': 'otro documento en vigor: el que tenemos está caducado',
  'unreadable-document': 'otra copia que se lea bien, sin reflejos y por las dos caras',
  'invalid-document': 'otro documento: el que tenemos no es válido',
  'incomplete-document': 'la cara o la página que falta',
  'out-of-validity-document': 'otro documento más reciente: el que tenemos está fuera de plazo',
}

export interface MessageOf {
  /** Compact plate. */
  vrm?: string | undefined
  vin?: string | undefined
  /** «Transferencia», in the service's words or ours. */
  kind: string
  demo: boolean
}

const INVENTED = ' (Datos inventados de la demostración.)'

/** Name of a procedure for a client: the plate, or the end of the chassis number. */
export function namedProcedure({ vrm, vin, kind }: Omit<MessageOf, 'demo'>): string {
  const car =
    vrm !== undefined ? displayPlate(vrm) : vin !== undefined ? `el vehículo de ${shortVin(vin)}` : ''
  const what = kind === '' || kind === unknownNames.procedure ? 'el trámite' : `la gestión «${kind}»`
  return car === '' ? what : `${what} ${car.startsWith('el ') ? `d${car}` : `de ${car}`}`
}

/** One line of status, for an enquiry by telephone or message. */
export function summaryOf(
  of: MessageOf,
  known: { state: string; since: string; seen: string; waits: readonly string[]; reason: string },
): string {
  const car =
    of.vrm !== undefined ? displayPlate(of.vrm) : of.vin !== undefined ? upperFirst(shortVin(of.vin)) : ''
  const head = [car, of.kind].filter(Boolean).join(' · ')
  const waits = known.waits.length > 0 ? ` Pendiente: ${known.waits.join('; ')}.` : ''
  const reason = known.reason === '' ? '' : ` Motivo: ${sentence(known.reason)}`
  return `${head === '' ? '' : `${head}: `}${known.state}, ${known.since}.${reason}${waits} Visto ${known.seen}.${of.demo ? INVENTED : ''}`
}
