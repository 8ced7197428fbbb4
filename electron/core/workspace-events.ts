import { topics, type TopicPayload } from '#shared/bridge/contract.ts'
import type { Log } from './runtime/log/log.ts'
import { loadBanners } from './features/banners/banners.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { SliceHolder } from './bridge/slices.ts'
import type { WorkspaceEvents } from './workspace-types.ts'

export interface WorkspaceEventDeps {
  /** Id of the account. */
  id: string
  /** Events of an account that is not on screen are not published. */
  isOnScreen: () => boolean
  set: SliceHolder['set']
  changed: (kind: TopicPayload<'changed'>['kind'], ids: string[]) => void
  batch: WorkspaceEvents['batch']
  accounts: Pick<Accounts, 'noteKey'>
  log: Log
}

/** Publishes an account's events to the windows: its slices, and invalidations of their queries. */
export function workspaceEvents({
  id,
  isOnScreen,
  accounts,
  log,
  ...deps
}: WorkspaceEventDeps): WorkspaceEvents {
  const set: SliceHolder['set'] = (name, value) => isOnScreen() && deps.set(name, value)
  const changed = (kind: TopicPayload<'changed'>['kind'], ids: string[]) => {
    if (isOnScreen()) deps.changed(kind, ids)
  }
  return {
    connection(state) {
      set('connection', state)
      // Normal traffic shows that the key is accepted or refused, without a check of its own.
      if (state.state !== 'online' && state.error?.code !== 'unauthorized') return
      accounts
        .noteKey(id, state.state === 'online')
        .catch((error: unknown) => log.error('accounts: cannot note the state of a key', error))
    },
    store: (state) => set('store', state),
    uncertain: (requests) => set('uncertain', requests),
    changed: (kind, vrm) => changed(kind, [vrm]),
    batch(batch) {
      if (isOnScreen()) deps.batch(batch)
      changed('plate-list', [batch.id])
    },
    plateList: (list) => changed('plate-list', [list]),
    watches(vrms) {
      changed('watch', [...vrms])
      // The mark of a watched plate is in its view.
      if (vrms.length > 0) changed('lookup', [...vrms])
    },
    transferBatch: (batch) => changed('transfer-batch', [batch]),
    resource: (_kind, resource) => changed('resource', [resource]),
    inbox: (seqs) => changed('inbox', seqs.map(String)),
    inboxCounts: (counts) => set('inboxCounts', counts),
    outage: (state) => set('outage', state),
    sweep: (state) => set('sweep', state),
    draft: (draft) => changed('draft', [draft]),
    drafts: (counts) => set('drafts', counts),
    cases: (ids) => changed('resource', ids),
    views: () => changed('views', []),
    clientTexts() {
      changed('client-texts', [])
      // Its text is in the view of a plate.
      changed('lookup', [])
    },
    calendar: () => changed('calendar', []),
    templates: (ids) => changed('template', ids),
    remembered: () => changed('remembered', []),
    serviceDocuments: (procedure) => changed('service-documents', [procedure]),
    attachments: (procedure) => changed('attachments', [procedure]),
    backup: (state) => set('backup', state),
    training: (training) => set('training', training),
    relay: (state) => set('relay', state),
    restored() {
      for (const kind of [
        'resource',
        'draft',
        'signature-request',
        'contact',
        'inbox',
        'views',
        'client-texts',
        'lookup',
        'template',
        'watch',
        'plate-list',
        'backup',
      ] as const)
        changed(kind, [])
    },
    replaced() {
      for (const kind of topics.changed.payload.shape.kind.options) changed(kind, [])
    },
    erased() {
      for (const kind of [
        'resource',
        'signature-request',
        'contact',
        'inbox',
        'complete',
        'views',
        'template',
        'plate-list',
        'watch',
        'transfer-batch',
        'remembered',
        'service-documents',
        'audit',
      ] as const)
        changed(kind, [])
    },
    signatureRequest: (request) => changed('signature-request', [request]),
    signatures: (ids) => changed('resource', [...ids]),
    contacts: (ids) => changed('contact', [...ids]),
    noted: () => changed('audit', []),
    async opened({ store }) {
      set('banners', await loadBanners(store))
    },
  }
}
