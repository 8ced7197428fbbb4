import type { EventName, ProcedureState, ProcedureType } from '../domain/vocabulary.ts'

/** Colour family of a badge; it always goes with its icon and its text. */
export type Tone = 'grey' | 'dark-grey' | 'red' | 'amber' | 'light-blue' | 'blue' | 'green' | 'dark-green'

export interface StateLabel {
  /** On the badge. */
  label: string
  tooltip: string
  tone: Tone
}

/** `long` where there is room. */
export const procedureTypeLabels = {
  VEHICLE_REGISTRATION: { label: 'Matriculación', long: 'Matriculación' },
  VEHICLE_TRANSFER: { label: 'Transferencia', long: 'Cambio de titularidad' },
} as const satisfies Record<ProcedureType, { label: string; long: string }>

/** Notifications of sale exist, but the specification does not show the word of their `type`. */
export const saleNotificationLabel = 'Notificación de venta'

/** Badges of the eight states. The reason of `CANCELLED` is added by `procedureStateTooltip`. */
export const procedureStateLabels = {
  DRAFT: { label: 'Borrador', tooltip: 'Sin confirmar; no se ha enviado', tone: 'grey' },
  BLOCKED: { label: 'Con incidencia', tooltip: 'Necesita algo de ti para continuar', tone: 'red' },
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
 * What hovering over a state says.
 * @param status the procedure's, known or not
 * @param statusDescription the service's own text: for `CANCELLED` it is the reason
 */
export function procedureStateTooltip(status: string, statusDescription = ''): string {
  if (status === 'CANCELLED' && statusDescription) return `Motivo: ${statusDescription}`
  const states: Readonly<Record<string, StateLabel>> = procedureStateLabels
  return Object.hasOwn(states, status) ? (states[status]?.tooltip ?? status) : statusDescription || status
}

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

/** Fields of a procedure and of the account it belongs to. */
export const fieldLabels = {
  taxableBase: 'Base imponible',
  invoiceNumber: 'N.º de factura',
  userEmail: 'Correo del usuario',
  companyTaxId: 'NIF de la empresa',
} as const

/** The service's two environments. The strip above every screen has its own words in `app.ts`. */
export const environmentLabels = { development: 'Pruebas', production: 'Producción' } as const
