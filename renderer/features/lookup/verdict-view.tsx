import { Eye, MessageSquareText, TriangleAlert, Clock } from 'lucide-react'
import { useEffect, useState, useEffectEvent } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { lookupText } from '#shared/text/lookup.ts'
import { answerText, verdictText, retryText, completeText } from '#shared/text/verdict.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import {
  focusVerdict,
  setFieldText,
  takeCompleteWanted,
  useLookupState,
  wantCopy,
  focusField,
  lookupState,
} from './lookup-state.ts'
import { useAriaKeys, useKeyHint } from '../../app/key-hints.tsx'
import { useClientDialog } from '../client-messages/feature.ts'
import {
  canAsk,
  useComplete,
  useIsCompleteRead,
  useSavePdf,
  CompleteActions,
  DisagreeNote,
  AskDialog,
  CompleteReportBody,
  PdfPreview,
  RequestCard,
} from '../complete/feature.ts'
import { LaterDialog } from '../../app/task-dialogs.tsx'
import { SavingBar, ServiceSays } from '../../app/task-notice.tsx'
import { Section } from '../../app/page.tsx'
import { startDraft } from '../new-draft/feature.ts'
import { copyAnswer, PlatePart } from './plate-rail.tsx'
import { cancelLookup, lookUp, useIsAside, isAside } from './lookup-actions.ts'
import { isOutOfScope } from './plate-entry.tsx'
import type { AppError } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import { attentionText } from '#shared/text/frame.ts'
import { showToast } from '../../app/toasts.ts'
import { OfficeSection, SeenReports } from './plate-parts.tsx'
import { VerdictCard, VerdictNote } from './verdict-card.tsx'
import { WatchedMark } from './watched-mark.tsx'
import { useSpokenVerdict, useLookupView } from './use-lookup-view.ts'
import { useWatchDialog } from './use-watch-dialog.tsx'
import type { ShortcutId } from '../../app/shortcut-table.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { verdictViewModel } from '../../design/verdict.tsx'
import './lookup.css'

