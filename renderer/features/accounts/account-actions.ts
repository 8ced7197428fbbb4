import type { Account } from '#shared/bridge/accounts.ts'
import { switcherText as text } from '#shared/text/sidebar.ts'
import type { Client } from '../../replica/client.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

/** Switches account. The screens change once the core pushes it. */
export async function activate({ bridge }: Client, { id, name }: Pick<Account, 'id' | 'name'>) {
  const answer = await bridge.call('accounts.activate', { id })
  if (answer.ok) showToast(text.activated(name))
  else sayFailed(answer.error)
}

/** The host of an address, without scheme. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, '')
