import type { Account } from '#shared/bridge/accounts.ts'
import { environmentText } from '#shared/text/app.ts'
import { accountsText } from '#shared/text/app-accounts.ts'
import { keychainText } from '#shared/text/app-keychain.ts'

/** Search terms of the accounts: they are not rows of the search, which shows all of them or none. */
export const accountWords = (accounts: readonly Account[]): string[][] => [
  [accountsText.add, accountsText.changeKey, accountsText.remove, accountsText.rename],
  [accountsText.list, ...Object.values(keychainText.kinds), keychainText.passphrase],
  ...accounts.map((account) => [
    account.name,
    account.baseUrl ?? '',
    environmentText[account.environment].name,
  ]),
]
