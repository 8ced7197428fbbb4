import type { ClientValues } from '../domain/client-fields.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { fullDate } from './dates.ts'
import { lowerFirst } from './grammar.ts'
import { type MessageOf, namedProcedure } from './incidents.ts'
import { signatureDocumentLabels } from './labels.ts'
import { entryOf, stateForClient } from './labels-reports.ts'

/** Values of the texts for clients (`client.ts`), from data as the service and the office have them. */

export interface ProcedureSubject extends Omit<MessageOf, 'demo'> {
  /** Name of the state. */
  state: string
  since: number
  /** Titles of the open incidents. */
  waits: readonly string[]
  /** Reason of a cancellation; '' without one. */
  reason: string
}

const plateOf = (vrm: string | undefined): string => (vrm === undefined ? '' : displayPlate(vrm))
/** Inside a sentence, which has its own full stop. */
const unended = (words: string): string => words.trim().replace(/[.\s]+$/, '')

export const procedureValues = (subject: ProcedureSubject): ClientValues => ({
  matrícula: plateOf(subject.vrm),
  trámite: namedProcedure(subject),
  tipo: subject.kind,
  estado: lowerFirst(unended(stateForClient(subject.state))),
  fecha: fullDate(subject.since),
  pendiente: subject.waits.join('; '),
  motivo: unended(subject.reason),
})

/** Incident of a message. */
export interface AskedIncident {
  /** Our name of it, or the service's. */
  title: string
  /** Service's description, if it adds anything. */
  description: string
  /** Name of its document; '' without one. */
  document: string
}

export const incidentValues = (
  of: Omit<MessageOf, 'demo'>,
  { title, description, document }: AskedIncident,
): ClientValues => ({
  matrícula: plateOf(of.vrm),
  trámite: namedProcedure(of),
  tipo: of.kind,
  incidencia: unended(title) || 'sin más detalle',
  documento: document.trim(),
  detalle: unended(description),
})

export interface SignatureSubject {
  document: string
  vrm?: string | undefined
  /** As sent by the service. */
  method: string
  sentAt?: number | undefined
  state: string
}

export function signatureValues({ document, vrm, method, sentAt, state }: SignatureSubject): ClientValues {
  const name = entryOf(signatureDocumentLabels, document)
  const isEmail = method === 'email'
  return {
    matrícula: plateOf(vrm),
    documento: name === undefined ? 'un documento' : `el documento «${name}»`,
    fecha: sentAt === undefined ? '' : fullDate(sentAt),
    medio: isEmail ? 'por correo electrónico' : '',
    comprobar: isEmail
      ? 'Si no lo ves, mira en el correo no deseado; si no ha llegado'
      : 'Si no te ha llegado',
    estado: lowerFirst(unended(stateForClient(state))),
  }
}
