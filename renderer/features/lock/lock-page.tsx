import { LockKeyhole } from 'lucide-react'
import type { Lock } from '#shared/bridge/lock.ts'
import { bannerText, closedText, frameText } from '#shared/text/app.ts'
import { lockText as text } from '#shared/text/app-lock.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useLink } from '../../replica/use-replica.ts'
import { Logo } from '../../design/logo.tsx'
import { useBareTitle } from './opening-page.tsx'
import { UnlockForm } from './unlock-form.tsx'
import './lock-page.css'

/** Everything that a locked window shows, in the page and in its title. */
export function LockPage({ lock }: { lock: Lock }) {
  const { bridge } = useClient()
  const { link } = useLink()
  useBareTitle()
  return (
    <main className="lock">
      <div className="lock__card">
        <p className="lock__product">
          <Logo /> {frameText.product}
        </p>
        <h1>
          <Icon of={LockKeyhole} /> {text.title}
        </h1>
        <p className="second">{text.body}</p>
        {link === 'lost' && (
          <p className="small second" role="alert">
            {bannerText.lost}
          </p>
        )}
        {link === 'closed' ? (
          <p role="alert">
            {closedText.title} {closedText.advice}
          </p>
        ) : (
          <>
            <UnlockForm waitUntil={lock.waitUntil} />
            <details className="small lock__forgotten">
              <summary>{text.forgotten}</summary>
              <p className="second">{text.forgottenBody}</p>
              <Button size="low" onClick={() => void bridge.call('app.quit', {})}>
                {text.quit}
              </Button>
            </details>
          </>
        )}
      </div>
    </main>
  )
}
