import { createHash, createHmac } from 'node:crypto'
import type { AuditRow } from '#shared/bridge/audit.ts'

/** What is to be written down of something that was done. */
export interface AuditNote {
  what: AuditRow['what']
  kind: string
  /** A plate, a chassis, an identifier, a procedure: only its pseudonym is kept. Empty for what is about nobody. */
  identifier: string
  result: AuditRow['result']
  sha256?: string
}

/** What the first row stands on. */
export const GENESIS = '0'.repeat(64)

/** A row without its hash. */
export type AuditEntry = Omit<AuditRow, 'hash'>

/**
 * The text that a row's hash is of: a JSON array of the hash before it and the row's own values, in this order, without
 * spaces. Whoever has the rows can make the chain again with nothing of ours (see README.md).
 */
export const canonicalRow = (entry: AuditEntry, previous: string): string =>
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
  createHash('sha256').update(canonicalRow(entry, previous), 'utf8').digest('hex')

/** The same identifier has the same one, however it was typed; without the account's key nothing leads back from it. */
export function pseudonymOf(identifier: string, key: Uint8Array): string {
  const compact = identifier
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
  if (compact === '') return ''
  return createHmac('sha256', key).update(compact, 'utf8').digest('hex').slice(0, 32)
}
