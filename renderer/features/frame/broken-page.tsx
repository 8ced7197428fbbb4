import { RotateCw, Unplug } from 'lucide-react'
import { brokenText as text, closedText, frameText } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { useLink } from '../../replica/use-replica.ts'
import { Page } from './page.tsx'

/** A page that failed to render, or whose module could not be loaded. Without the host, reloading would not help. */
export function BrokenPage() {
  const isLost = useLink().link === 'lost'
  return (
    <Page title={frameText.product} landing>
      <Calm
        icon={Unplug}
        title={isLost ? text.lost : text.title}
        role="alert"
        actions={
          !isLost && (
            <Button tone="primary" icon={RotateCw} onClick={() => location.reload()}>
              {text.reload}
            </Button>
          )
        }
      >
        <p>{isLost ? closedText.advice : text.advice}</p>
      </Calm>
    </Page>
  )
}
