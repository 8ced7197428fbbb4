import { createHash, createHmac } from 'node:crypto'
import type { AuditRow } from '#shared/bridge/audit.ts'

/** An action to be recorded. */
export interface AuditNote {
  what: AuditRow['what']
  kind: string
  /** A plate, a chassis, an identifier or a procedure. Only its pseudonym is stored. Empty if there is none. */
  identifier: string
  result: AuditRow['result']
  sha256?: string
}

/** Previous hash of the first row. */
export const GENESIS = '0'.repeat(64)

/** A row without its hash. */
export type AuditEntry = Omit<AuditRow, 'hash'>

/**
 * Text hashed for a row. It is a JSON array of the previous hash and the row's values, in this order, without spaces.
 * The rows alone suffice to rebuild the chain (electron/core/features/audit/README.md).
 */
export const serializeRow = (entry: AuditEntry, previous: string): string =>
  JSON.stringify([
    previous,
    entry.seq,
    entry.at,
    entry.who,
    entry.what,
    entry.kind,
    entry.pseudonym,
    entry.result,
    entry.sha256 ?? '',
  ])

export const hashOf = (entry: AuditEntry, previous: string): string =>
  createHash('sha256').update(serializeRow(entry, previous), 'utf8').digest('hex')

/**
 * Pseudonym of an identifier. It does not depend on case or separators, and cannot be reversed without the account's
 * key.
 */
export function computePseudonym(identifier: string, key: Uint8Array): string {
  const compact = identifier
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
  if (compact === '') return ''
  return createHmac('sha256', key).update(compact, 'utf8').digest('hex').slice(0, 32)
}
