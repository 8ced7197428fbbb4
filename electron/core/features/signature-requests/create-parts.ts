import type { Signature } from '#shared/api/signature.ts'
import type { OfficeSettings, NotificationSettings } from '#shared/bridge/settings.ts'
import { fileKindOf } from '#shared/domain/procedures/document-file.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import type { Audit } from '../audit/audit.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { createVault } from '../../store/vault.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Admission } from '../../runtime/admission.ts'
import { createContacts, type Contacts } from './contacts.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { SignatureFilter, SignatureRow } from '#shared/bridge/signature-requests.ts'
import { DAY_MS } from '../changes/alerts.rules.ts'
import { isMismatch } from './signature-requests.rules.ts'
import { createSignedDocuments, type SignedDocuments, createSignedSource } from './signed-documents.ts'
import { createSignatureRequests, type SignatureRequests } from './signature-requests.ts'

/** Parts of *Firmas* for one account, wired together. */
export interface SignatureRequestParts {
  /** Requests that the user writes and sends. */
  readonly requests: SignatureRequests
  /** Signatures at the service. */
  readonly signatures: Signatures
  readonly serviceDocuments: SignedDocuments
  readonly contacts: Contacts
  /** Call this after a signature changed: it may be signed now. */
  handleSignatureChange(): void
  /** Resumes work once the store is open. */
  resume(): Promise<void>
  close(hurried: boolean): Promise<void>
}

export interface SignatureRequestEvents {
  signatureRequest(id: string): void
  /** Publishes changed contacts. An empty list means all contacts. */
  contacts(ids: readonly string[]): void
  /** Publishes changed signatures and their linked procedures. */
  signatures(ids: readonly string[]): void
}

export interface SignatureRequestPartsDeps extends Admission {
  call: StoreCall
  client: ServiceClient
  clock: Clock
  log: Log
  supervisor: Supervisor
  audit: Pick<Audit, 'record'>
  /** Directory of the signed documents. */
  directory: string
  office: () => Pick<OfficeSettings, 'serviceDocuments' | 'serviceDocumentsMegabytes'>
  days: () => Pick<NotificationSettings['days'], 'signature'>
  persists: () => boolean
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  storeOwnSignature: (signature: Signature) => Promise<void>
  trackCreation: <T>(create: () => Promise<T>) => Promise<T>
  /** Called when the store has new due resources. It wakes background polling. */
  onQueued: () => void
  /** Called with these values when the user sends a request. */
  onSubmitted: (sent: Partial<Remembered>) => void
  events: SignatureRequestEvents
}

export function createSignatureRequest(deps: SignatureRequestPartsDeps): SignatureRequestParts {
  const { call, client, breaker, limiter, background, clock, log, audit, persists, events } = deps
  const requests = createSignatureRequests({
    call,
    client,
    breaker,
    limiter,
    background,
    clock,
    log,
    undoMs: deps.undoMs,
    persists,
    onSubmitted: deps.onSubmitted,
    storeOwnSignature: deps.storeOwnSignature,
    trackCreation: deps.trackCreation,
    onChanged: events.signatureRequest,
    onSent(signatureId) {
      events.signatures([signatureId])
      events.contacts([])
      deps.onQueued()
    },
  })
  const createSource = (urgent: boolean) =>
    createSignedSource({ client, breaker, limiter, background, urgent })
  const serviceDocuments = createSignedDocuments({
    call,
    clock,
    log,
    supervisor: deps.supervisor,
    vault: createVault(deps.directory, (head) => (fileKindOf(head) === 'pdf' ? ('pdf' as const) : null)),
    audit,
    source: { interactive: createSource(true), background: createSource(false) },
    office: deps.office,
    persists,
    onChanged: (id) => events.signatures([id]),
  })
  return {
    requests,
    serviceDocuments,
    signatures: createSignatures({ call, clock, days: deps.days, onChanged: events.signatures }),
    contacts: createContacts({ call, clock, audit, persists, onChanged: events.contacts }),
    handleSignatureChange: serviceDocuments.wake,
    async resume() {
      await requests.resume()
      await serviceDocuments.resume()
    },
    async close(hurried) {
      await Promise.all([requests.close(hurried), serviceDocuments.stop()])
    },
  }
}

/** Signature requests at the service: their list, with the data of this PC. */
interface Signatures {
  list(
    filter: SignatureFilter,
    before: number | null,
    limit: number,
  ): Promise<Result<CommandResult<'signatures.list'>>>
  counts(): Promise<Result<CommandResult<'signatures.counts'>>>
  get(id: string): Promise<Result<CommandResult<'signatures.get'>>>
  link(id: string, procedureId: string | null): Promise<Result<Record<string, never>>>
  listOfProcedure(procedureId: string): Promise<Result<{ rows: SignatureRow[] }>>
  /** Signatures of the procedures of each plate, the newest first. */
  listOfPlates(vrms: readonly string[], limit: number): Promise<SignatureRow[][]>
}

interface SignaturesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** Number of days after which a wait counts as too long. 0 means never. */
  days: () => Pick<NotificationSettings['days'], 'signature'>
  onChanged: (ids: readonly string[]) => void
}

function createSignatures({ call, clock, days, onChanged }: SignaturesDeps): Signatures {
  const computeLateBefore = (): number | null => {
    const { signature } = days()
    return signature > 0 ? clock.now() - signature * DAY_MS : null
  }
  const getNow = () => ({
    today: new Date(clock.now()).setHours(0, 0, 0, 0),
    lateBefore: computeLateBefore(),
  })

  return {
    list: async (filter, before, limit) => ok(await call('signatures', filter, before, limit, getNow())),
    counts: async () => ok(await call('signatureCounts', getNow())),

    async get(id) {
      const found = await call('signature', id, computeLateBefore())
      if (!found) return fail(appError('not-found'))
      const { row, details } = found
      const kept = new Map(
        (await call('signedDocuments', id)).map((serviceDocument) => [
          serviceDocument.documentId,
          serviceDocument.sha256,
        ]),
      )
      const parties = row.procedureId === undefined ? [] : await call('partiesOf', row.procedureId)
      const { idNumber, representativeIdNumber } = details.signer
      return ok({
        row,
        mismatch: isMismatch([idNumber, representativeIdNumber], parties),
        documents: details.documents.map(({ documentId, name }) => {
          const sha256 = kept.get(documentId)
          return {
            documentId,
            name,
            // The link is a secret and is not stored. A signed request always has a link.
            available: row.status === 'signed' || sha256 !== undefined,
            kept: sha256 !== undefined,
            ...(sha256 !== undefined && { sha256 }),
          }
        }),
      })
    },

    async link(id, procedureId) {
      const before = await call('signature', id, null)
      if (!(await call('linkSignature', id, procedureId))) return fail(appError('not-found'))
      const procedures = [before?.row.procedureId, procedureId].filter((one) => typeof one === 'string')
      onChanged([id, ...procedures])
      return ok({})
    },

    listOfPlates: (vrms, limit) => call('signaturesOfPlates', vrms, limit, computeLateBefore()),
    listOfProcedure: async (procedureId) =>
      ok({ rows: await call('signaturesOf', procedureId, computeLateBefore()) }),
  }
}
