import { fail, ok, appError, type Result } from '#shared/bridge/result.ts'
import type { Snapshot } from '#shared/bridge/slices.ts'
import { historyCsvText } from '#shared/text/history-csv.ts'
import { attemptsCsvText } from '#shared/text/notifications.ts'
import type { ResolveProxy } from './api/dispatchers.ts'
import type { CommandHandlers, TransferHandlers } from './bridge/router.ts'
import type { Clock } from './clock.ts'
import { completePdf } from './complete/complete-pdf.ts'
import { deskHandlers, deskTransferHandlers } from './desk/desk-handlers.ts'
import { diagnose } from './diagnosis/diagnosis.ts'
import { changeHandlers, noticeHandlers } from './following-handlers.ts'
import { officeHandlers } from './guard/office-handlers.ts'
import { guardHandlers, guardTransferHandlers } from './guard/guard-handlers.ts'
import type { HostPort } from './host.ts'
import type { WindowLock } from './lock/lock.ts'
import { procedureHandlers, procedureTransfers } from './procedure-handlers.ts'
import type { Keychain } from './keychain/keychain.ts'
import { historyCsv } from './lookup/history-csv.ts'
import { paperHandlers, paperTransferHandlers } from './papers/paper-handlers.ts'
import { platesInFile } from './lookup/plates-in-file.ts'
import { attemptsCsv } from './outage/attempts-csv.ts'
import { dismissNotice, loadNotices } from './notices.ts'
import type { Accounts } from './profiles/accounts.ts'
import { DEMO } from './profiles/accounts-file.ts'
import { signingHandlers, signingTransferHandlers } from './signing/signing-handlers.ts'
import type { AllSettings } from './settings/kept-settings.ts'
import type { Windows } from './notifications/windows.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type { SliceHolder } from './slices.ts'
import type { Workspace } from './workspace-types.ts'

export interface HandlerDeps {
  host: HostPort
  settings: AllSettings
  clock: Clock
  keychain: Keychain
  accounts: Accounts
  resolveProxy: ResolveProxy
  version: string
  /** Puts an account on every screen; the active one again, to take up what changed in it. */
  activate: (id: string) => Promise<Result<Record<string, never>>>
  /** The active account's. It changes: never keep it. */
  workspace: () => Workspace
  /** A question of the account on screen, which is not changed while it is being answered. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
  slices: () => SliceHolder
  supervisor: Supervisor
  /** The latest lines of the log. */
  readLog: () => Promise<string>
  windows: Windows
  lock: WindowLock
  /** What a window may know of everything: next to nothing while it is locked. */
  snapshot: () => Snapshot
  /** A notification was clicked while the windows were locked: where it leads is gone to afterwards. */
  clickedLocked: (tag: string) => void
}

/** Every command of the contract, answered by the part that knows. */
export function createHandlers(deps: HandlerDeps): CommandHandlers {
  return {
    ...appHandlers(deps),
    ...lookupHandlers(deps),
    ...accountHandlers(deps),
    ...changeHandlers(deps),
    ...noticeHandlers(deps),
    ...procedureHandlers(deps),
    ...deskHandlers(deps),
    ...paperHandlers(deps),
    ...officeHandlers({ ...deps, officeChanged: () => deps.workspace().officeChanged() }),
    ...signingHandlers(deps),
    ...guardHandlers(deps),
  }
}

type Handlers<P extends string> = Pick<CommandHandlers, Extract<keyof CommandHandlers, `${P}.${string}`>>

