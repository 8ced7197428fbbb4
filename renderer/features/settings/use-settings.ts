import type { AccountAssumptions, AssumptionName } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { settingsText as text } from '#shared/text/settings.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Settings of this PC, and a function to change one. */
export function useSettings() {
  const { bridge } = useClient()
  const settings = useSlice('settings')
  const update = async (change: CommandArgs<'settings.update'>) => {
    const answer = await bridge.call('settings.update', change)
    if (!answer.ok) showToast(text.failed, 'failed')
  }
  return { settings, update }
}

/** Active account. */
export function useAccount(): Account | null {
  const id = useSlice('profile')?.id
  const accounts = useSlice('accounts')
  return accounts?.find((account) => account.id === id) ?? null
}

/** Changes the active account's assumptions about the service. `undefined` restores the default. */
export function useAssumptions(account: Account) {
  const { bridge } = useClient()
  return async (change: { [N in AssumptionName]?: AccountAssumptions[N] | undefined }) => {
    const names = Object.keys(change) as AssumptionName[]
    const answer = await bridge.call('accounts.change', {
      id: account.id,
      // Only the changes: this window's copy of the others may be old.
      assumptions: withoutUndefined(change),
      resetAssumptions: names.filter((name) => change[name] === undefined),
    })
    if (!answer.ok) sayFailed(answer.error)
  }
}
