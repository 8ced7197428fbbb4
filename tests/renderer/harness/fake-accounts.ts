import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { Account, AccountChange, NewAccount } from '#shared/bridge/accounts.ts'
import type { CommandName } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

type Args = { id: string; key: string } & NewAccount & AccountChange

/** Answers about accounts and keychain of the in-memory core: every key is valid, every passphrase opens. */
export function answerAccount(
  bridge: FakeBridge,
  name: CommandName,
  args: Args,
  now: number,
): Result<unknown> {
  const { slices } = bridge.scene
  const change = (to: Partial<Account>) =>
    bridge.setSlice(
      'accounts',
      slices.accounts.map((one) => (one.id === args.id ? { ...one, ...to } : one)),
    )
  const accepted = { state: 'accepted', at: now } as const
  switch (name) {
    case 'accounts.add': {
      const id = `account-${slices.accounts.length}`
      const { environment, name: title, baseUrl, key } = args
      bridge.setSlice('accounts', [
        ...slices.accounts,
        { id, environment, name: title, baseUrl, keyLast4: key.slice(-4), key: accepted, assumptions: {} },
      ])
      return ok({ id })
    }
    case 'accounts.change':
      change({
        ...(args.name && { name: args.name }),
        assumptions: changedAssumptions(
          slices.accounts.find(({ id }) => id === args.id),
          args,
        ),
      })
      return ok({})
    case 'accounts.replace-key':
      change({ keyLast4: args.key.slice(-4), key: accepted })
      return ok({})
    case 'accounts.verify':
      change({ key: accepted })
      return ok({})
    case 'accounts.remove':
      if (slices.profile.id === args.id) bridge.activate('demo')
      bridge.setSlice(
        'accounts',
        slices.accounts.filter((one) => one.id !== args.id),
      )
      return ok({})
    case 'accounts.activate':
      bridge.activate(args.id)
      return ok({})
    case 'accounts.renew-demo':
      bridge.setSlice('inboxCounts', { unread: 0, actionable: 0 })
      return ok({})
    case 'keychain.use-memory':
      bridge.setSlice('keychain', { kind: 'memory', state: 'ready' })
      return ok({})
    case 'keychain.unlock':
      bridge.setSlice('keychain', { kind: 'sealed', state: 'ready' })
      return ok({})
    default:
      return ok({})
  }
}

function changedAssumptions(account: Account | undefined, { assumptions, resetAssumptions = [] }: Args) {
  const reset = Object.fromEntries(resetAssumptions.map((name) => [name, undefined]))
  return withoutUndefined({ ...account?.assumptions, ...assumptions, ...reset })
}
