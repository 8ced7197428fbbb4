import type Database from 'better-sqlite3-multiple-ciphers'
import type { FieldChanges } from '#shared/domain/procedures/fields.ts'

/** What is known here of a procedure at the service. */
export interface CopySource {
  /** As the service names it; empty before its first answer. */
  type: string
  fields: FieldChanges
}

interface Row {
  type: string
  client: string | null
  seller_name: string | null
  seller_tax_id: string | null
  buyer_name: string | null
  buyer_tax_id: string | null
}

/** Query of the procedure that *Crear otro igual* copies. Runs in the worker. */
export function createCopySourceQueries(db: Database.Database) {
  const find = db.prepare<[string], Row>(
    `SELECT CAST(coalesce(json_extract(r.body, '$.type'), '') AS TEXT) AS type, d.client, d.seller_name,
       d.seller_tax_id, d.buyer_name, d.buyer_tax_id
     FROM resource r LEFT JOIN desk d ON d.seq = r.seq
     WHERE r.kind = 'procedure' AND r.id = ? AND r.blocked_at IS NULL`,
  )
  return {
    copySource(procedureId: string): CopySource | null {
      const row = find.get(procedureId)
      if (!row) return null
      return {
        type: row.type,
        fields: {
          client: row.client ?? '',
          sellerName: row.seller_name ?? '',
          sellerTaxId: row.seller_tax_id ?? '',
          buyerName: row.buyer_name ?? '',
          buyerTaxId: row.buyer_tax_id ?? '',
        },
      }
    },
  }
}
