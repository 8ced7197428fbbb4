import { RotateCw, Unplug } from 'lucide-react'
import { brokenText as text, frameText } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Page } from './page.tsx'

/** A page that failed to render, or whose module could not be loaded. */
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
