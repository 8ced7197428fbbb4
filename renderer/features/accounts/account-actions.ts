import type { Account } from '#shared/bridge/accounts.ts'
import { clockOrDate } from '#shared/domain/age.ts'
import { accountsText as text } from '#shared/text/app-accounts.ts'
import { clock, fullDate, sameDay } from '#shared/text/app-dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { Client } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'

const DAY_MS = 86_400_000

/** Makes an account the active one. The screens change when the core says so. */
export async function activate({ bridge }: Client, { id, name }: Pick<Account, 'id' | 'name'>) {
  const answer = await bridge.call('accounts.activate', { id })
  if (answer.ok) showToast(text.activated(name))
  else showToast(errorTexts[answer.error.code].title, 'failed')
}

/** «hoy 08:31», «ayer 17:02», «el 11/11». */
export function checkedWhen(at: number, now: number): string {
  if (sameDay(at, now)) return `hoy ${clock(at)}`
  if (sameDay(at, now - DAY_MS)) return `ayer ${clock(at)}`
  return `el ${clockOrDate(at, now) || fullDate(at)}`
}

/** The host of an address, without what is always the same in it. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, '')
