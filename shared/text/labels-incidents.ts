import type { IncidentLevel, IncidentType } from '../domain/vocabulary.ts'

export interface IncidentLabel {
  label: string
  level: IncidentLevel
  /** Next step, in the imperative: the first text that the user reads. */
  nextStep: string
}

/** Party that has to act, by level. */
export const incidentLevelLabels = {
  blocker: 'Bloqueante · depende de ti',
  hold: 'En espera · depende de terceros',
  document: 'Sobre un documento · depende de ti',
} as const satisfies Record<IncidentLevel, string>

/** Incidents of a procedure or of one of its documents. The service's list is partial. */
export const incidentLabels = {
  'ownership-hold': {
    label: 'Reserva de dominio',
    level: 'blocker',
    nextStep:
      'Pide a la financiera la carta de cancelación y su inscripción en el Registro de Bienes Muebles',
  },
  seizure: {
    label: 'Embargo',
    level: 'blocker',
    nextStep: 'Pide el levantamiento o el mandamiento de cancelación a quien lo ordenó',
  },
  'sealed-vehicle': {
    label: 'Precinto',
    level: 'blocker',
    nextStep: 'Pide el levantamiento del precinto a la autoridad que lo acordó',
  },
  'unpaid-ivtm-tax': {
    label: 'IVTM pendiente de pago',
    level: 'blocker',
    nextStep: 'Paga el recibo y sube el justificante',
  },
  'pending-document': {
    label: 'Falta documentación',
    level: 'blocker',
    nextStep: 'Sube el documento indicado',
  },
  'registry-rejected': {
    label: 'Denegatoria de Tráfico',
    level: 'hold',
    nextStep: 'Pide el informe completo o consulta a la Jefatura',
  },
  'waiting-gestores-validation': {
    label: 'Pendiente de validación del Colegio de Gestores',
    level: 'hold',
    nextStep: 'Espera',
  },
  'waiting-620-validation': {
    label: 'Pendiente de validación del 620 (ITP)',
    level: 'hold',
    nextStep: 'Espera',
  },
  'waiting-iedmt-validation': {
    label: 'Pendiente de validación del IEDMT',
    level: 'hold',
    nextStep: 'Espera',
  },
  'expired-document': {
    label: 'Documento caducado',
    level: 'document',
    nextStep: 'Pide uno en vigor',
  },
  'unreadable-document': {
    label: 'Documento ilegible',
    level: 'document',
    nextStep: 'Repite el escaneo (300 ppp, sin reflejos)',
  },
  'invalid-document': {
    label: 'Documento no válido',
    level: 'document',
    nextStep: 'Sustitúyelo',
  },
  'incomplete-document': {
    label: 'Documento incompleto',
    level: 'document',
    nextStep: 'Sube la cara o la página que falta',
  },
  'out-of-validity-document': {
    label: 'Documento fuera de vigencia',
    level: 'document',
    nextStep: 'Pide uno vigente',
  },
} as const satisfies Record<IncidentType, IncidentLabel>
