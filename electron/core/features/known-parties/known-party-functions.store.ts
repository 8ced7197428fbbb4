import type Database from 'better-sqlite3-multiple-ciphers'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** Minimum length of an identifier: a shorter text is still being typed. */
const LEAST_NUMBER = 6

/** SQL functions called by the triggers of migration-known-parties.ts. Every connection to a store has them. */
export function addKnownPartyFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  db.function('party_number', deterministic, numberOf)
  // A form from a bad copy may be no JSON, and must not stop its restoration.
  db.function('party_number_in', deterministic, (form, name) => {
    const { fields } = recordIn(typeof form === 'string' ? form : '')
    return typeof fields === 'object' && fields !== null
      ? numberOf((fields as Record<string, unknown>)[String(name)])
      : ''
  })
}

/** Identifier as it is searched for; empty for a text that is too short to be one. */
function numberOf(typed: unknown): string {
  const number = typeof typed === 'string' ? cleanTaxId(typed) : ''
  return number.length < LEAST_NUMBER ? '' : number
}
