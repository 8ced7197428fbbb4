import { createHash } from 'node:crypto'

/** Names of fields that hold a link or a token: secrets that expire, and noise in a comparison. */
const SECRET_FIELD = /(?:url|uri|link|token|href)$/i
const LINK = /https?:\/\/\S*/gi

/**
 * Stored form of a resource: without links and tokens (pre-signed links are bearer secrets and are stored
 * nowhere), its fields in one order, so that equal resources are equal texts.
 */
export function canonicalBody(resource: object): Record<string, unknown> {
  return canonical(resource) as Record<string, unknown>
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LINK, '')
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, field]) => field !== undefined && !SECRET_FIELD.test(name),
  )
  return Object.fromEntries(
    kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, canonical(field)]),
  )
}

/**
 * Hash of a canonical body. Reports and signatures may have no `updatedAt`, so it is what reveals a change.
 */
export const revisionOf = (canonicalOne: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(canonicalOne)).digest('base64url').slice(0, 22)
