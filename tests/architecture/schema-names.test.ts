import { expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

/** Words that docs/glossary.md replaced. The replacement is beside each of them. */
const RETIRED = {
  desk: 'case, annotations',
  desks: 'case, annotations',
  signing: 'signature_request',
  signings: 'signature_request',
  supply: 'attachment',
  supplies: 'attachment',
  paper: 'document, service_document',
  papers: 'document, service_document',
  intention: 'submission',
}

test('no name of the schema of a PC has a retired word', () => {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  // Opens the temporary triggers too.
  createStoreMethods(db, createAuditWriter(db, null))
  const schema = db
    .prepare<[], { name: string; sql: string | null }>(
      'SELECT name, sql FROM sqlite_master UNION ALL SELECT name, sql FROM sqlite_temp_master',
    )
    .all()
  db.close()
  const found = schema.flatMap(({ name, sql }) =>
    [name, sql ?? '']
      .flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? [])
      .filter((word) => word in RETIRED)
      .map((word) => `${name}: ${word}`),
  )
  expect(schema.length).toBeGreaterThan(150)
  expect(found).toEqual([])
})
