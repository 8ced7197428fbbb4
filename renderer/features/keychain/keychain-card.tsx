import { KeyRound } from 'lucide-react'
import type { KeychainState } from '#shared/bridge/accounts.ts'
import { KeychainCare, caseOf, keychainWords } from './keychain-care.tsx'

/** In Ajustes, over the accounts: why their keys cannot be used now. */
export function KeychainCard({ keychain }: { keychain: KeychainState }) {
  const which = caseOf(keychain)
  const words = keychainWords[which]
  return (
    <section className="keychain-card" aria-label={words.title}>
      <KeyRound className="icon" aria-hidden="true" />
      <div>
        <h3>{words.title}</h3>
        <p className="small second">{words.body}</p>
        <KeychainCare key={which} keychain={keychain} />
      </div>
    </section>
  )
}
