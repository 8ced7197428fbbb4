import { RotateCw, Unplug } from 'lucide-react'
import { brokenText as text, frameText } from '#shared/text/app.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { useLink } from '../../replica/use-replica.ts'
import { Page } from './page.tsx'

/** A page that failed to render, or whose module could not be loaded. Without the host, reloading would not help. */
export function BrokenPage() {
  const { link } = useLink()
  if (link === 'lost') {
    const { title, advice } = errorTexts['bridge-lost']
    return (
      <Page title={frameText.product} landing>
        <Calm icon={Unplug} title={title} role="alert">
          <p>{advice}</p>
        </Calm>
      </Page>
    )
  }
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
