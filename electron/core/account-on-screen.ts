import { topics, type TopicPayload } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { DEMO } from './accounts/accounts-file.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { ActiveProfile, Profiles } from './accounts/profiles.ts'
import type { SliceHolder } from './bridge/slices.ts'
import type { Clock } from './runtime/clock.ts'
import type { Log } from './runtime/log.ts'
import type { SerialQueue } from './runtime/serial-queue.ts'
import type { AccountQuestions, Workspace, WorkspaceEvents } from './workspace-types.ts'

/**
 * Readers-writer lock: requests to the active account share it, switching account takes it exclusively. So no
 * request meets a store that has just been closed.
 */
interface ScreensLock {
  /** Runs the request at once, or right after an account switch under way. */
  ask<T>(run: () => Promise<T> | T): Promise<T>
  /** Runs while no request is in progress. Later requests wait. Only one switch may run at a time. */
  change<T>(run: () => Promise<T>): Promise<T>
}

function createScreensLock(): ScreensLock {
  const asking = new Set<Promise<unknown>>()
  let changing: Promise<unknown> | null = null

  return {
    async ask(run) {
      while (changing) await changing
      const answer = (async () => run())()
      const over = answer.catch(() => undefined).finally(() => asking.delete(over))
      asking.add(over)
      return answer
    },
    async change(run) {
      const over = Promise.withResolvers<void>()
      changing = over.promise
      try {
        await Promise.all(asking)
        return await run()
      } finally {
        changing = null
        over.resolve()
      }
    },
  }
}

type Done = Promise<Result<Record<string, never>>>

/** The account that every window shows, and the ways to replace it. */
export interface AccountOnScreen extends AccountQuestions {
  readonly workspace: Workspace
  /** Starts with this account instead of the demonstration. Call it before anything is open. */
  setInitialAccount(active: ActiveProfile): void
  /**
   * Switches every window to another account, or reloads the same account after a change. Windows switch when the new
   * account is open, so no request reaches the wrong account.
   */
  activate(id: string): Done
  /**
   * Replaces the demonstration by a new one. Refused while a real account is on screen, so real data are never
   * touched.
   */
  replaceDemo(replace: () => Promise<void>): Done
}

export interface AccountOnScreenDeps {
  profiles: Profiles
  accounts: Pick<Accounts, 'activeId' | 'setActive'>
  workspaceOf: (active: ActiveProfile) => Workspace
  /** Runs switches, the start and the stop in order: two at once would leave two workspaces running. */
  inTurn: SerialQueue
  clock: Clock
  /** Called when the new workspace is open and replaces the previous one. */
  onShown: (workspace: Workspace) => void
}

export function createAccountOnScreen(deps: AccountOnScreenDeps): AccountOnScreen {
  const { profiles, accounts, workspaceOf, inTurn, clock, onShown } = deps
  const screens = createScreensLock()
  // Placeholder until the accounts are read. It receives no requests.
  let current = workspaceOf(profiles.demo())

  function showWorkspace(next: Workspace): void {
    current = next
    onShown(next)
    next.active.start()
  }

  /**
   * Opens the active account again. Its workspace stops first: two workspaces would take the same jobs.
   * @param between runs while no workspace uses the account's data
   */
  const reload = (active: ActiveProfile, between?: () => Promise<void>): Promise<void> =>
    screens.change(async () => {
      await current.stop()
      try {
        await between?.()
      } finally {
        const next = workspaceOf(active)
        await next.open()
        showWorkspace(next)
      }
    })

  return {
    get workspace() {
      return current
    },
    ask: (run) => screens.ask(() => run(current)),
    setInitialAccount(active) {
      current = workspaceOf(active)
    },
    activate: (id) =>
      inTurn(async () => {
        const active = profiles.of(id)
        if (!active) return fail(appError('unknown-account'))
        const before = current
        const same = before.active.profile.id === id
        if (same) await reload(active)
        else {
          const next = workspaceOf(active)
          await next.open()
          await screens.change(async () => showWorkspace(next))
        }
        try {
          await current.resumeWork()
          if (accounts.activeId() !== id) await accounts.setActive(id)
        } finally {
          if (!same) await before.stop()
        }
        return ok({})
      }),
    replaceDemo: (replace) =>
      inTurn(async () => {
        if (current.active.profile.id !== DEMO.id) return fail(appError('no-simulator'))
        // The calendar file is in the directory that is replaced.
        await current.calendarFile.publish('')
        profiles.noteDemoBegun(clock.now())
        try {
          await reload(profiles.demo(), replace)
        } finally {
          await current.resumeWork()
        }
        return ok({})
      }),
  }
}

export interface WorkspaceEventDeps {
  /** Id of the account. */
  id: string
  /** False for an account that is not on screen: its events are not published. */
  isOnScreen: () => boolean
  set: SliceHolder['set']
  changed: (kind: TopicPayload<'changed'>['kind'], ids: string[]) => void
  batch: WorkspaceEvents['batch']
  accounts: Pick<Accounts, 'recordKeyState'>
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
      // Normal requests show whether the key is accepted, without a separate check.
      if (state.state !== 'online' && state.error?.code !== 'unauthorized') return
      accounts
        .recordKeyState(id, state.state === 'online')
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
      // The view of a plate shows whether the plate is watched.
      if (vrms.length > 0) changed('lookup', [...vrms])
    },
    transferBatch: (batch) => changed('transfer-batch', [batch]),
    resource: (_kind, resource) => changed('resource', [resource]),
    inbox: (seqs) => changed('inbox', seqs.map(String)),
    inboxCounts: (counts) => set('inboxCounts', counts),
    outage: (state) => set('outage', state),
    sweep: (state) => set('sweep', state),
    draft: (draft) => changed('draft', draft === '' ? [] : [draft]),
    drafts: (counts) => set('drafts', counts),
    cases: (ids) => changed('resource', ids),
    views: () => changed('views', []),
    clientTexts() {
      changed('client-texts', [])
      // The view of a plate contains this text.
      changed('lookup', [])
    },
    clientRequests: () => changed('client-request', []),
    calendar: () => changed('calendar', []),
    templates: (ids) => changed('template', ids),
    ledger: (procedures) => changed('ledger', procedures),
    checklists: () => changed('checklists', []),
    remembered: () => changed('remembered', []),
    serviceDocuments: (procedure) => changed('service-documents', [procedure]),
    attachments: (procedure) => changed('attachments', [procedure]),
    backup: (state) => set('backup', state),
    training: (training) => set('training', training),
    relay: (state) => set('relay', state),
    sharing: (state) => set('sharing', state),
    scans: (state) => set('scans', state),
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
        'ledger',
        'client-request',
        'checklists',
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
        'draft',
        'signature-request',
        'contact',
        'inbox',
        'complete',
        'views',
        'template',
        'ledger',
        'client-request',
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
  }
}
