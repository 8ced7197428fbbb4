import { RotateCw, Unplug } from 'lucide-react'
import { brokenText as text, frameText } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Page } from './page.tsx'

/** A page that failed while it was drawn, or whose file could not be read. */
export function BrokenPage() {
  return (
    <Page title={frameText.product} landing>
      <Calm
        icon={Unplug}
        title={text.title}
        role="alert"
        actions={
          <Button tone="primary" icon={RotateCw} onClick={() => location.reload()}>
            {text.reload}
          </Button>
        }
      >
        <p>{text.advice}</p>
      </Calm>
    </Page>
  )
}
