import { Lock } from 'lucide-react'
import type { OfferedAccount } from '#shared/bridge/settings.ts'
import { managedText } from '#shared/text/managed.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import { useSlice } from '../replica/use-replica.ts'
import { Icon } from '../design/icon.tsx'
import { addAccount, type NewAccountDraft } from './settings-state.ts'
import './setting-sections.css'

/** True if an administrator fixed the setting. Nobody can change it on this PC. */
export function useFixed(key: string | undefined): boolean {
  const settings = useSlice('managed')?.settings ?? []
  return settings.some((setting) => setting.key === key && setting.level === 'mandatory')
}

/** Note beside a setting that an administrator fixed. Its control refers to it by `aria-describedby`. */
export const FixedNote = ({ id, words = managedText.fixed }: { id?: string; words?: string }) => (
  <span className="small fixed-note" id={id}>
    <Icon of={Lock} />
    {words}
  </span>
)

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

/** Opens the form of a new account with all its values except the key. */
export const takeOffer = (offer: OfferedAccount) => addAccount(draftOf(offer))

export const draftOf = ({ name, environment, address }: OfferedAccount): NewAccountDraft => ({
  name,
  environment,
  baseUrl: address,
})