function appHandlers(
  deps: HandlerDeps,
): Handlers<'app' | 'settings' | 'health' | 'notices' | 'connection' | 'store' | 'diagnosis'> {
  const { host, workspace } = deps
  return {
    'app.snapshot': () => ok(deps.snapshot()),
    'app.quit': () => {
      // After this answer has left, so that the window hears it.
      setImmediate(() => host.quit())
      return ok({})
    },
    'app.abilities': () => ok({ choosesFolders: host.chooseFolder !== undefined }),
    'app.choose-folder': async ({ from }) => ok({ folder: (await host.chooseFolder?.(from)) ?? null }),
    'settings.update': async (change) => ok(await deps.settings.screens.update(change)),
    'health.dismiss'({ part }) {
      deps.supervisor.dismiss(part)
      return ok({})
    },
    'health.restart'({ part }) {
      if (part === 'service') workspace().active.start()
      return ok({})
    },
    async 'notices.dismiss'({ id }) {
      const { store } = workspace()
      await dismissNotice(store, id)
      deps.slices().set('notices', await loadNotices(store))
      return ok({})
    },
    'connection.retry'() {
      const { client, breaker } = workspace()
      client.resume()
      breaker.retryNow()
      return ok({})
    },
    async 'store.retry'() {
      const { open, takeUp } = workspace()
      await open()
      await takeUp()
      return ok({})
    },
    async 'store.set-aside'() {
      const { store, takeUp } = workspace()
      const done = await store.startOver()
      if (done.ok) await takeUp()
      return done
    },
    async 'store.accept'() {
      const { store, takeUp } = workspace()
      const done = await store.acceptShorter()
      if (done.ok) await takeUp()
      return done
    },
    'store.newest-copy': () => workspace().backups.newest(),
    'store.restore': ({ passphrase }) => workspace().restoreNewest(passphrase),
    'diagnosis.log': async () => ok({ text: await deps.readLog() }),
    'diagnosis.run': async () => ok(await diagnose({ ...deps, workspace: workspace() })),
  }
}

function lookupHandlers({ ask, clock }: HandlerDeps): Handlers<'lookup' | 'complete'> {
  return {
    'lookup.start': ({ vrm }) => ask(({ lookup }) => lookup.start(vrm)),
    'lookup.get': ({ vrm }) => ask(({ lookup }) => lookup.get(vrm)),
    'lookup.cancel': ({ vrm }) => ask(({ lookup }) => lookup.cancel(vrm)),
    'lookup.recent': ({ limit }) =>
      ask(async ({ store }) => ok(await store.call('recentLookups', limit, startOfDay(clock.now())))),
    'lookup.queue': () => ask(async ({ lookup }) => ok({ rows: await lookup.queue() })),
    'lookup.history': ({ query, vrm, before, limit }) =>
      ask(async ({ store }) => ok(await store.call('history', query, vrm ?? null, before ?? null, limit))),
    'lookup.suggest': ({ query, limit }) =>
      ask(async ({ store }) => ok({ rows: await store.call('suggestPlates', compact(query), limit) })),

    'complete.get': ({ vrm }) => ask(({ complete }) => complete.get(vrm)),
    'complete.request': ({ vrm, again }) => ask(({ complete }) => complete.request(vrm, again)),
    'complete.stop': ({ id }) => ask(({ complete }) => complete.stop(id)),
    'complete.resolve': (resolution) => ask(({ complete }) => complete.resolve(resolution)),
  }
}

