import { join } from 'node:path'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { procedureAt } from './desk-data.ts'

const DAY_MS = 86_400_000

/** Adds `count` procedures, just refreshed, to the store of an existing demonstration. */
export async function seedProcedures(dataDir: string, count: number, now: number): Promise<void> {
  const directory = join(dataDir, 'demo')
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the directory to seed has data of its own')
  const db = openDatabase(path, found.key)
  const resource = db.prepare(
    `INSERT INTO resource (seq, kind, id, status, status_description, vrm, vin, label, since, added_at, checked_at, next_at,
       server_at, revision, body)
     VALUES (@seq, 'procedure', @id, @status, NULL, @vrm, @vin, @label, @since, @since, @now, @next, @since, @id, @body)`,
  )
  const desk = db.prepare(
    `INSERT INTO desk (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name, buyer_tax_id,
       contract_date, notes)
     VALUES (@seq, 1, @now, @client, @seller, @sellerTaxId, @buyer, @buyerTaxId, @contractDate, @notes)`,
  )
  const label = db.prepare('INSERT INTO desk_label (seq, label) VALUES (?, ?)')
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const { id, status, vrm, vin, label: type, body, desk: written, labels } = procedureAt(index, now)
      // None has been ended for so long that it leaves the cache.
      const since = now - ((count - index) / count) * 80 * DAY_MS
      const isOpen = status !== 'DELIVERED_TO_CLIENT' && status !== 'CANCELLED'
      const seq = index + 1
      // Annotations first, so that each is indexed once.
      if (written) desk.run({ seq, now, ...written })
      resource.run({
        seq,
        id,
        status,
        vrm,
        vin,
        label: type,
        since: Math.round(since),
        now,
        next: isOpen ? now + DAY_MS : null,
        body: JSON.stringify(body),
      })
      for (const name of labels) label.run(seq, name)
    }
  })()
  db.close()
}
