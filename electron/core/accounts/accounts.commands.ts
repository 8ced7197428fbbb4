import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../bridge/router.ts'
import type { SliceHolder } from '../bridge/slices.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Workspace } from '../workspace-types.ts'
import { DEMO } from './accounts-file.ts'
import type { Accounts } from './accounts.ts'

export interface AccountCommandDeps {
  accounts: Accounts
  keychain: Keychain
  /** Switches every window to an account. The active account is reloaded with its changes. */
  activate: (id: string) => Promise<Result<Record<string, never>>>
  /** Begins the demonstration anew, with its sample office or empty. */
  renewDemo: (sample: boolean) => Promise<Result<Record<string, never>>>
  /** Workspace of the active account. Ask for it on each use: a switch replaces it. */
  workspace: () => Workspace
  slices: () => SliceHolder
}

export function createAccountCommands({
  accounts,
  keychain,
  activate,
  renewDemo,
  workspace,
  slices,
}: AccountCommandDeps): CommandsOf<'accounts' | 'keychain'> {
  /** Restarts the active account after a change that its running parts depend on. */
  const refresh = async (id: string): Promise<Result<Record<string, never>>> =>
    accounts.activeId() === id ? activate(id) : ok({})

  /**
   * Reloads the active account after the keychain opened, because the keychain may hold its keys. An account that
   * lacks nothing only resumes its requests.
   */
  async function reloadActiveAccount(): Promise<Result<Record<string, never>>> {
    const { active, store, state } = workspace()
    if (active.profile.id === DEMO.id) return ok({})
    const lacksNothing = state.store.state === 'open' && store.persistent === keychain.secrets.persistent
    return lacksNothing ? resumeRequests() : activate(active.profile.id)
  }

  /** Sends the requests that wait for the connection or for a key that the service refused. */
  function resumeRequests(): Result<Record<string, never>> {
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
      // Renaming needs no restart.
      const { id, environment, name } = accounts.find(change.id) ?? slices().get('profile')
      if (accounts.activeId() === id)
        slices().set('profile', { ...slices().get('profile'), id, environment, name })
      return done
    },
    async 'accounts.replace-key'({ id, key }) {
      const done = await accounts.replaceKey(id, key)
      return done.ok ? refresh(id) : done
    },
    async 'accounts.verify'({ id }) {
      const done = await accounts.verify(id)
      return done.ok && accounts.activeId() === id ? reloadActiveAccount() : done
    },
    async 'accounts.remove'({ id, eraseData }) {
      if (!accounts.find(id)) return fail(appError('unknown-account'))
      // Leave the account first: it must not run on data being erased.
      if (accounts.activeId() === id) {
        const left = await activate(DEMO.id)
        if (!left.ok) return left
      }
      const { environment } = accounts.find(id) ?? DEMO
      const removed = await accounts.remove(id, eraseData)
      // Write to the audit record of the active account: the record of the removed account is erased.
      if (removed.ok && eraseData)
        await workspace().audit.record({
          what: 'account.erase',
          kind: environment,
          identifier: id,
          result: 'ok',
        })
      return removed
    },
    'accounts.dismiss-unreadable': ({ key }) => accounts.dismissUnreadable(key),
    'accounts.activate': ({ id }) => activate(id),
    'accounts.renew-demo': ({ sample }) => renewDemo(sample),

    async 'keychain.retry'() {
      const { state } = await keychain.retry()
      return state === 'ready' ? reloadActiveAccount() : ok({})
    },
    async 'keychain.unlock'({ passphrase }) {
      // Probe the keychain first: the probe decides whether a sealed file is in use.
      if (keychain.state.kind === 'system') await keychain.retry()
      if (keychain.state.kind === 'sealed') await keychain.unlock(passphrase)
      else await keychain.createSealed(passphrase)
      return reloadActiveAccount()
    },
    async 'keychain.use-memory'() {
      await keychain.useMemory()
      return reloadActiveAccount()
    },
  }
}
