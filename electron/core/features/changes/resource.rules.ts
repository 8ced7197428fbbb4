import type { Procedure } from '#shared/api/procedure.ts'
import type { Signature } from '#shared/api/signature.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import { MAX_VRM } from '#shared/domain/plates/series.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import { procedureName } from '#shared/text/labels.ts'
import { canonicalBody, revisionOf } from './canonical.rules.ts'

/** Kinds that are polled. Reports have a lane of their own; certificates only have events. */
export type PolledKind = 'procedure' | 'signature'
export const isPolled = (kind: string): kind is PolledKind => kind === 'procedure' || kind === 'signature'

/** A fetched resource, ready to be compared and stored. */
export interface Seen {
  kind: PolledKind
  id: string
  status: string
  statusDescription: string | null
  subject: Subject
  /** Service's own time of its last change. */
  updatedAt: string | null
  /** Start of its provisional permit, ISO 8601; `null` without one. */
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
  return vrm !== '' && vrm.length <= MAX_VRM ? { vrm } : {}
}

function kept(resource: object): Pick<Seen, 'body' | 'revision'> {
  const body = canonicalBody(resource)
  return { body, revision: revisionOf(body) }
}
