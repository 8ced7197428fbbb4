import type { IncidentType } from '../domain/vocabulary.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { sentence } from './grammar.ts'
import { unknownNames } from './labels-reports.ts'

/**
 * Request to the client for each incident: «para seguir con … necesitamos …». '' where only the office or a
 * third party has to act.
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
  'expired-document': 'otro en vigor: el que tenemos está caducado',
  'unreadable-document': 'otra copia que se lea bien, sin reflejos y por las dos caras',
  'invalid-document': 'otro: el que tenemos no es válido',
  'incomplete-document': 'la cara o la página que falta',
  'out-of-validity-document': 'otro más reciente: el que tenemos está fuera de plazo',
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
    vrm !== undefined
      ? displayPlate(vrm)
      : vin !== undefined
        ? `el vehículo de bastidor …${vin.slice(-6)}`
        : ''
  const what = kind === '' || kind === unknownNames.procedure ? 'el trámite' : `la gestión «${kind}»`
  return car === '' ? what : `${what} ${car.startsWith('el ') ? `d${car}` : `de ${car}`}`
}

/** One line of status, for an enquiry by telephone or message. */
export function summaryOf(
  of: MessageOf,
  known: { state: string; since: string; seen: string; waits: readonly string[]; reason: string },
): string {
  const car =
    of.vrm !== undefined ? displayPlate(of.vrm) : of.vin !== undefined ? `Bastidor …${of.vin.slice(-6)}` : ''
  const head = [car, of.kind].filter(Boolean).join(' · ')
  const waits = known.waits.length > 0 ? ` Pendiente: ${known.waits.join('; ')}.` : ''
  const reason = known.reason === '' ? '' : ` Motivo: ${sentence(known.reason)}`
  return `${head === '' ? '' : `${head}: `}${known.state}, ${known.since}.${reason}${waits} Visto ${known.seen}.${of.demo ? INVENTED : ''}`
}
