import type { DraftKind } from '../domain/procedures/fields.ts'
import { kindOfType } from '../domain/procedures/kind-of-type.ts'
import type { EventName, ProcedureState } from '../domain/vocabulary.ts'
import { entryOf, unknownNames } from './outside.ts'

/** Colour family of a badge; it always goes with its icon and its text. */
export type Tone = 'grey' | 'dark-grey' | 'red' | 'amber' | 'light-blue' | 'blue' | 'green' | 'dark-green'

export interface StateLabel {
  /** Text on the badge. */
  label: string
  tooltip: string
  tone: Tone
}

/** Name of each kind of procedure, on a draft and at the service. */
export const procedureKindLabels = {
  registration: 'Matriculación',
  transfer: 'Transferencia',
  notification: 'Notificación de venta',
} as const satisfies Record<DraftKind, string>

/** Official name of each kind: our own service uses it as `typeDescription`, and it is a search word too. */
export const officialKindLabels = {
  ...procedureKindLabels,
  transfer: 'Cambio de titularidad',
} as const satisfies Record<DraftKind, string>

/**
 * Name of a procedure of the service: ours for a known kind, so that it matches its former draft; the
 * service's own text for any other.
 * @param type as the service names it; '' without one
 * @param description its `typeDescription`
 */
export function procedureName(type: string, description = ''): string {
  const kind = kindOfType(type)
  if (kind !== null) return procedureKindLabels[kind]
  return description.trim() || (type === '' ? '' : unknownNames.procedure)
}

/** Badges of the eight states. The reason of `CANCELLED` is added by `procedureStateTooltip`. */
export const procedureStateLabels = {
  DRAFT: { label: 'Borrador', tooltip: 'Sin confirmar; no se ha enviado', tone: 'grey' },
  BLOCKED: { label: 'Con incidencia', tooltip: 'Parado por una incidencia', tone: 'red' },
  PENDING: { label: 'Pendiente', tooltip: 'Recibido, a la espera de tramitarse', tone: 'light-blue' },
  IN_PROGRESS: { label: 'En trámite', tooltip: 'Se está tramitando', tone: 'blue' },
  ON_HOLD: { label: 'En espera', tooltip: 'A la espera de un organismo externo', tone: 'amber' },
  DONE: { label: 'Finalizado', tooltip: 'Trámite completado; documentos disponibles', tone: 'green' },
  CANCELLED: { label: 'Anulado', tooltip: 'Anulado; no consta el motivo', tone: 'dark-grey' },
  DELIVERED_TO_CLIENT: {
    label: 'Documentación entregada',
    tooltip: 'Documentos definitivos entregados',
    tone: 'dark-green',
  },
} as const satisfies Record<ProcedureState, StateLabel>

/**
 * Tooltip of a state.
 * @param status the procedure's, known or not
 * @param statusDescription the service's own text: for `CANCELLED` it is the reason
 */
export function procedureStateTooltip(status: string, statusDescription = ''): string {
  if (status === 'CANCELLED' && statusDescription) return `Motivo: ${statusDescription}`
  return entryOf<StateLabel>(procedureStateLabels, status)?.tooltip ?? statusDescription
}

/** Next step of a procedure with an incident that the office can solve. */
export const BLOCKED_STEP = 'Necesita algo de ti para continuar'

/** Lines of the activity log, by event name. */
export const eventLabels = {
  'procedure.status_changed': 'Cambio de estado',
  'procedure.finished': 'Trámite terminado',
  'procedure.document.added': 'Documento nuevo',
  'procedure.incident.added': 'Incidencia nueva',
  'procedure.incident.solved': 'Incidencia resuelta',
  'procedure.incident.removed': 'Incidencia retirada',
  'report.completed': 'Informe disponible',
  'report.status_changed': 'Cambio en informe',
  'signature.status_changed': 'Cambio en firma',
  'energy_saving_certificate.status_changed': 'CAE: cambio de estado',
  'energy_saving_certificate.document.added': 'CAE: documento nuevo',
} as const satisfies Record<EventName, string>

/** Fields of a procedure and of its account. */
export const fieldLabels = {
  taxableBase: 'Base imponible',
  invoiceNumber: 'N.º de factura',
  userEmail: 'Correo del usuario',
  companyTaxId: 'NIF de la empresa',
} as const
