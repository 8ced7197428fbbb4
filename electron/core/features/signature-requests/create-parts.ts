import type { Signature } from '#shared/api/signature.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import { fileKindOf } from '#shared/domain/procedures/file-kind.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import type { Audit } from '../audit/audit.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { createVault } from '../../store/vault.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Admission } from '../../runtime/admission.ts'
import { createContacts, type Contacts } from './contacts.ts'
import { createSignatures, type Signatures } from './signatures.ts'
import { createSignedDocuments, type SignedDocuments } from './signed-documents.ts'
import { createSignedSource } from './signed-source.ts'
import { createSignatureRequests, type SignatureRequests } from './signature-requests.ts'

/** *Firmas* of one account, wired together. */
export interface SignatureRequestParts {
  /** Requests being written and sent. */
  readonly requests: SignatureRequests
  /** Signatures at the service. */
  readonly signatures: Signatures
  readonly serviceDocuments: SignedDocuments
  readonly contacts: Contacts
  /** A signature changed: it may be signed now. */
  noteSignature(): void
  /** Resumes work once the store is open. */
  resume(): Promise<void>
  close(hurried: boolean): Promise<void>
}

export interface SignatureRequestEvents {
  signatureRequest(id: string): void
  /** Publishes changed contacts; none means all of them. */
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
  audit: Pick<Audit, 'note'>
  /** Directory of the signed documents. */
  directory: string
  office: () => Pick<OfficeSettings, 'serviceDocuments' | 'serviceDocumentsMegabytes'>
  days: () => Pick<NotificationSettings['days'], 'signature'>
  persists: () => boolean
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  keepOwn: (signature: Signature) => Promise<void>
  creating: <T>(create: () => Promise<T>) => Promise<T>
  /** The store has new due resources: wakes background polling. */
  onQueued: () => void
  /** The user sends a request with these values. */
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
    keepOwn: deps.keepOwn,
    creating: deps.creating,
    onChanged: events.signatureRequest,
    onSent(signatureId) {
      events.signatures([signatureId])
      events.contacts([])
      deps.onQueued()
    },
  })
  const source = (urgent: boolean) => createSignedSource({ client, breaker, limiter, background, urgent })
  const serviceDocuments = createSignedDocuments({
    call,
    clock,
    log,
    supervisor: deps.supervisor,
    vault: createVault(deps.directory, (head) => (fileKindOf(head) === 'pdf' ? ('pdf' as const) : null)),
    audit,
    source: { interactive: source(true), background: source(false) },
    office: deps.office,
    persists,
    onChanged: (id) => events.signatures([id]),
  })
  return {
    requests,
    serviceDocuments,
    signatures: createSignatures({ call, clock, days: deps.days, onChanged: events.signatures }),
    contacts: createContacts({ call, clock, audit, persists, onChanged: events.contacts }),
    noteSignature: serviceDocuments.wake,
    async resume() {
      await requests.resume()
      await serviceDocuments.resume()
    },
    async close(hurried) {
      await Promise.all([requests.close(hurried), serviceDocuments.stop()])
    },
  }
}
