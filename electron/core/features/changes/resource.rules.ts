import { createHash } from 'node:crypto'
import type { Procedure } from '#shared/api/procedure.ts'
import type { Signature } from '#shared/api/signature.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import { MAX_VRM } from '#shared/domain/plates/series.ts'
import { procedureName } from '#shared/text/labels.ts'

/** Names of fields that hold a link or a token. They are secrets that expire, and noise in a comparison. */
const SECRET_FIELD = /(?:url|uri|link|token|href)$/i
const LINK = /https?:\/\/\S*/gi

/**
 * Stored form of a resource. Links and tokens are removed, because pre-signed links are bearer secrets. Fields are
 * sorted, so that equal resources are equal texts.
 */
export function toCanonicalBody(resource: object): Record<string, unknown> {
  return sortKeys(resource) as Record<string, unknown>
}

function sortKeys(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LINK, '')
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(
    ([name, field]) => field !== undefined && !SECRET_FIELD.test(name),
  )
  return Object.fromEntries(
    fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sortKeys(field)]),
  )
}

/** Hash of a canonical body. Reports and signatures may have no `updatedAt`, so only the hash reveals a change. */
export const computeRevision = (body: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)

/** Kinds that are polled. Reports are polled by their own feature. Certificates only have events. */
export type PolledKind = 'procedure' | 'signature'
export const isPolled = (kind: string): kind is PolledKind => kind === 'procedure' || kind === 'signature'

/** A fetched resource, ready to be compared and stored. */
export interface Seen {
  kind: PolledKind
  id: string
  status: string
  statusDescription: string | null
  subject: Subject
  /** Time of the last change, by the service. */
  updatedAt: string | null
  /** Start of the provisional permit, ISO 8601; `null` without one. */
  provisionalSince: string | null
  revision: string
  body: Record<string, unknown>
}

export const toSeen = (kind: PolledKind, resource: Procedure | Signature): Seen =>
  kind === 'procedure' ? toSeenProcedure(resource as Procedure) : toSeenSignature(resource)

function toSeenProcedure(procedure: Procedure): Seen {
  const { id, status, statusDescription, vehicle, type, typeDescription, updatedAt } = procedure
  const label = procedureName(type ?? '', typeDescription)
  return {
    kind: 'procedure',
    id,
    status,
    statusDescription: statusDescription ?? null,
    subject: {
      ...toPlateSubject(vehicle?.vrm ?? procedure.vrm),
      ...(vehicle?.vin !== undefined && { vin: vehicle.vin }),
      ...(label !== '' && { label }),
    },
    updatedAt: updatedAt ?? null,
    provisionalSince: findProvisionalSince(procedure),
    ...buildBodyFields(procedure),
  }
}

function toSeenSignature(signature: Signature): Seen {
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
    ...buildBodyFields(signature),
  }
}

const PROVISIONAL = new Set(['temp_veh_registration_cert', 'temp_technical_sheet'])
const FINAL = new Set(['final_veh_registration_cert'])

function findProvisionalSince({ generatedDocuments = [] }: Procedure): string | null {
  if (generatedDocuments.some(({ type }) => FINAL.has(type ?? ''))) return null
  const serviceDocuments = generatedDocuments.filter(({ type }) => PROVISIONAL.has(type ?? ''))
  return serviceDocuments.map(({ createdAt }) => createdAt ?? '').toSorted()[0] || null
}

function toPlateSubject(text: string | null | undefined): Subject {
  const vrm = text ? normalisePlate(text) : ''
  return vrm !== '' && vrm.length <= MAX_VRM ? { vrm } : {}
}

function buildBodyFields(resource: object): Pick<Seen, 'body' | 'revision'> {
  const body = toCanonicalBody(resource)
  return { body, revision: computeRevision(body) }
}
