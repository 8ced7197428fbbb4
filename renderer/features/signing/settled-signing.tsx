import type { Signing } from '#shared/bridge/signing.ts'
import { signingStateText, signingText as text } from '#shared/text/app-signing.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { UpCrumb } from '../frame/crumb.tsx'
import { Page } from '../frame/page.tsx'
import { Discarded } from '../outbox/discarded-calm.tsx'
import { LeavingBar } from '../outbox/leaving-bar.tsx'
import { SendingBar } from '../outbox/sending-bar.tsx'
import { SigningReceipt } from './signing-receipt.tsx'
import { SigningSummary } from './signing-summary.tsx'
import { UncertainSigning } from './uncertain-signing.tsx'

/** One that nobody types in any more: leaving, on its way, in doubt, sent or thrown away. */
export function SettledSigning({ signing }: { signing: Signing }) {
  const { bridge } = useClient()
  const { state, procedureId } = signing
  const up = () => {
    if (state !== 'sent') return openRoute({ view: 'signings' })
    openRoute(procedureId === undefined ? { view: 'signatures' } : { view: 'procedure', id: procedureId })
  }
  // While it is leaving, Esc is what undoes it.
  useShortcuts({ 'settled.up': state !== 'leaving' && up })
  return (
    <Page
      title={text.title}
      section={text.section}
      lead={<UpCrumb name={text.section} title={text.crumb(text.section)} onOpen={up} />}
    >
      <div className="settled">
        {state === 'leaving' && (
          <section className="sending" aria-label={signingStateText.leavingTitle}>
            <LeavingBar
              sendAt={signing.sendAt}
              undo={() => bridge.call('signing.undo', { id: signing.id })}
            />
            <SigningSummary signing={signing} />
          </section>
        )}
        {state === 'sending' && <Sending signing={signing} />}
        {state === 'uncertain' && <UncertainSigning signing={signing} />}
        {state === 'sent' && <SigningReceipt signing={signing} />}
        {state === 'discarded' && (
          <Discarded text={text} restore={() => bridge.call('signing.restore', { id: signing.id })} />
        )}
      </div>
    </Page>
  )
}

function Sending({ signing }: { signing: Signing }) {
  const { error } = signing
  return (
    <section className="sending" aria-label={signingStateText.leavingTitle}>
      <SendingBar title={signingStateText.sending} words={signingStateText.sendingBody} />
      {error && (
        <Notice tone="warn" icon={<Sign kind="warn" />}>
          <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
        </Notice>
      )}
      <SigningSummary signing={signing} />
    </section>
  )
}
