import type { Signable } from '../bridge/signature-requests.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { fullDate } from './app-dates.ts'
import { signatureDocumentLabels } from './labels-signatures.ts'

const INVENTED = ' (Datos inventados de la demostración.)'

export interface ReminderOf {
  document: string
  vrm?: string | undefined
  /** As sent by the service. */
  method: string
  sentAt?: number | undefined
  demo: boolean
}

/** Reminder for the signer, ready to paste. Without their name: the sender knows the recipient. */
export function signatureReminder({ document, vrm, method, sentAt, demo }: ReminderOf): string {
  const name = Object.hasOwn(signatureDocumentLabels, document)
    ? `el documento «${signatureDocumentLabels[document as Signable]}»`
    : 'un documento'
  const about = vrm === undefined ? '' : ` para ${displayPlate(vrm)}`
  const how = method === 'email' ? ' por correo electrónico' : ''
  const when = sentAt === undefined ? '' : ` el ${fullDate(sentAt)}`
  const where =
    method === 'email'
      ? 'Si no lo ves, mira en el correo no deseado; si no ha llegado'
      : 'Si no te ha llegado'
  return `Hola. Te enviamos${when}${how} ${name}${about} y falta tu firma para poder seguir. ${where}, dínoslo y te lo enviamos de nuevo. Gracias.${demo ? INVENTED : ''}`
}
