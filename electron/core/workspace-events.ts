import { topics, type TopicPayload } from '#shared/bridge/contract.ts'
import type { Log } from './runtime/log/log.ts'
import { loadNotices } from './features/notices/notices.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { SliceHolder } from './bridge/slices.ts'
import type { WorkspaceEvents } from './workspace-types.ts'

export interface WorkspaceEventDeps {
  /** Of the account. */
  id: string
  /** What happens to an account that is on no screen is nothing to the screens. */
  isOnScreen: () => boolean
  set: SliceHolder['set']
  changed: (kind: TopicPayload<'changed'>['kind'], ids: string[]) => void
  accounts: Pick<Accounts, 'noteKey'>
  log: Log
}

/** What happens in an account, told to the windows: its slices, and what has changed of what they asked for. */
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
      // A key that the service accepts or refuses is known without asking it on purpose.
      if (state.state !== 'online' && state.error?.code !== 'unauthorized') return
      accounts
        .noteKey(id, state.state === 'online')
        .catch((error: unknown) => log.error('accounts: cannot note the state of a key', error))
    },
    store: (state) => set('store', state),
    uncertain: (requests) => set('uncertain', requests),
    changed: (kind, vrm) => changed(kind, [vrm]),
    resource: (_kind, resource) => changed('resource', [resource]),
    news: (seqs) => changed('news', seqs.map(String)),
    newsCounts: (counts) => set('newsCounts', counts),
    outage: (state) => set('outage', state),
    sweep: (state) => set('sweep', state),
    draft: (draft) => changed('draft', [draft]),
    drafts: (counts) => set('drafts', counts),
    desk: (ids) => changed('resource', ids),
    views: () => changed('views', []),
    papers: (procedure) => changed('papers', [procedure]),
    supplies: (procedure) => changed('supplies', [procedure]),
    backup: (state) => set('backup', state),
    restored() {
      for (const kind of ['resource', 'draft', 'signing', 'contact', 'news', 'views', 'backup'] as const)
        changed(kind, [])
    },
    replaced() {
      for (const kind of topics.changed.payload.shape.kind.options) changed(kind, [])
    },
    erased() {
      for (const kind of ['resource', 'signing', 'contact', 'news', 'complete', 'papers', 'audit'] as const)
        changed(kind, [])
    },
    signing: (request) => changed('signing', [request]),
    signatures: (ids) => changed('resource', [...ids]),
    contacts: (ids) => changed('contact', [...ids]),
    noted: () => changed('audit', []),
    async opened({ store }) {
      set('notices', await loadNotices(store))
    },
  }
}
