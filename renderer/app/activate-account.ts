import type { Account } from '#shared/bridge/accounts.ts'
import { switcherText } from '#shared/text/sidebar.ts'
import type { Client } from '../replica/client.ts'
import { sayFailed } from './say-failed.ts'
import { showToast } from './toasts.ts'

/** Asks the core to switch account. The screens change when the core pushes the new account. */
export async function activateAccount({ bridge }: Client, { id, name }: Pick<Account, 'id' | 'name'>) {
  const answer = await bridge.call('accounts.activate', { id })
  if (answer.ok) showToast(switcherText.activated(name))
  else sayFailed(answer.error)
}