function accountHandlers({
  accounts,
  keychain,
  activate,
  workspace,
  slices,
}: HandlerDeps): Handlers<'accounts' | 'keychain'> {
  /** The account on screen has changed in a way that what is at work must take up. */
  const refresh = async (id: string): Promise<Result<Record<string, never>>> =>
    accounts.activeId() === id ? activate(id) : ok({})

  /** A keychain that has just opened may hold what the active account was waiting for. */
  async function keysAreBack(): Promise<Result<Record<string, never>>> {
    const { active, store, state } = workspace()
    if (active.profile.id === DEMO.id) return ok({})
    const lacksNothing = state.store.state === 'open' && store.persistent === keychain.secrets.persistent
    return lacksNothing ? letThrough() : activate(active.profile.id)
  }

  /** What waits because nobody could be asked, or because the key was refused, is tried now. */
  function letThrough(): Result<Record<string, never>> {
    const { client, breaker } = workspace()
    client.resume()
    breaker.retryNow()
    return ok({})
  }

  return {
    'accounts.check': ({ baseUrl, key }) => accounts.check(baseUrl, key),
    'accounts.add': (account) => accounts.add(account),
    async 'accounts.change'(change) {
      const done = await accounts.change(change)
      if (!done.ok) return done
      if (change.assumptions !== undefined || change.resetAssumptions !== undefined) return refresh(change.id)
      // A name disturbs nothing that is at work.
      const { id, environment, name } = accounts.find(change.id) ?? slices().get('profile')
      if (accounts.activeId() === id) slices().set('profile', { id, environment, name })
      return done
    },
    async 'accounts.replace-key'({ id, key }) {
      const done = await accounts.replaceKey(id, key)
      return done.ok ? refresh(id) : done
    },
    async 'accounts.verify'({ id }) {
      const done = await accounts.verify(id)
      return done.ok && accounts.activeId() === id ? keysAreBack() : done
    },
    async 'accounts.remove'({ id, eraseData }) {
      if (!accounts.find(id)) return fail(appError('unknown-account'))
      // Nothing may be using what is taken away.
      if (accounts.activeId() === id) {
        const left = await activate(DEMO.id)
        if (!left.ok) return left
      }
      const { environment } = accounts.find(id) ?? DEMO
      const removed = await accounts.remove(id, eraseData)
      // In the record of another account: its own went with it.
      if (removed.ok && eraseData)
        await workspace().audit.note({
          what: 'account.erase',
          kind: environment,
          identifier: id,
          result: 'ok',
        })
      return removed
    },
    'accounts.dismiss-unreadable': ({ key }) => accounts.dismissUnreadable(key),
    'accounts.activate': ({ id }) => activate(id),

    async 'keychain.retry'() {
      const { state } = await keychain.retry()
      return state === 'ready' ? keysAreBack() : ok({})
    },
    async 'keychain.unlock'({ passphrase }) {
      // Nobody may have looked yet whether there is a file to open, or a keychain that makes none necessary.
      if (keychain.state.kind === 'system') await keychain.retry()
      if (keychain.state.kind === 'sealed') await keychain.unlock(passphrase)
      else await keychain.createSealed(passphrase)
      return keysAreBack()
    },
    async 'keychain.use-memory'() {
      await keychain.useMemory()
      return keysAreBack()
    },
  }
}

export function createTransferHandlers(workspace: () => Workspace): TransferHandlers {
  return {
    'lookup.history-csv': async ({ query }, signal) => {
      const { store, audit } = workspace()
      const { call } = store
      await audit.note({ what: 'export', kind: 'history', identifier: '', result: 'ok' })
      return ok({
        filename: historyCsvText.filename,
        contentType: 'text/csv; charset=utf-8',
        bytes: historyCsv((cursor, limit) => call('history', query, null, cursor, limit), signal),
      })
    },
    'outage.record': async (_args, signal) => {
      const { call } = workspace().store
      return ok({
        filename: attemptsCsvText.filename,
        contentType: 'text/csv; charset=utf-8',
        bytes: attemptsCsv((after, limit) => call('attempts', after, limit), signal),
      })
    },
    ...procedureTransfers(workspace),
    ...deskTransferHandlers(workspace),
    ...paperTransferHandlers(workspace),
    ...signingTransferHandlers(workspace),
    ...guardTransferHandlers(workspace),
    'lookup.plates-in-file': (_args, body, signal) => platesInFile(body, signal),
    'complete.pdf'({ reportId }, signal) {
      const { store, client, complete, audit } = workspace()
      const noteRead = (vrm: string) =>
        audit.note({ what: 'report.read', kind: 'pdf', identifier: vrm, result: 'ok' })
      const deps = { call: store.call, client, onKept: complete.noteChange, noteRead }
      return completePdf(deps, reportId, signal)
    },
  }
}

/** Midnight in this PC's zone: "hoy" is the desk's day. */
function startOfDay(now: number): number {
  const day = new Date(now)
  return day.setHours(0, 0, 0, 0)
}

/** Only what a plate can contain: nothing typed is a wildcard. */
const compact = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
