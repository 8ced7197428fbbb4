import type { IncidentType, ProcedureState, SignatureState } from '../domain/vocabulary.ts'
import { type ClientField, type ClientValues } from '../domain/client-fields.ts'
import {
  fieldsOf,
  groupOf,
  type SituationGroup,
  type SituationId,
  situationsOf,
} from '../domain/client-situations.ts'
import { incidentNeeds } from './incidents.ts'
import { VERDICT_TEXT, writtenText } from './written-text.ts'

/** Original texts for clients, which each office may replace (`domain/client-template.ts` has their syntax). */

const HELLO = 'Hola[, {nombre}].'
const INCIDENT_END =
  '[ Es sobre el documento «{documento}».][ Nos indican: «{detalle}».] Puedes contestar a este mensaje con una foto o un PDF. Gracias.'

const states: Readonly<Record<ProcedureState | 'other', string>> = {
  DRAFT: `${HELLO} Estamos preparando {trámite}. Te avisamos cuando esté presentado.`,
  BLOCKED: `${HELLO} Para seguir con {trámite} hace falta resolver algo[: {pendiente}]. Dinos cómo lo ves y te indicamos. Gracias.`,
  PENDING: `${HELLO} Ya hemos presentado {trámite} y está a la espera de tramitarse. Te avisamos en cuanto avance.`,
  IN_PROGRESS: `${HELLO} Se está tramitando {trámite}. Te avisamos en cuanto avance.`,
  ON_HOLD: `${HELLO} Hemos presentado {trámite} y ahora depende de otro organismo[: {pendiente}]. No tienes que hacer nada; te avisamos en cuanto avance.`,
  DONE: `${HELLO} Ya está terminado {trámite}. Te enviamos la documentación en cuanto la preparemos.`,
  CANCELLED: `${HELLO} Se ha anulado {trámite}.[ Motivo: {motivo}.] Si quieres, te llamamos y lo vemos.`,
  DELIVERED_TO_CLIENT: `${HELLO} Ya está entregada la documentación definitiva de {trámite}. Guárdala con la del vehículo. Gracias.`,
  other: `${HELLO} Te contamos cómo va {trámite}: {estado}[, desde el {fecha}].[ Pendiente: {pendiente}.]`,
}

const incidentText = (type: IncidentType | 'other'): string => {
  const needs = type === 'other' ? '' : incidentNeeds[type]
  const asks = needs === '' ? 'hay una incidencia: {incidencia}' : `necesitamos ${needs}`
  // The document that is missing is the answer to what is needed, and not one that has something wrong.
  if (type === 'pending-document')
    return `${HELLO} Para seguir con {trámite} ${asks}[: {documento}].[ Nos indican: «{detalle}».] Puedes contestar a este mensaje con una foto o un PDF. Gracias.`
  return `${HELLO} Para seguir con {trámite} ${asks}.${INCIDENT_END}`
}

const signatures: Readonly<Record<SignatureState | 'other', string>> = {
  submitted: `${HELLO} Te vamos a enviar[ {medio}] {documento}[ para {matrícula}]: en cuanto lo firmes, seguimos. Gracias.`,
  sent: `${HELLO} Te enviamos[ el {fecha}][ {medio}] {documento}[ para {matrícula}] y falta tu firma para poder seguir. {comprobar}, dínoslo y te lo enviamos de nuevo. Gracias.`,
  signed: `${HELLO} Ya tenemos tu firma en {documento}[ para {matrícula}]. Gracias.`,
  rejected: `${HELLO} Nos consta que no has querido firmar {documento}[ para {matrícula}]. Si algo no está claro, dínoslo y lo vemos.`,
  expired: `${HELLO} Se ha pasado el plazo para firmar {documento}[ para {matrícula}]. Te lo enviamos de nuevo cuando nos digas.`,
  other: `${HELLO} Sobre la firma de {documento}[ para {matrícula}]: {estado}.`,
}

/** Original text of a situation. */
export function originalText(id: SituationId): string {
  const name = id.slice(id.indexOf(':') + 1)
  switch (groupOf(id)) {
    case 'state':
      return states[name as keyof typeof states]
    case 'incident':
      return incidentText(name as IncidentType | 'other')
    case 'plate':
      return `${HELLO} Ya hay matrícula: {matrícula}. Te enviamos la documentación en cuanto la preparemos.`
    case 'verdict':
      return VERDICT_TEXT
    case 'signature':
      return signatures[name as keyof typeof signatures]
    case 'dealer':
      return `${HELLO} Así van tus expedientes[ a {fecha}].\n\n{resumen}\n\nSi algo no cuadra, dínoslo. Gracias.`
  }
}

/**
 * Text for a client: the office's, or the original where it has none or one that cannot be used.
 * @param own the office's text of that situation
 */
export const clientText = (
  id: SituationId,
  own: string | undefined,
  values: ClientValues,
  demo: boolean,
): string => writtenText(originalText(id), own, { fields: fieldsOf(id), values, demo })

/** Subject of an e-mail: the plate and the matter, never a name. */
export function clientSubject(group: SituationGroup, { matrícula = '', tipo = '' }: ClientValues): string {
  const matter: Readonly<Record<SituationGroup, string>> = {
    state: tipo || 'Tu trámite',
    incident: tipo || 'Tu trámite',
    plate: 'Matrícula asignada',
    verdict: 'Consulta de matrícula',
    signature: 'Documento para firmar',
    dealer: 'Tus expedientes',
  }
  return [matter[group], matrícula].filter(Boolean).join(' · ')
}

/** Invented values for the preview of Ajustes. */
export const SAMPLE_VALUES: Readonly<Record<ClientField, string>> = {
  nombre: 'Ana Pérez',
  matrícula: '1234 BCD',
  trámite: 'la gestión «Transferencia» de 1234 BCD',
  tipo: 'Transferencia',
  estado: 'En trámite',
  fecha: '12/11/2026',
  hora: '10:30',
  pendiente: 'IVTM pendiente de pago',
  motivo: 'desistió el adquirente',
  incidencia: 'Documento ilegible',
  documento: 'DNI del adquirente',
  detalle: 'El anverso no se lee',
  vehículo: 'SEAT Ibiza',
  respuesta: 'se puede transferir. Consultado en Tráfico el 12/11/2026 a las 10:30.',
  medio: 'por correo electrónico',
  comprobar: 'Si no lo ves, mira en el correo no deseado; si no ha llegado',
  resumen: 'Necesitamos de ti (1): 1234 BCD, Transferencia: falta el contrato o la factura.',
}

/** The samples of a situation: a document to be signed is not one to be photographed. */
export const sampleOf = (id: SituationId): ClientValues =>
  groupOf(id) === 'signature'
    ? { ...SAMPLE_VALUES, documento: 'el documento «Mandato específico»', estado: 'Enviada' }
    : SAMPLE_VALUES

/** Situations with their original texts, for tests and for Ajustes. */
export const originalsOf = (group: SituationGroup): { id: SituationId; text: string }[] =>
  situationsOf(group).map((id) => ({ id, text: originalText(id) }))
