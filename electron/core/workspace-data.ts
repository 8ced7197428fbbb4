import { createBackups, type Backups } from './features/backup/backups.ts'
import { createDataSubjects, type DataSubjects } from './features/data-subjects/data-subjects.ts'
import { createErasureProof } from './features/data-subjects/erasure-proof.ts'
import { createRetention, type Retention } from './features/retention/retention.ts'
import { deriveKey } from './keychain/sealed-secrets.ts'
import type { Store } from './store/store.ts'
import type { Vault } from './store/vault.ts'
import type { Workspace, WorkspaceDeps, WorkspaceEvents } from './workspace-types.ts'

export interface DataParts {
  retention: Retention
  backups: Backups
  dataSubjects: DataSubjects
}

export interface DataPartsDeps extends Pick<
  Workspace,
  | 'active'
  | 'audit'
  | 'relay'
  | 'tracking'
  | 'procedures'
  | 'serviceDocuments'
  | 'attachments'
  | 'signatureRequest'
  | 'cases'
> {
  store: Pick<Store, 'call' | 'persistent'>
  /** Vault with the documents of drafts. */
  documentVault: Pick<Vault, 'remove'>
  deps: Pick<WorkspaceDeps, 'clock' | 'log' | 'supervisor' | 'office' | 'account' | 'derive'>
  events: Pick<WorkspaceEvents, 'resource' | 'backup' | 'restored' | 'draft' | 'erased'>
}

/**
 * Creates the parts for the life of an account's data: retention, backups, and the data of one person, shown or
 * erased.
 */
export function createDataParts(parts: DataPartsDeps): DataParts {
  const { active, store, audit, relay, tracking, documentVault, events, deps } = parts
  const { procedures, serviceDocuments, attachments, signatureRequest } = parts
  const { clock, log, supervisor, office } = deps
  const { call } = store

  const retention = createRetention({
    call,
    clock,
    log,
    supervisor,
    office,
    async removeFiles(files) {
      await Promise.all([
        serviceDocuments.removeFiles(files.serviceDocuments),
        attachments.removeFiles(files.attachments),
        signatureRequest.serviceDocuments.removeFiles(files.signed),
      ])
    },
    onMoved(moved) {
      for (const { kind, id } of moved) events.resource(kind, id)
      tracking.forgotten()
    },
  })

  const backups = createBackups({
    call,
    clock,
    log,
    supervisor,
    secrets: active.secrets,
    accountId: active.profile.id,
    account: deps.account,
    persists: () => store.persistent,
    isDemo: active.profile.environment === 'demo',
    settings: () => office().backup,
    audit,
    derive: deps.derive ?? deriveKey,
    onState: events.backup,
    async onRestored() {
      // Check the outcome of submissions open in the backup, and fetch new resources.
      await procedures.resume()
      await signatureRequest.resume()
      tracking.restored()
      serviceDocuments.restored()
      events.restored()
    },
  })

  const dataSubjects = createDataSubjects({
    call,
    clock,
    audit,
    proof: createErasureProof({ call, relay }),
    async onErased({ procedures: ofProcedures, signatures }, erased) {
      signatureRequest.contacts.forgetRemoved()
      parts.cases.notes.forgetRemoved()
      // The keys of these files are deleted, so the files are unreadable. After a kill the next start sweeps them.
      await Promise.allSettled([
        serviceDocuments.removeFiles(erased.serviceDocuments),
        attachments.removeFiles(erased.attachments),
        signatureRequest.serviceDocuments.removeFiles(erased.signed),
        ...erased.documents.map((id) => documentVault.remove(id)),
      ])
      for (const { id } of ofProcedures) events.resource('procedure', id)
      for (const { id } of signatures) events.resource('signature', id)
      for (const id of erased.drafts) events.draft(id)
      await procedures.resume()
      events.erased()
    },
  })

  return { retention, backups, dataSubjects }
}
