import type { Procedure } from '#shared/api/procedure.ts'
import type { Signature } from '#shared/api/signature.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import { LONGEST_VRM } from '#shared/domain/plates/series.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import { procedureName } from '#shared/text/labels-procedures.ts'
import { canonicalBody, revisionOf } from './canonical.rules.ts'

/** What is polled. Reports have a lane of their own; certificates only ever have events. */
export type PolledKind = 'procedure' | 'signature'
export const isPolled = (kind: string): kind is PolledKind => kind === 'procedure' || kind === 'signature'

/** A resource as it was answered, ready to be compared and kept. */
export interface Seen {
  kind: PolledKind
  id: string
  status: string
  statusDescription: string | null
  subject: Subject
  /** The service's own time of its last change. */
  updatedAt: string | null
  /** Since when it lives on a provisional permit, ISO 8601; `null` when it does not. */
  provisionalSince: string | null
  revision: string
  body: Record<string, unknown>
}

export const seenOf = (kind: PolledKind, resource: Procedure | Signature): Seen =>
  kind === 'procedure' ? procedureSeen(resource as Procedure) : signatureSeen(resource)

function procedureSeen(procedure: Procedure): Seen {
  const { id, status, statusDescription, vehicle, type, typeDescription, updatedAt } = procedure
  const label = procedureName(type ?? '', typeDescription)
  return {
    kind: 'procedure',
    id,
    status,
    statusDescription: statusDescription ?? null,
    subject: {
      ...plate(vehicle?.vrm ?? procedure.vrm),
      ...(vehicle?.vin !== undefined && { vin: vehicle.vin }),
      ...(label !== '' && { label }),
    },
    updatedAt: updatedAt ?? null,
    provisionalSince: provisionalSince(procedure),
    ...kept(procedure),
  }
}

function signatureSeen(signature: Signature): Seen {
  const { id, status, signer, updatedAt } = signature
  const name = (signer as { fullname?: unknown } | null | undefined)?.fullname
  return {
    kind: 'signature',
    id,
    status,
    statusDescription: null,
    subject: typeof name === 'string' ? { label: name } : {},
    updatedAt: updatedAt ?? null,
    provisionalSince: null,
    ...kept(signature),
  }
}

const PROVISIONAL = new Set(['temp_veh_registration_cert', 'temp_technical_sheet'])
const FINAL = new Set(['final_veh_registration_cert'])

function provisionalSince({ generatedDocuments = [] }: Procedure): string | null {
  if (generatedDocuments.some(({ type }) => FINAL.has(type ?? ''))) return null
  const serviceDocuments = generatedDocuments.filter(({ type }) => PROVISIONAL.has(type ?? ''))
  return serviceDocuments.map(({ createdAt }) => createdAt ?? '').toSorted()[0] || null
}

function plate(text: string | null | undefined): Subject {
  const vrm = text ? normalisePlate(text) : ''
  return vrm !== '' && vrm.length <= LONGEST_VRM ? { vrm } : {}
}

function kept(resource: object): Pick<Seen, 'body' | 'revision'> {
  const body = canonicalBody(resource)
  return { body, revision: revisionOf(body) }
}
