import { FileX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Signing } from '#shared/bridge/signing.ts'
import { signingStateText, signingText as text } from '#shared/text/app-signing.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { viewTitles } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Outlines } from '../../design/outlines.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Page } from '../frame/page.tsx'
import { SettledSigning } from './settled-signing.tsx'
import { SigningEditor } from './signing-editor.tsx'
import '../wizard/wizard.css'
import '../wizard/review.css'
import './signing.css'

/** Something to be signed, wherever it has got to: from a blank form until the service has it. */
export function SigningPage({ id }: { id: string }) {
  const { data: signing, error } = useQuery('signing.get', { id })
  if (signing) return <SigningInState signing={signing} />
  return (
    <Page title={text.title} section={text.section}>
      {error ? (
        <Calm
          role="alert"
          icon={<FileX aria-hidden="true" />}
          title={text.failed}
          actions={
            <Button tone="primary" onClick={() => openRoute({ view: 'signings' })}>
              {viewTitles.signings}
            </Button>
          }
        >
          <p>
            {errorTexts[error.code].title} {errorTexts[error.code].advice}
          </p>
        </Calm>
      ) : (
        <Outlines rows={6} label={text.loading} />
      )}
    </Page>
  )
}

const SAID: Readonly<Partial<Record<Signing['state'], string>>> = signingStateText.said

function SigningInState({ signing }: { signing: Signing }) {
  const { state } = signing
  const before = useRef(state)
  useEffect(() => {
    const said = SAID[state]
    if (before.current !== state && said !== undefined) announce(said)
    before.current = state
  }, [state])
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
