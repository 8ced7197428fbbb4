import { randomUUID } from 'node:crypto'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { documentLinkBody } from '#shared/api/procedure.ts'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { fileNameAs, safeName } from '#shared/domain/service-document-name.ts'
import {
  type DocumentReading,
  FILE_ENDINGS,
  FILE_KINDS,
  kindOfMime,
} from '#shared/domain/procedures/document-file.ts'
import { recogniseDocument, type Recognition } from '#shared/domain/procedures/recognise-document.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { isChangeable } from '../procedures/draft.rules.ts'
import type { DocumentChange, DocumentInside, DocumentSwap, NewDocument } from './documents.store.ts'
import type { Vault } from '../../store/vault.ts'

/** Documents of drafts, until they are at the service. */
export interface Documents {
  add(
    file: {
      draftId: string
      name: string
      size: number
      type?: string | undefined
      /** Guess of the window, which has read the document. */
      guess?: (Recognition & { reading?: DocumentReading | undefined }) | undefined
      /** Party that the content told, or of the document that it replaces. */
      party?: string | undefined
      /** Documents that the new document replaces. */
      instead?: readonly string[] | undefined
    },
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Result<{ document: DraftDocument; repeated: boolean }>>
  link(draftId: string, url: string, type: string | undefined): Promise<Result<DraftDocument>>
  retype(documentId: string, type: string): Promise<Result<DraftDocument>>
  setParty(documentId: string, party: string): Promise<Result<DraftDocument>>
  remove(documentId: string): Promise<Result<Record<string, never>>>
  /** Removes documents from a draft, and brings back others that were removed in this run. */
  swap(change: DocumentSwap): Promise<Result<Record<string, never>>>
  open(documentId: string): Promise<Result<OutboundFile>>
  /** Deletes the files that no draft needs any more. */
  sweep(): Promise<void>
}

export interface DocumentsDeps {
  call: StoreCall
  clock: Clock
  vault: Vault
  assumptions: Pick<AccountAssumptions, 'maxDocumentBytes' | 'maxDocuments'>
  onChanged: (draftId: string) => void
}

export function createDocuments({ call, clock, vault, assumptions, onChanged }: DocumentsDeps): Documents {
  /** Reason that the documents of a draft cannot be changed, or `null`. */
  async function findRefusal(draftId: string): Promise<AppError | null> {
    const found = await call('draft', draftId)
    if (!found) return appError('not-found')
    return isChangeable(found.draft) ? null : appError('draft-busy')
  }

  async function storeDocument(
    document: NewDocument,
    maxDocuments = assumptions.maxDocuments,
  ): Promise<Result<{ document: DraftDocument; repeated: boolean }>> {
    const kept = await call('addDocument', document, maxDocuments, clock.now())
    // The submission may have begun while the file was arriving.
    if (kept === 'busy') return fail(appError('draft-busy'))
    if (kept === 'full') return fail(appError('too-many-documents'))
    if (kept !== 'added') return ok({ document: kept, repeated: true })
    onChanged(document.draftId)
    const added = await call('document', document.id)
    return added ? ok({ document: added.document, repeated: false }) : fail(appError('not-found'))
  }

  async function swap(change: DocumentSwap): Promise<Result<Record<string, never>>> {
    const done = await call('swapDocuments', change, assumptions.maxDocuments, clock.now())
    if (done === 'unknown') return fail(appError('not-found'))
    if (done === 'busy') return fail(appError('draft-busy'))
    if (done === 'full') return fail(appError('too-many-documents'))
    await Promise.all(done.files.map((id) => vault.remove(id)))
    onChanged(change.draftId)
    return ok({})
  }

  /** Changes a document of this PC. A document that exists only at the service stays as it is. */
  async function changeDocument(
    documentId: string,
    run: () => Promise<DocumentChange>,
  ): Promise<Result<DocumentInside>> {
    const found = await call('document', documentId)
    if (!found) return fail(appError('not-found'))
    if (found.document.source === 'service') return fail(AT_SERVICE)
    const done = await run()
    if (done === 'unknown') return fail(appError('not-found'))
    if (done === 'busy') return fail(appError('draft-busy'))
    onChanged(found.draftId)
    return ok(found)
  }

  return {
    async add({ draftId, name, size, type, guess, party = '', instead = [] }, body, signal) {
      const refused = await findRefusal(draftId)
      if (refused) return fail(refused)
      const most = assumptions.maxDocuments + instead.length
      if ((await call('documentCount', draftId)) >= most) return fail(appError('too-many-documents'))
      const id = randomUUID()
      const file = await vault.receive(id, body, { size, maxBytes: assumptions.maxDocumentBytes }, signal)
      if (!file.ok) return file
      const { kind, ...rest } = file.value
      const document: NewDocument = {
        id,
        draftId,
        source: 'file',
        name: fileNameAs(name, FILE_ENDINGS[kind]),
        ...chooseType(type, guess ?? recogniseDocument({ name })),
        reading: guess?.reading ?? null,
        party,
        mime: FILE_KINDS[kind],
        ...rest,
        url: null,
        remoteId: null,
      }
      const kept = await storeDocument(document, most).catch(async (error: unknown) => {
        await vault.remove(id)
        throw error
      })
      if (!kept.ok || kept.value.repeated) await vault.remove(id)
      return kept
    },

    async link(draftId, text, type) {
      const refused = await findRefusal(draftId)
      if (refused) return fail(refused)
      const url = documentLinkBody.shape.url.safeParse(text.trim())
      if (!url.success) return fail(appError('bad-link'))
      const { hostname, pathname, username, password } = new URL(url.data)
      if (username !== '' || password !== '') return fail(appError('bad-link'))
      const name = safeName(decodeName(pathname.split('/').at(-1) ?? '')) || hostname
      const kept = await storeDocument({
        id: randomUUID(),
        draftId,
        source: 'link',
        name: name.slice(0, 255),
        ...chooseType(type, recogniseDocument({ name })),
        reading: null,
        party: '',
        mime: null,
        size: null,
        sha256: null,
        url: url.data,
        key: null,
        remoteId: null,
      })
      return kept.ok ? ok(kept.value.document) : kept
    },

    async retype(documentId, type) {
      const done = await changeDocument(documentId, () =>
        call('retypeDocument', documentId, type, clock.now()),
      )
      if (!done.ok) return done
      const after = await call('document', documentId)
      return after ? ok(after.document) : fail(appError('not-found'))
    },

    async setParty(documentId, party) {
      const done = await changeDocument(documentId, () => call('setDocumentParty', documentId, party))
      if (!done.ok) return done
      const after = await call('document', documentId)
      return after ? ok(after.document) : fail(appError('not-found'))
    },

    async remove(documentId) {
      const found = await call('document', documentId)
      if (!found) return fail(appError('not-found'))
      if (found.document.source === 'service') return fail(AT_SERVICE)
      return swap({ draftId: found.draftId, out: [documentId], back: [], order: [] })
    },
    swap,

    async open(documentId) {
      const found = await call('document', documentId)
      if (!found) return fail(appError('not-found'))
      if (found.key === null) return fail(appError('document-lost'))
      const bytes = await vault.read(documentId, found.key)
      if (!bytes.ok) return bytes
      const { name, mime = 'application/octet-stream' } = found.document
      // A restored copy may have a name that another version wrote.
      const kind = kindOfMime(mime)
      const filename = fileNameAs(name, kind === null ? ['bin'] : FILE_ENDINGS[kind])
      return ok({ filename, contentType: mime, bytes: bytes.value })
    },

    async sweep() {
      await vault.sweep(new Set(await call('documentFiles')))
    },
  }
}

const AT_SERVICE = appError('invalid-request', { detail: 'at the service' })

const chooseType = (type: string | undefined, guess: Recognition) =>
  type === undefined
    ? { type: guess.type, guessed: true, reason: guess.reason }
    : { type, guessed: false, reason: null }

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
