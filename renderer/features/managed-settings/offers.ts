import type { Account } from '#shared/bridge/accounts.ts'
import type { OfferedAccount } from '#shared/bridge/managed.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { addAccount, type NewAccountDraft } from '../../ui-state/settings-state.ts'

const isSame = (offer: OfferedAccount, account: Account): boolean =>
  offer.name === account.name &&
  offer.environment === account.environment &&
  offer.address === account.baseUrl

/** Prepared accounts that are not on this PC yet. */
export function useOffers(): readonly OfferedAccount[] {
  const offers = useSlice('managed')?.accounts ?? []
  const accounts = useSlice('accounts') ?? []
  return offers.filter((offer) => !accounts.some((account) => isSame(offer, account)))
}

/** Opens the form of a new account with everything but its key. */
export const takeOffer = (offer: OfferedAccount) => addAccount(draftOf(offer))

export const draftOf = ({ name, environment, address }: OfferedAccount): NewAccountDraft => ({
  name,
  environment,
  baseUrl: address,
})