/** Plate on screen: verdict, changes, and the answer for the phone. */
export function VerdictView({ vrm }: { vrm: string }) {
  const view = useLookupView(vrm)
  const complete = useComplete(vrm)
  const client = useClient()
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  const [open, setOpen] = useState<'ask' | 'pdf' | null>(null)
  const verdict = view?.verdict ?? null
  const report = complete?.latest ?? null
  const viewModel = useAt((now) => verdictViewModel(view, now))
  const own = ownFailure(view, useSlice('connection')?.state ?? 'idle')
  const hasPdf = report !== null && report.pdf !== 'none'
  const pdf = useSavePdf(hasPdf ? report.reportId : undefined)
  const answer = view?.answer ?? null
  const aside = useIsAside(vrm)
  const message = useClientDialog({ kind: 'plate', vrm })
  const watching = useWatchDialog()
  const mayAsk = useAt((now) => canAsk(complete, now))
  const canTransfer = verdict !== null && verdict.outcome !== 'error'
  // The buttons of a verdict come together: those that come later would move or shorten the others.
  const isRead = useIsCompleteRead(vrm)
  const hasEnded = isRead && (verdict !== null || (view !== undefined && !view.pending))
  useSpokenVerdict(vrm, view, viewModel)
  const wanted = useLookupState(({ completeWanted }) => completeWanted === vrm)
  useEffect(() => {
    if (wanted && complete && takeCompleteWanted(vrm) && mayAsk) setOpen('ask')
  }, [wanted, complete, vrm, mayAsk])

  const copy = () => {
    if (answer !== null) void copyAnswer(client.bridge, vrm, answer)
  }
  const openMessage = () => {
    if (answer !== null) message.open()
  }
  const again = () => {
    if (view && (!view.pending || own)) lookUp(client, vrm, { keepText: true })
  }
  const ask = () => {
    if (mayAsk) setOpen('ask')
  }
  const transfer = () => {
    if (canTransfer) void startDraft(client, 'transfer', { vrm: displayPlate(vrm) })
  }
  const watch = () => {
    if (view) watching.open([vrm])
  }
  const openPdf = () => {
    if (hasPdf) setOpen('pdf')
  }
  useCopyWanted(vrm, view, copy)
  useVerdictKeys(vrm, aside, {
    'verdict.copy': answer !== null && copy,
    'verdict.client': answer !== null && openMessage,
    'verdict.watch': view !== undefined && watch,
    'verdict.again': view !== undefined && (!view.pending || own !== null) && again,
    'verdict.complete': mayAsk && ask,
    'verdict.transfer': canTransfer && transfer,
    'verdict.office': () => document.querySelector<HTMLElement>('[data-office-row]')?.focus(),
    'verdict.pdf': hasPdf && openPdf,
    'verdict.save-pdf': hasPdf && pdf.save,
  })

  const failure = view && !view.pending ? view.failed : null
  return (
    <div className="verdict-view">
      <ErrorBoundary resetKey={vrm}>
        <SeenReports vrm={vrm} />
      </ErrorBoundary>
      <VerdictCard
        vrm={vrm}
        view={view}
        viewModel={viewModel}
        aside={aside}
        onReturn={() => {
          setFieldText(displayPlate(vrm))
          focusVerdict()
        }}
        retries={own !== null}
        canCopy={isRead && verdict !== null}
        onCopy={copy}
        onAgain={again}
        onCancel={() => void cancelLookup(client, vrm)}
        actions={
          <>
            {isRead && canTransfer && (
              <Button data-point="transfer" {...hint('verdict.transfer')} onClick={transfer}>
                {procedureKindLabels.transfer}
              </Button>
            )}
            {hasEnded && (
              <CompleteActions
                view={complete}
                hasPdf={hasPdf}
                canAsk={mayAsk}
                onAsk={ask}
                onSee={openPdf}
                onSave={pdf.save}
              />
            )}
          </>
        }
        icons={
          <>
            {answer !== null && (
              <Button
                className="verdict__icon"
                icon={MessageSquareText}
                aria-label={answerText.tell}
                title={answerText.tell}
                {...ariaKeys('verdict.client')}
                onClick={openMessage}
              />
            )}
            {view && !isOutOfScope(vrm) && (
              <Button
                className="verdict__icon"
                icon={Eye}
                aria-label={lookupText.watch}
                title={lookupText.watch}
                {...ariaKeys('verdict.watch')}
                onClick={watch}
              />
            )}
          </>
        }
      />
      {/* Inert while the user types another plate. */}
      <div className="verdict-view verdict-view__rest" inert={aside}>
        {view?.watchedUntil !== undefined && <WatchedMark until={view.watchedUntil} onOpen={watch} />}
        <SavingBar file={pdf} label={completeText.pdfSaving} cancel={completeText.cancel} />
        {complete && (complete.request ?? complete.failed) && (
          <PlatePart vrm={vrm}>
            <RequestCard view={complete} canAsk={mayAsk} onAsk={ask} />
          </PlatePart>
        )}
        {isOutOfScope(vrm) && (
          <Notice role="note" tone="warn" icon={<Icon of={TriangleAlert} />}>
            {lookupText.outOfScope}
          </Notice>
        )}
        {failure && (verdict || serviceQuote(failure) !== null) && (
          <FailureNotice failure={failure} known={verdict !== null} />
        )}
        {own && <RetryNote error={own} nextAttemptAt={view?.pending?.nextAttemptAt} onRetry={again} />}
        {verdict?.against && <DisagreeNote verdict={verdict} complete={complete} />}
        {view && !verdict?.against && verdict?.report.kind !== 'complete' && (
          <VerdictNote key={vrm} view={view} complete={complete} />
        )}
        {answer !== null && !report && (
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
        <PlatePart vrm={vrm}>
          <OfficeSection vrm={vrm} />
        </PlatePart>
        {report && (
          <PlatePart vrm={vrm}>
            <CompleteReportBody
              report={report}
              previous={complete?.previous ?? null}
              mayAsk={mayAsk}
              onAsk={ask}
            />
          </PlatePart>
        )}
      </div>
      {message.dialog}
      {watching.dialog}
      {open === 'ask' && complete && (
        <LaterDialog onClose={() => setOpen(null)}>
          <AskDialog
            view={complete}
            onUseRecent={() => {
              setOpen(null)
              // Runs after the dialog has restored the focus.
              setTimeout(focusVerdict)
            }}
            onClose={() => setOpen(null)}
          />
        </LaterDialog>
      )}
      {open === 'pdf' && report && (
        <LaterDialog onClose={() => setOpen(null)}>
          <PdfPreview vrm={vrm} reportId={report.reportId} onClose={() => setOpen(null)} />
        </LaterDialog>
      )}
    </div>
  )
}

function FailureNotice({ failure, known }: { failure: NonNullable<LookupView['failed']>; known: boolean }) {
  const quote = serviceQuote(failure)
  return (
    <Notice icon={<Icon of={TriangleAlert} />}>
      {known && <NoticeWords title={errorTexts[failure.code].title} body={errorTexts[failure.code].advice} />}
      <ServiceSays quote={quote} />
    </Notice>
  )
}

/** Maximum wait before copying. After this time the clipboard may hold something else. */
const MAX_WAIT_MS = 10_000

/**
 * Copies the answer of a lookup that was started with "copy". The hook waits for the answer of that lookup, because
 * the window may still show an earlier report. After the timeout it announces that nothing was copied.
 */
function useCopyWanted(vrm: string, view: LookupView | undefined, copy: () => void) {
  const { now } = useClient()
  const wanted = useLookupState(({ copyWanted }) => (copyWanted?.vrm === vrm ? copyWanted : null))
  const isOpen = wanted === null || !view || view.pending !== null
  const isFailed = !isOpen && view.failed !== null
  const isAnswered = !isOpen && !isFailed && view.verdict !== null && view.latest?.reportId !== wanted.known
  const end = useEffectEvent((copies: boolean) => {
    wantCopy(null)
    if (copies) copy()
    else showToast(verdictText.notCopiedYet, 'failed')
  })
  useEffect(() => {
    if (wanted === null) return
    const left = wanted.at + MAX_WAIT_MS - now()
    // The user left this plate and came back after the timeout.
    if (left <= 0) return wantCopy(null)
    if (isAnswered || isFailed) return end(isAnswered)
    const timer = setTimeout(() => end(false), left)
    return () => clearTimeout(timer)
  }, [wanted, isAnswered, isFailed, now])
}

type Command = Extract<
  ShortcutId,
  `verdict.${'copy' | 'again' | 'complete' | 'transfer' | 'office' | 'client' | 'watch' | 'pdf' | 'save-pdf'}`
>

/**
 * Shortcuts of the verdict on screen. Any character that can begin a plate starts the next one. From then on no
 * command acts on this verdict.
 */
function useVerdictKeys(
  vrm: string,
  isAsideNow: boolean,
  commands: Readonly<Record<Command, (() => void) | false>>,
) {
  const guarded = Object.entries(commands).map(([id, run]) => [
    id,
    run !== false &&
      !isAsideNow &&
      (() => {
        if (!isAside(lookupState().text, vrm)) run()
      }),
  ])
  useShortcuts(Object.fromEntries(guarded) as typeof commands, lookupText.plateName(displayPlate(vrm)))
  useShortcuts({
    'verdict.next-plate': ({ key }) => {
      const { text } = lookupState()
      setFieldText(isAside(text, vrm) ? text + key : key)
      focusField(false)
    },
    'verdict.field': () => focusField(),
  })
}

/**
 * Returns the error that delays only this lookup, or `null`. The banner shows a failure of the whole service instead.
 */
function ownFailure(view: LookupView | undefined, connection: Connection['state']): AppError | null {
  const isForAll = connection === 'down' || connection === 'unauthorized'
  return view?.pending?.state === 'queued' && !isForAll ? (view.pending.error ?? null) : null
}

interface RetryNoteProps {
  error: AppError
  nextAttemptAt: number | undefined
  onRetry: () => void
}

/** Failure of this lookup, with the time of the next attempt. */
function RetryNote({ error, nextAttemptAt, onRetry }: RetryNoteProps) {
  const seconds = useAt((now) => Math.ceil(((nextAttemptAt ?? now) - now) / 1000))
  const { title, advice } = errorTexts[error.code]
  const quote = serviceQuote(error)
  return (
    <Notice
      role="note"
      tone="warn"
      icon={<Icon of={Clock} />}
      actions={
        <Button size="low" onClick={onRetry}>
          {attentionText.tryNow}
        </Button>
      }
    >
      {/* Only the error is announced, not the countdown. */}
      <p>
        <b role="status">{title}</b> {advice}
      </p>
      <p className="small second" aria-live="off">
        {seconds > 0 ? retryText.nextIn(seconds) : retryText.nextNow}
      </p>
      <ServiceSays quote={quote} />
    </Notice>
  )
}
