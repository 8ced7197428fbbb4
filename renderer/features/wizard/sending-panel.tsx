import type { Draft, SendingStep } from '#shared/bridge/procedures.ts'
import { outboxViewModels, outboxWays } from '#shared/text/outbox.ts'
import { reviewText, sendingText as text } from '#shared/text/wizard.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { SendingDocuments } from '../documents/feature.ts'
import { Section } from '../../app/page.tsx'
import { FailedNotice, ServiceSays } from '../../app/task-notice.tsx'
import { LeavingBar, SendingBar, serviceWords } from '../outbox/feature.ts'
import { VehicleHead } from './step-fields.tsx'

/** Submission that waits to be sent. Nothing has been sent, and the user can still undo. */
export function LeavingPanel({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  return (
    <section className="sending" aria-label={text.title}>
      <VehicleHead draft={draft} />
      <LeavingBar sendAt={draft.sendAt} undo={() => bridge.call('procedures.undo', { id: draft.id })} />
      <SendingSteps draft={draft} />
    </section>
  )
}

/** Submission progress by step, with any uncertainty. */
export function SendingPanel({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'check' | 'stop'>()
  const { error, doubt, step } = draft
  const said = serviceWords(error)
  const busy = task.state === 'busy'
  const viewModel = doubt
    ? outboxViewModels.doubt
    : { title: error ? outboxViewModels.retrying : text.title, body: text.body }
  return (
    <section className="sending" aria-label={text.title}>
      <VehicleHead draft={draft} />
      <SendingBar
        title={viewModel.title}
        words={
          <>
            {step !== undefined && `${outboxViewModels.steps[step]} `}
            {viewModel.body}
          </>
        }
      >
        {(error || doubt) && (
          <Button
            disabled={busy}
            onClick={() =>
              void run('check', () => bridge.call('procedures.resolve', { id: draft.id, how: 'check' }))
            }
          >
            {outboxWays.check}
          </Button>
        )}
        {!doubt && (
          <Button
            disabled={busy}
            onClick={() => void run('stop', () => bridge.call('procedures.stop', { id: draft.id }))}
          >
            {outboxWays.stop}
          </Button>
        )}
      </SendingBar>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      {error && (
        <Notice tone="warn" icon={<Sign kind="warn" />}>
          <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
          <ServiceSays quote={said} />
        </Notice>
      )}
      <SendingSteps draft={draft} />
      <SendingDocuments draft={draft} />
    </section>
  )
}

const ORDER: readonly SendingStep[] = ['create', 'documents', 'confirm']
/** An update is shown as part of the first step. A status check is shown as part of the confirmation. */
const shownStep = ({ step }: Pick<Draft, 'step'>): SendingStep | undefined =>
  step === 'update' ? 'create' : step === 'check' ? 'confirm' : step

/** Steps of the submission in order, and progress. */
export function SendingSteps({ draft }: { draft: Draft }) {
  const { state, documents } = draft
  const here = shownStep(draft)
  const at = here === undefined ? -1 : ORDER.indexOf(here)
  const uploaded = documents.filter((document) => document.state === 'uploaded').length
  return (
    <Section title={reviewText.onSending}>
      <ol className="sending-steps">
        {reviewText.stepLines(documents.length).map(({ step, words }, index) => {
          const done = state === 'sending' && index < at
          const doing = state === 'sending' && index === at
          return (
            <li key={step} aria-current={doing ? 'step' : undefined}>
              <span className={`sending-steps__mark${doing ? ' sending-steps__mark--doing' : ''}`}>
                {done && <Sign kind="ok" />}
              </span>
              <span>
                {words}
                {doing &&
                  step === 'documents' &&
                  documents.length > 1 &&
                  ` · ${uploaded}/${documents.length}`}
                {state === 'sending' && (
                  <span className="muted"> · {done ? text.done : doing ? text.doing : text.pending}</span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      <p className="small muted">{reviewText.once}</p>
    </Section>
  )
}
