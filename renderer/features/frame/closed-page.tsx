import { Unplug } from 'lucide-react'
import { closedText, frameText } from '#shared/text/app.ts'
import { Calm } from '../../design/calm.tsx'
import { Page } from './page.tsx'

/** This window's session has ended and cannot recover by itself. */
export function ClosedPage() {
  return (
    <Page title={frameText.product}>
      <Calm icon={Unplug} title={closedText.title} role="alert">
        <p>{closedText.advice}</p>
      </Calm>
    </Page>
  )
}
