import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type Database from 'better-sqlite3-multiple-ciphers'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import {
  createSampleOfficeQueries,
  type SampleFill,
  type SampleOfficeParts,
} from '#electron/core/features/sample-office/sample-office.store.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

const AT = Date.parse('2026-11-23T11:00:00Z')
const FILL: SampleFill = {
  office: { cases: [], signatures: [] },
  resources: [
    toSeen('procedure', { id: 'p1', status: 'DRAFT', createdAt: '2026-11-20T10:00:00Z' }),
    toSeen('signature', { id: 's1', status: 'sent', createdAt: '2026-11-20T10:00:00Z' }),
  ],
  events: [],
  reports: [],
  now: AT,
}
let db: Database.Database
let methods: ReturnType<typeof createStoreMethods>

beforeEach(() => {
  db = openDatabase(IN_MEMORY, randomBytes(32))
  methods = createStoreMethods(db, createAuditWriter(db, null))
})
afterEach(() => db.close())

/** The same queries, one of whose writes fails after others. */
const failing = () =>
  createSampleOfficeQueries(db, {
    resources: methods,
    cases: methods,
    lookups: { ...methods, reportArrived: (report) => methods.reportArrived(report, false) },
    completes: methods,
    drafts: methods,
    signatures: methods,
    signatureRequests: methods,
    contacts: {
      contactUsed() {
        throw new Error('the disk is full')
      },
    },
  } satisfies SampleOfficeParts)

test('is written whole or not at all, and wanted until it is', () => {
  expect(methods.wantsSampleOffice()).toBe(true)
  expect(() => failing().fillSampleOffice(FILL)).toThrow('the disk is full')
  expect(methods.resourceView('procedure', 'p1')).toBeNull()
  expect(methods.uncertainCompleteRequests()).toEqual([])
  expect(methods.wantsSampleOffice()).toBe(true)
  expect(methods.fillSampleOffice(FILL)).toBe(true)
  expect(methods.resourceView('procedure', 'p1')).toMatchObject({ status: 'DRAFT' })
  expect(methods.wantsSampleOffice()).toBe(false)
  expect(methods.fillSampleOffice(FILL)).toBe(false)
})
