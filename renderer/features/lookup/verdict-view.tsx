import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { answerForClient, answerText, lookupText, verdictText } from '#shared/text/app-lookup.ts'
import { completeText } from '#shared/text/app-complete.ts'
import { clientMessage } from '#shared/text/client-message.ts'
import { newText } from '#shared/text/app-wizard.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { focusField, focusVerdict, setFieldText } from '../../ui-state/lookup-desk.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { AskDialog } from '../complete/ask-dialog.tsx'
import { answering, completeFace, disagreement, verdictOf } from '../complete/complete-face.ts'
import { DisagreeNote } from '../complete/disagree-note.tsx'
import { IssueList } from '../complete/issue-list.tsx'
import { RegistryGrid } from '../complete/registry-grid.tsx'
import { RequestCard } from '../complete/request-card.tsx'
import { canAsk, useComplete, useSavePdf } from '../complete/use-complete.ts'
import { Section } from '../frame/page.tsx'
import { AskAgain, CompleteActions } from '../complete/complete-actions.tsx'
import { startDraft } from '../wizard/start-draft.ts'
import { copyAnswer } from './copy-answer.ts'
import { cancelLookup, lookUp } from './lookup-actions.ts'
import { isOutOfScope } from './plate-scope.ts'
import { VerdictCard } from './verdict-card.tsx'
import { useLookupView } from './use-lookup-view.ts'
import { spokenVerdict, type VerdictFace, verdictFace } from './verdict-face.ts'
import { VerdictNote } from './verdict-note.tsx'
import './verdict-view.css'

const PdfPreview = lazy(() =>
  import('../pdf/pdf-preview.tsx').then((module) => ({ default: module.PdfPreview })),
)

/** Everything about the plate on screen: the verdict, what changed, and what to say on the phone. */
export function VerdictView({ vrm }: { vrm: string }) {
  const view = useLookupView(vrm)
  const complete = useComplete(vrm)
  const client = useClient()
  const hint = useKeyHint()
  const demo = useSlice('profile')?.environment === 'demo'
  const now = useNow(1000)
  const [open, setOpen] = useState<'ask' | 'pdf' | null>(null)
  const latest = complete?.latest ?? null
  const report = latest?.outcome === 'error' ? null : latest
  const answerer = answering(view, latest)
  const shown = view && answerer ? { ...view, latest: verdictOf(answerer) } : view
  const face = view && answerer ? completeFace(view, answerer, now) : verdictFace(view, now)
  const hasPdf = report !== null && report.pdf !== 'none'
  const pdf = useSavePdf(hasPdf ? report.reportId : undefined)
  const answer = answerer
    ? clientMessage(displayPlate(vrm), answerer, demo)
    : view?.latest
      ? answerForClient(displayPlate(vrm), view.latest, demo)
      : null
  const canTransfer = shown?.latest != null && shown.latest.outcome !== 'error'
  useSpokenVerdict(vrm, shown, face, now)

  const copy = () => {
    if (answer !== null) void copyAnswer(answer)
  }
  const again = () => {
    if (view && !view.pending) lookUp(client, vrm, { keepText: true })
  }
  const ask = () => {
    if (canAsk(complete, now)) setOpen('ask')
  }
  const transfer = () => {
    if (canTransfer) void startDraft(client, 'transfer', { vrm: displayPlate(vrm) })
  }
  useShortcuts({
    'verdict.copy': copy,
    'verdict.again': again,
    'verdict.complete': ask,
    'verdict.transfer': transfer,
    'verdict.pdf': () => hasPdf && setOpen('pdf'),
    'verdict.save-pdf': pdf.save,
    'verdict.digit': ({ key }) => {
      // The next plate begins with no extra key.
      setFieldText(key)
      focusField(false)
    },
    'verdict.field': () => focusField(),
  })

  const failure = view && !view.pending ? view.failed : null
  const disagreed = disagreement(view, latest)
  return (
    <div className="verdict-view">
      <VerdictCard
        vrm={vrm}
        view={shown}
        face={face}
        onCopy={copy}
        onAgain={again}
        onCancel={() => void cancelLookup(client, vrm)}
        actions={
          <>
            {canTransfer && (
              <Button {...hint('verdict.transfer')} onClick={transfer}>
                {newText.kinds.transfer}
              </Button>
            )}
            <CompleteActions
              view={complete}
              hasPdf={hasPdf}
              canAsk={canAsk(complete, now)}
              onAsk={ask}
              onSee={() => setOpen('pdf')}
              onSave={pdf.save}
            />
          </>
        }
      />
      {pdf.saving && (
        <TransferBar
          label={completeText.pdfSaving}
          progress={pdf.saving.progress}
          cancelLabel={completeText.cancel}
          onCancel={() => pdf.saving?.abort.abort()}
        />
      )}
      {complete && <RequestCard view={complete} now={now} onAsk={ask} />}
      {isOutOfScope(vrm) && (
        <Notice role="note" tone="warn" icon={<TriangleAlert className="icon" aria-hidden="true" />}>
          {lookupText.outOfScope}
        </Notice>
      )}
      {failure && (shown?.latest || failure.detail) && (
        <FailureNotice failure={failure} known={shown?.latest != null} />
      )}
      {disagreed && <DisagreeNote found={disagreed} now={now} />}
      {view && !answerer && !disagreed && <VerdictNote key={vrm} view={view} now={now} />}
      {answer !== null && !answerer && (
        <Section
          title={answerText.title}
          aside={
            <>
              {answerText.copiedWith} {hint('verdict.copy').shortcut}
            </>
          }
        >
          <p className="quote">{answer}</p>
        </Section>
      )}
      {report && (
        <>
          <IssueList issues={report.issues} />
          <RegistryGrid registry={report.registry} />
          <AskAgain report={report} now={now} disabled={!canAsk(complete, now)} onAsk={ask} />
        </>
      )}
      {open === 'ask' && complete && (
        <AskDialog
          view={complete}
          now={now}
          onUseRecent={() => {
            setOpen(null)
            // After the dialog has given the focus back.
            setTimeout(focusVerdict)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'pdf' && report && (
        <Suspense fallback={null}>
          <PdfPreview vrm={vrm} reportId={report.reportId} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}

function FailureNotice({ failure, known }: { failure: NonNullable<LookupView['failed']>; known: boolean }) {
  return (
    <Notice icon={<TriangleAlert className="icon" aria-hidden="true" />}>
      {known && (
        <p>
          <b>{errorTexts[failure.code].title}</b> {errorTexts[failure.code].advice}
        </p>
      )}
      {failure.detail && (
        <>
          <p className="second">{verdictText.serviceSays}</p>
          <p className="quote">{failure.detail}</p>
        </>
      )}
    </Notice>
  )
}

/** Says each result once: the cached one when asked, the fresh one when it comes. */
function useSpokenVerdict(vrm: string, view: LookupView | undefined, face: VerdictFace, now: number) {
  const said = useRef('')
  useEffect(() => {
    if (!view) return
    const state = view.pending?.state === 'processing' ? 'asking' : view.pending?.state
    const key = [vrm, view.latest?.reportId, view.latest?.checkedAt, state, view.failed?.code].join(' ')
    if (key === said.current) return
    said.current = key
    announce(spokenVerdict(displayPlate(vrm), view, now, face))
  }, [vrm, view, face, now])
}
