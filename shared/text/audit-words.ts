import type { AuditRow } from '../bridge/audit.ts'
import { SITUATION_IDS } from '../domain/client-situations.ts'
import { environmentText } from './app.ts'
import { channelNames, situationName } from './app-client.ts'
import {
  inputDocumentLabels,
  generatedDocumentLabels,
  incidentLabels,
  procedureKindLabels,
  signatureDocumentLabels,
  taxIdKindLabels,
} from './labels.ts'
import { reportTypeLabels, entryOf, labelOf, unknownNames } from './labels-reports.ts'

/** Texts of a row of the audit record, on the screen and in its file. */

export const auditWhats: Record<AuditRow['what'], string> = {
  'procedure.send': 'Envío de expediente',
  'document.send': 'Envío de documento',
  'incident.solve': 'Incidencia resuelta',
  'report.request': 'Informe pedido',
  'report.read': 'Informe leído',
  'signature.send': 'Envío a firmar',
  'paper.read': 'Documento abierto',
  export: 'Exportación',
  backup: 'Copia de seguridad',
  restore: 'Copia restaurada',
  'person.export': 'Datos de persona exportados',
  'person.erase': 'Datos de persona borrados',
  'account.erase': 'Datos de cuenta borrados',
  'lock.failed': 'PIN equivocado',
  'extension.approve': 'Navegador autorizado',
  'extension.revoke': 'Navegador retirado',
  simulate: 'Simulador',
  'client.text': 'Mensaje al cliente',
  'template.create': 'Plantilla guardada',
  'template.change': 'Plantilla cambiada',
  'template.delete': 'Plantilla borrada',
}

export const auditResults: Record<AuditRow['result'], string> = {
  ok: 'Hecho',
  failed: 'No se hizo',
  uncertain: 'No se sabe',
}

/** Kinds that are not the service's. */
const ownKinds = {
  pdf: 'PDF oficial',
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'ZIP de documentos',
  history: 'Historial de consultas',
  'plate-list': 'Lista de matrículas',
  watches: 'Matrículas vigiladas',
  dealer: 'Cuadro del compraventa',
  figures: 'Cifras',
  contacts: 'Firmantes',
  audit: 'Registro de auditoría',
  receipts: 'Acuses del relé',
  folder: 'En la carpeta',
  file: 'En un archivo',
  backup: 'Desde un archivo',
  pin: 'PIN',
  chrome: 'Chrome',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
  status: 'Estado',
  document: 'Documento',
  incident: 'Incidencia',
  solve: 'Incidencia resuelta',
  demo: environmentText.demo.name,
  development: environmentText.development.name,
  production: environmentText.production.name,
  other: 'Otro documento',
}

const kinds = {
  ...incidentLabels,
  ...inputDocumentLabels,
  ...generatedDocumentLabels,
  ...signatureDocumentLabels,
  ...reportTypeLabels,
  ...procedureKindLabels,
  ...taxIdKindLabels,
  ...ownKinds,
}

/** Text of a row's kind. */
export const auditKind = (kind: string): string =>
  clientTextKind(kind) ?? labelOf(kinds, kind, unknownNames.audit)

/** «Correo · Embargo», of a text given to a client: `email incident:seizure`. */
function clientTextKind(kind: string): string | null {
  const [channel = '', id = ''] = kind.split(' ')
  const name = entryOf<string>(channelNames, channel)
  const situation = SITUATION_IDS.find((one) => one === id)
  const subject = situation === undefined ? entryOf<string>(ownKinds, id) : situationName(situation)
  return name === undefined || subject === undefined ? null : `${name} · ${subject}`
}
