import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { signatureRequestStateText, signatureRequestText as text } from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { openRoute } from '../../ui-state/route.ts'
import { ServiceSays } from '../frame/task-notice.tsx'
import { serviceWords } from '../outbox/sent-draft.tsx'

/** Notices before going on: that it is a new request, that it waits, or why it was not sent. */
export function SignatureRequestNotices({ known }: { known: SignatureRequest }) {
  const { state, error, again } = known
  const said = serviceWords(error)
  return (
    <>
      {again !== undefined && (
        <Notice
          role="note"
          icon={<Sign kind="none" />}
          actions={
            <Button size="low" onClick={() => openRoute({ view: 'signature', id: again })}>
              {text.seeBefore}
            </Button>
          }
        >
          <p>{text.again}</p>
        </Notice>
      )}
      {state === 'ready' && (
        <Notice role="note" icon={<Sign kind="ok" />}>
          <p>{text.ready}</p>
        </Notice>
      )}
      {error && (
        <Notice
          role={state === 'failed' ? 'alert' : 'note'}
          tone={state === 'failed' ? 'stop' : 'warn'}
          icon={<Sign kind={state === 'failed' ? 'stop' : 'warn'} />}
        >
          <p>
            <b>
              {state === 'failed' ? `${signatureRequestStateText.failedTitle}. ` : ''}
              {errorTexts[error.code].title}
            </b>{' '}
            {errorTexts[error.code].advice}
          </p>
          <ServiceSays quote={said} />
        </Notice>
      )}
    </>
  )
}
