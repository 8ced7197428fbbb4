import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type Database from 'better-sqlite3-multiple-ciphers'
import type { TransferArgs } from '#shared/bridge/contract.ts'
import type { ServiceDocument, Attachment } from '#shared/bridge/service-documents.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { startCore, temporaryDirectory, waitUntil, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const still = new AbortController().signal

/** Core at work on procedures already in the service. */
export interface ServiceDocumentFixture extends CoreFixture {
  serviceDocuments(procedureId: string): Promise<ServiceDocument[]>
  /** Bytes of a document, or the error's code. */
  open(procedureId: string, documentId: string): Promise<Buffer | string>
  zip(args: TransferArgs<'service-documents.zip'>): Promise<{ filename: string; bytes: Buffer } | string>
  give(args: Omit<TransferArgs<'attachments.add'>, 'size'>, bytes: Uint8Array): Promise<Result<Attachment>>
  /** Waits until done, failed, or queued without a send time. */
  settled(procedureId: string, id: string): Promise<Attachment>
}

export async function startServiceDocumentFixture(
  url: string,
  overrides: Partial<CoreDeps> = {},
): Promise<ServiceDocumentFixture> {
  // Failures are injected and nothing here waits for a timeout: a busy machine is no fault.
  const fixture = await startCore(url, { deriveKey: quickDerive, ...overrides })
  await fixture.value('settings.update', { undoSeconds: 0 })
  const { router } = fixture.core
  async function read(name: string, args: unknown) {
    const sent = await router.send(name, args, still)
    if (!sent.ok) return sent.error.code
    const parts: Uint8Array[] = []
    for await (const part of sent.value.bytes) parts.push(part)
    return { filename: sent.value.filename, bytes: Buffer.concat(parts) }
  }
  async function* once(bytes: Uint8Array) {
    yield bytes
  }
  return {
    ...fixture,
    serviceDocuments: async (procedureId) =>
      (await fixture.value('service-documents.list', { procedureId })).serviceDocuments,
    async open(procedureId, documentId) {
      const file = await read('service-documents.open', { procedureId, documentId })
      return typeof file === 'string' ? file : file.bytes
    },
    zip: (args) => read('service-documents.zip', args),
    give: (args, bytes) =>
      router.receive('attachments.add', { ...args, size: bytes.byteLength }, once(bytes), still) as Promise<
        Result<Attachment>
      >,
    settled: (procedureId, id) =>
      waitUntil(
        async () => {
          const { attachments } = await fixture.value('attachments.list', { procedureId })
          const found = attachments.find((one) => one.id === id)
          if (!found) throw new Error('it is not listed')
          return found
        },
        ({ state, sendAt }) =>
          state === 'done' || state === 'failed' || (state === 'queued' && sendAt === undefined),
        20_000,
      ),
  }
}

/** Store of a stopped desk. */
export async function withStore<T>(
  { dataDir }: ServiceDocumentFixture,
  use: (db: Database.Database) => T,
): Promise<T> {
  const directory = join(dataDir, 'demo')
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('no key')
  const db = openDatabase(path, found.key)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Files of a ZIP, as read by another program. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const path = join(await temporaryDirectory(), 'a.zip')
  await writeFile(path, bytes)
  const script = `
import json, sys, zipfile, base64
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps({n: base64.b64encode(z.read(n)).decode() for n in z.namelist()}))`
  const { stdout } = await promisify(execFile)('python3', ['-c', script, path], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = JSON.parse(stdout) as Record<string, string>
  return new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')]))
}
