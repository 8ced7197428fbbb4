import type Database from 'better-sqlite3-multiple-ciphers'
import { searchText } from '#shared/domain/search-text.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { signatureDetails } from './signature-details.rules.ts'

/**
 * SQL function called by the triggers of migration-signature-requests.ts. Every connection to a store has it.
 */
export function addSignatureRequestFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  db.function('signature_text', deterministic, (id: unknown, body: unknown, vrm: unknown): string => {
    const { document, signer } = signatureDetails(String(body))
    return searchText({
      plate: typeof vrm === 'string' ? vrm : '',
      codes: [signer.idNumber, signer.representativeIdNumber, signer.phone, String(id)],
      texts: [signer.fullname, signer.email, entryOf<string>(signatureDocumentLabels, document) ?? document],
    })
  })
}
