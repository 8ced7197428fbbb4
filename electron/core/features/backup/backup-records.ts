import type { StoreCall } from '../../store/client.ts'
import type { BackupRecord, HeadRecord } from './records.ts'

const PAGE = 500

/** All records of a copy, in order, a page at a time. */
export async function* backupRecords(
  call: StoreCall,
  account: HeadRecord['account'],
  madeAt: number,
): AsyncGenerator<HeadRecord | BackupRecord> {
  yield { t: 'head', madeAt, account, audit: await call('auditEnd') }
  yield* pages((after) => call('backupResources', after, PAGE))
  // After the resources: a draft sent meanwhile is in the copy as sent, and restoring it tracks its
  // procedure.
  yield* pages((after) => call('backupDrafts', after, PAGE))
  yield* pages((after) => call('backupSignatureRequests', after, PAGE))
  yield* pages((after) => call('backupContacts', after, PAGE))
  yield* pages((after) => call('backupTemplates', after, PAGE))
  yield* pages((after) => call('backupWatches', after, PAGE))
  for (const id of await call('backupPlateListIds')) {
    const list = await call('backupPlateList', id)
    if (list) yield list
  }
  for (const id of await call('backupTransferBatchIds')) {
    const batch = await call('backupTransferBatch', id)
    if (batch) yield batch
  }
  yield* pages((after) => call('backupPastCases', after, PAGE))
  const views = await call('backupViews')
  if (views !== null) yield { t: 'views', views }
  const texts = await call('backupClientTexts')
  if (texts !== null) yield { t: 'client-texts', texts }
}

async function* pages<T>(
  ask: (after: number) => Promise<{ records: T[]; next: number | null }>,
): AsyncGenerator<T> {
  for (let after: number | null = 0; after !== null;) {
    const { records, next }: { records: T[]; next: number | null } = await ask(after)
    yield* records
    after = next
  }
}
