import type { Route } from '#shared/bridge/route.ts'
import type { Signing } from '#shared/bridge/signing.ts'
import { signingStateText, signingText as text } from '#shared/text/app-signing.ts'
import { viewTitles } from '#shared/text/app.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useSaidState } from '../../ui-state/use-said-state.ts'
import { OpeningPage } from '../frame/opening-page.tsx'
import { SettledSigning } from './settled-signing.tsx'
import { SigningEditor } from './signing-editor.tsx'
import '../wizard/wizard.css'
import '../wizard/review.css'
import './signing.css'

/** Something to be signed, wherever it has got to: from a blank form until the service has it. */
export function SigningPage({ route: { id } }: { route: Extract<Route, { view: 'signing' }> }) {
  const { data: signing, error } = useQuery('signing.get', { id })
  if (signing) return <SigningInState signing={signing} />
  return (
    <OpeningPage
      title={text.title}
      section={text.section}
      error={error}
      text={text}
      others={{ view: 'signings' }}
      othersName={viewTitles.signings}
    />
  )
}

const SAID: Readonly<Partial<Record<Signing['state'], string>>> = signingStateText.said

function SigningInState({ signing }: { signing: Signing }) {
  const { state } = signing
  useSaidState(state, SAID)
  switch (state) {
    case 'editing':
    case 'ready':
    case 'failed':
      return <SigningEditor known={signing} />
    case 'leaving':
    case 'sending':
    case 'uncertain':
    case 'sent':
    case 'discarded':
      return <SettledSigning signing={signing} />
  }
}
