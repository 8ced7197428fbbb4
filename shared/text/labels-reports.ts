import type { ReducedTransferability } from '../api/report.ts'
import type { IssueKind, IssueType, RegistryField } from '../domain/vocabulary.ts'

export const reportTypeLabels = {
  reduced: 'Informe reducido',
  complete: 'Informe completo',
} as const

/** Reason that a report ended in error: complete ones may blame the plate, reduced ones give none. */
export const reportFailureLabels = {
  notRegistered: 'Matrícula no válida o no registrada',
  unsaid: 'No registrada o fallo técnico',
} as const

export const transferabilityLabels = {
  transferable: 'Transferible',
  with_alerts: 'Transferible con avisos',
  not_transferable: 'No transferible',
} as const satisfies Record<ReducedTransferability, string>

export const issueKindLabels = {
  blocking: 'Impide la transferencia',
  alert: 'Aviso',
} as const satisfies Record<IssueKind, string>

/** Issues of a complete report, by `conceptType`. */
export const issueLabels = {
  'ownership-hold': { label: 'Reserva de dominio' },
  seizure: { label: 'Embargo' },
  leasing: { label: 'Leasing' },
  renting: { label: 'Renting' },
  deregistrated: { label: 'Baja definitiva' },
  restriction: { label: 'Limitación de disposición' },
  'itv-expired': { label: 'ITV caducada' },
  'no-insurance': { label: 'Sin seguro en vigor' },
  'safety-recall': { label: 'Llamada a revisión pendiente' },
  'unpaid-tax': { label: 'Impuesto impagado' },
  'temp-withdrawal': { label: 'Baja temporal' },
} as const satisfies Record<IssueType, { label: string }>

/** Fields of the registry's data. Its `vrm` is the plate, which is drawn as a plate and needs no label. */
export const registryFieldLabels = {
  vin: 'Bastidor',
  brand: 'Marca',
  model: 'Modelo',
  firstRegistrationDate: 'Primera matriculación',
  registrationDate: 'Fecha de matriculación',
  vehicleType: 'Tipo de vehículo',
  service: 'Servicio',
  autonomousCommunity: 'Comunidad autónoma',
  owner: 'Titular',
  hasInvalidItv: 'ITV no vigente',
  hasInvalidInsurance: 'Seguro no vigente',
  hasCharges: 'Con cargas',
  hasDenial: 'Con denegatoria',
  hasPendingSafetyCampaign: 'Campaña de seguridad pendiente',
  itvHistory: 'Historial de ITV',
  ownerHistory: 'Historial de titulares',
  lesseeHistory: 'Historial de arrendatarios',
} as const satisfies Record<RegistryField, string>

/** Values of the registry's `service` field. */
export const serviceUseLabels = { A: 'Público', B: 'Particular' } as const
