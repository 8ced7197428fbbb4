import type { Lock } from '#shared/bridge/lock.ts'
import { lockText as text } from '#shared/text/app-lock.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { LockCard } from './lock-card.tsx'
import { useBareTitle } from './opening-page.tsx'
import { UnlockForm } from './unlock-form.tsx'

/** Everything that a locked window shows, in the page and in its title. */
export function LockPage({ lock }: { lock: Lock }) {
  const { bridge } = useClient()
  useBareTitle()
  return (
    <LockCard title={text.title} body={text.body}>
      <UnlockForm waitUntil={lock.waitUntil} />
      <details className="small lock__forgotten">
        <summary>{text.forgotten}</summary>
        <p className="second">{text.forgottenBody}</p>
        <Button size="low" onClick={() => void bridge.call('app.quit', {})}>
          {text.quit}
        </Button>
      </details>
    </LockCard>
  )
}
