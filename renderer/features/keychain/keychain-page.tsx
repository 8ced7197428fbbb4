import { KeyRound } from 'lucide-react'
import type { KeychainState } from '#shared/bridge/accounts.ts'
import type { View } from '#shared/bridge/routes.ts'
import { keychainText as text } from '#shared/text/accounts.ts'
import { viewTitles } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { activateAccount } from '../../app/activate-account.ts'
import { Page } from '../../app/page.tsx'
import { KeychainCare, caseOf, keychainWords } from './keychain-care.tsx'

/** Page for an active account that cannot be opened: the keychain with its key cannot be read. */
export function KeychainPage({ keychain, view }: { keychain: KeychainState; view: View }) {
  const client = useClient()
  const demo = useSlice('accounts')?.find((account) => account.environment === 'demo')
  const which = caseOf(keychain)
  const words = keychainWords[which]
  return (
    <Page title={viewTitles[view]}>
      <Calm
        icon={KeyRound}
        title={words.title}
        role="alert"
        actions={demo && <Button onClick={() => void activateAccount(client, demo)}>{text.toDemo}</Button>}
      >
        <p>{words.body}</p>
        <KeychainCare key={which} keychain={keychain} />
      </Calm>
    </Page>
  )
}
