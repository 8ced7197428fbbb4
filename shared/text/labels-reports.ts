import type { ReducedTransferability } from '../api/report.ts'
import type { IssueKind, IssueType, RegistryField } from '../domain/vocabulary.ts'

/**
 * Labels of reports, and the functions that look up labels. The first screen loads this module, and not `labels.ts`.
 *
 * The service's lists are open. An unknown value gets a name without its code, because a code tells an employee
 * nothing. «Todo lo que dice el servicio», on the page of the resource, has the code for support.
 */

/** Names of the values that this version does not know. */
export const unknownNames = {
  procedure: 'Otro trámite',
  state: 'Estado desconocido',
  incident: 'Incidencia sin nombre',
  /** An unknown level counts as the office's, to be safe. */
  incidentLevel: 'Depende de ti',
  document: 'Otro documento',
  issue: 'Anotación sin nombre',
  signer: 'Otro firmante',
  deliveryMethod: 'Otro medio',
  field: 'Otro dato',
  audit: 'Otro',
} as const

/**
 * Entry of a catalogue for an external value, or `undefined`. The lists are open, so a value such as `constructor`
 * may arrive. Only own keys count.
 */
export function entryOf<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
}

/**
 * Label of an external value.
 * @param unknown label of a value that the catalogue lacks; an empty value has no label
 */
export function labelOf(
  catalogue: Readonly<Record<string, string | { label: string }>>,
  key: string,
  unknown: string,
): string {
  const entry = entryOf(catalogue, key)
  if (entry === undefined) return key === '' ? '' : unknown
  return typeof entry === 'string' ? entry : entry.label
}

/** State in a text for a client, to whom an unknown state would look like an error. */
export const stateForClient = (name: string): string =>
  name === unknownNames.state ? 'pendiente de que nos confirmen su estado' : name

export const reportTypeLabels = {
  reduced: 'Informe reducido',
  complete: 'Informe completo',
} as const

/** Reason that a report ended in error. Complete reports may blame the plate. Reduced ones give no reason. */
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

/** Fields of the registry's data. `vrm` is drawn as a plate and needs no label. */
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
