import type { EventName } from '#shared/domain/vocabulary.ts'
import { procedurePath } from '../procedures/present.ts'
import type { ProcedureStore } from '../procedures/store.ts'
import { reportPath } from '../reports/present.ts'
import type { ReportStore } from '../reports/store.ts'
import { presentSignatureDocuments, signaturePath } from '../signatures/present.ts'
import type { SignatureStore } from '../signatures/store.ts'

export interface Resources {
  readonly procedures: Pick<ProcedureStore, 'find'>
  readonly reports: Pick<ReportStore, 'find'>
  readonly signatures: Pick<SignatureStore, 'find'>
}

interface Asked {
  readonly event: EventName
  readonly account: string
  readonly id: string
  readonly baseUrl: string
}

/**
 * Default fields of an event sent by hand: the path of its kind of resource and that resource's own values,
 * or plausible ones when there is none.
 */
export function eventDefaults(
  { procedures, reports, signatures }: Resources,
  { event, account, id, baseUrl }: Asked,
): { path: string; fields: Readonly<Record<string, unknown>> } {
  const [kind, ...rest] = event.split('.')
  const isOfStatus = rest.at(-1) === 'status_changed' || rest.at(-1) === 'finished'
  switch (kind) {
    case 'report': {
      const { type = 'reduced', status = 'completed' } = reports.find(account, id) ?? {}
      return { path: reportPath(id), fields: { type, status } }
    }
    case 'signature': {
      const row = signatures.find(account, id)
      const { type = 'mandate-generic', status = 'sent' } = row ?? {}
      const documents = row?.status === 'signed' ? presentSignatureDocuments(row, baseUrl) : undefined
      return { path: signaturePath(id), fields: { type, status, ...(documents && { documents }) } }
    }
    case 'procedure': {
      const { type = 'VEHICLE_TRANSFER', status = 'DONE' } = procedures.find(account, id) ?? {}
      return { path: procedurePath(id), fields: { procedureType: type, ...(isOfStatus && { status }) } }
    }
    default:
      // "States of the energy saving certificate: not shown", and no endpoint reads it.
      return { path: `/v1/energy-saving-certificates/${encodeURIComponent(id)}`, fields: {} }
  }
}
