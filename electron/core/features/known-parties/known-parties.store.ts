import type Database from 'better-sqlite3-multiple-ciphers'
import type { KnownSource } from '#shared/domain/parties.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { recordIn, readTexts } from '../../store/stored-json.rules.ts'
import { formOf } from '../procedures/draft-rows.store.ts'

/** Minimum length of an identifier: a shorter text is still being typed. */
const LEAST_NUMBER = 6

/** SQL functions that the triggers of migration-known-parties.ts call. Every connection to a store has them. */
export function addKnownPartyFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  db.function('party_number', deterministic, numberOf)
  // A bad backup may hold a form that is not JSON. It must not stop the restore.
  db.function('party_number_in', deterministic, (form, name) => {
    const { fields } = recordIn(typeof form === 'string' ? form : '')
    return typeof fields === 'object' && fields !== null
      ? numberOf((fields as Record<string, unknown>)[String(name)])
      : ''
  })
}

/** Identifier in its searched form, or empty for a text that is too short. */
function numberOf(typed: unknown): string {
  const number = typeof typed === 'string' ? cleanTaxId(typed) : ''
  return number.length < LEAST_NUMBER ? '' : number
}

/** Maximum number of records read of each kind. The latest records have the valid data. */
const MOST = 12

interface CaseRow {
  role: 'seller' | 'buyer'
  id: string
  at: number
  vrm: string | null
  vin: string | null
  client: string
  seller_name: string
  buyer_name: string
}
interface DraftRow {
  role: 'seller' | 'buyer'
  id: string
  at: number
  vrm: string | null
  vin: string | null
  form: string
}
interface SignerRow {
  id: string
  at: number
  fields: string
}

/** Queries for the data of one person or company in the records of this account. Runs in the worker. */
export function createKnownPartyQueries(db: Database.Database) {
  // Blocked procedures are hidden (store/visible.ts).
  const cases = db.prepare<[string], CaseRow>(
    `SELECT k.role, r.id, max(d.updated_at, r.added_at) AS at, r.vrm, r.vin, d.client, d.seller_name, d.buyer_name
     FROM known_party k JOIN case_annotations d ON d.seq = k.seq JOIN resource r ON r.seq = k.seq
     WHERE k.number = ? AND k.kind = 'case' AND r.blocked_at IS NULL ORDER BY k.seq DESC LIMIT ${MOST}`,
  )
  // A sent draft is left out: its data are in the annotations of its procedure, where the user may have corrected them.
  const drafts = db.prepare<[string], DraftRow>(
    `SELECT k.role, d.id, d.updated_at AS at, d.vrm, d.vin, d.form
     FROM known_party k JOIN draft d ON d.seq = k.seq
     WHERE k.number = ? AND k.kind = 'draft' AND d.state NOT IN ('sent', 'discarded')
     ORDER BY k.seq DESC LIMIT ${MOST}`,
  )
  const requests = db.prepare<[string], SignerRow>(
    `SELECT id, updated_at AS at, fields FROM signature_request WHERE id_number = ? AND state <> 'discarded'
     ORDER BY seq DESC LIMIT ${MOST}`,
  )
  const contact = db.prepare<[string], SignerRow>(
    'SELECT id, updated_at AS at, fields FROM contact WHERE id_number = ?',
  )

  return {
    /** @param except id of the draft or request that is left out */
    knownParty(taxId: string, except: string): KnownSource[] {
      const number = cleanTaxId(taxId)
      const all = [
        ...contact.all(number).map((row) => toSignerSource('contact', row)),
        ...cases.all(number).map(toCaseSource),
        ...drafts.all(number).map(toDraftSource),
        ...requests.all(number).map((row) => toSignerSource('signature-request', row)),
      ]
      return all.filter(({ id }) => id !== except)
    },
  }
}

const toVehicle = ({ vrm, vin }: { vrm: string | null; vin: string | null }) => ({
  ...(vrm !== null && { vrm }),
  ...(vin !== null && { vin }),
})

const toCaseSource = (row: CaseRow): KnownSource => ({
  from: 'case',
  id: row.id,
  at: row.at,
  ...toVehicle(row),
  values: { fullname: row.role === 'seller' ? row.seller_name : row.buyer_name },
  client: row.client,
})

function toDraftSource(row: DraftRow): KnownSource {
  const { fields } = formOf(row)
  return {
    from: 'draft',
    id: row.id,
    at: row.at,
    ...toVehicle(row),
    values: { fullname: row.role === 'seller' ? fields.sellerName : fields.buyerName },
    client: fields.client,
  }
}

function toSignerSource(from: 'contact' | 'signature-request', { id, at, fields }: SignerRow): KnownSource {
  const values = readTexts(fields) ?? {}
  const { fullname, representativeIdNumber, street, zipCode, municipalityName, provinceName, phone, email } =
    values
  return {
    from,
    id,
    at,
    values: {
      fullname,
      representativeIdNumber,
      street,
      zipCode,
      municipalityName,
      provinceName,
      phone,
      email,
    },
  }
}
