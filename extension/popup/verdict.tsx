import { Copy, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { popupText as text } from '#shared/text/extension.ts'
import { Button, IconButton } from '#renderer/design/button.tsx'
import { VerdictHead, isFresh, spokenVerdict } from '#renderer/design/verdict.tsx'
import { useClient, requestErrorWords, useNow } from '../pages/page.tsx'
import { knownPlate, summaryViewModel } from '../pages/verdict-of-summary.ts'

export interface VerdictProps {
  vrm: string
  /** `undefined` until the application answers. */
  summary: VerdictSummary | undefined
  onLookUp: () => void
}

/** Outcomes with which a transfer may be started. */
const TRANSFERABLE: readonly unknown[] = ['transferable', 'with_alerts']

/** Verdict of the plate in the field, and its actions. */
export function Verdict({ vrm, summary, onLookUp }: VerdictProps) {
  const now = useNow(10_000)
  const { viewModel, sentences } = summaryViewModel(summary, now)
  const known = summary && knownPlate(summary)
  const hasVerdict = known?.verdict != null
  const isPending = summary?.pending != null
  return (
    <section
      className={`verdict popup-verdict verdict--${viewModel.sign} verdict--${viewModel.ground}`}
      aria-label={displayPlate(vrm)}
      aria-busy={isPending && summary.pending !== 'queued'}
    >
      <VerdictHead viewModel={viewModel} pending={isPending ? { state: summary.pending ?? '' } : null}>
        {hasVerdict && !isPending ? (
          <IconButton
            className="popup-verdict__again"
            icon={RotateCw}
            label={text.again}
            named
            onClick={onLookUp}
          />
        ) : (
          <></>
        )}
      </VerdictHead>
      <p className="visually-hidden" role="status">
        {known && spokenVerdict(displayPlate(vrm), known, now)}
      </p>
      <div className="popup-verdict__body">
        {hasVerdict && (
          <p className="popup-verdict__vehicle small">
            <span className="popup-verdict__car">{summary?.vehicle?.name || text.noVehicle}</span>
            <span className="muted figures">{summary?.vehicle?.firstRegistrationDate}</span>
          </p>
        )}
        {sentences.map((sentence) => (
          <p key={sentence} className="small second">
            {sentence}
          </p>
        ))}
        {summary && !hasVerdict && !isPending && (
          <div className="popup-verdict__actions">
            <Button tone="primary" size="low" onClick={onLookUp}>
              {text.lookUp}
            </Button>
          </div>
        )}
        {summary && hasVerdict && (
          <Actions
            vrm={vrm}
            isPrimary={known !== undefined && isFresh(known, now)}
            mayTransfer={TRANSFERABLE.includes(summary.outcome)}
          />
        )}
      </div>
    </section>
  )
}

/** Time in ms after a press, longer than the pause of a double press. */
const DOUBLE_PRESS_MS = 800

type Done = { of: 'copy' | 'open'; words: string; failed: boolean }

function Actions({ vrm, isPrimary, mayTransfer }: { vrm: string; isPrimary: boolean; mayTransfer: boolean }) {
  const client = useClient()
  const [done, setDone] = useState<Done | null>(null)
  const busy = useRef(false)

  /** Runs one action at a time. A held key, or a second press while the window opens, does nothing. */
  const once = async (act: () => Promise<Done>) => {
    if (busy.current) return
    busy.current = true
    const result = await act()
    setDone(result)
    // The second press of a double press may come after the answer.
    if (result.failed || result.of === 'copy') busy.current = false
    else setTimeout(() => (busy.current = false), DOUBLE_PRESS_MS)
  }
  const copy = () =>
    once(async () => {
      const answer = await client.request('answer.get', { vrm })
      if (!answer.ok) return { of: 'copy', words: requestErrorWords(answer.error), failed: true }
      return navigator.clipboard.writeText(answer.value.text).then(
        () => ({ of: 'copy', words: text.copied, failed: false }),
        () => ({ of: 'copy', words: text.notCopied, failed: true }),
      )
    })
  const open = (transfer: boolean) =>
    once(async () => {
      const answer = await client.request('open', { vrm, transfer })
      if (!answer.ok) return { of: 'open', words: requestErrorWords(answer.error), failed: true }
      window.close()
      return { of: 'open', words: text.opened, failed: false }
    })

  const copied = done?.of === 'copy' && !done.failed
  return (
    <>
      <div className="popup-verdict__actions">
        <Button tone={isPrimary ? 'primary' : 'default'} size="low" icon={Copy} onClick={() => void copy()}>
          {copied ? text.copied : text.copy}
        </Button>
        <Button size="low" onClick={() => void open(false)}>
          {text.open}
        </Button>
        {mayTransfer && (
          <Button size="low" onClick={() => void open(true)}>
            {text.transfer}
          </Button>
        )}
      </div>
      {done?.failed && (
        <p className="lookup__problem small" role="alert">
          {done.words}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {done?.failed === false && done.words}
      </p>
    </>
  )
}
