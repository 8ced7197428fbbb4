import { FileWarning, KeyRound } from 'lucide-react'
import { managedText as text } from '#shared/text/managed.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../app/route.ts'
import { addAccount, openSettings } from '../../app/settings-state.ts'
import { takeOffer, useOffers } from '../../app/managed.tsx'

/** Accounts that an administrator prepared and a user must finish, and problems of the managed settings. */
export function ManagedBanners() {
  const problems = useSlice('managed')?.problems.length ?? 0
  const view = useView()
  if (view === 'settings') return null
  return (
    <>
      {problems > 0 && <ProblemsBanner problems={problems} />}
      <FirstAccountBanner />
    </>
  )
}

const ProblemsBanner = ({ problems }: { problems: number }) => (
  <Banner
    tone="warn"
    icon={<Icon of={FileWarning} />}
    actions={
      <Button size="low" onClick={() => openSettings('managed')}>
        {text.see}
      </Button>
    }
  >
    <b role="alert">{text.bannerProblems(problems)}</b> {text.bannerProblemsBody}
  </Banner>
)

/** Banner shown until the office has an account. */
function FirstAccountBanner() {
  const offers = useOffers()
  const accounts = useSlice('accounts') ?? []
  const isNone = useSlice('profile')?.id === 'none'
  const [first] = offers
  if (accounts.some(({ environment }) => environment !== 'demo') || (!first && !isNone)) return null
  const act = !first
    ? () => addAccount()
    : offers.length === 1
      ? () => takeOffer(first)
      : () => openSettings('accounts')
  return (
    <Banner
      icon={<Icon of={KeyRound} />}
      actions={
        <Button size="low" onClick={act}>
          {first ? text.setKey : text.add}
        </Button>
      }
    >
      <b role="status">{first ? text.offered(offers.map(({ name }) => name)) : text.noAccount}</b>{' '}
      {first ? text.offeredBody : text.noAccountBody}
    </Banner>
  )
}
