import { useState } from 'react'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { dateTime, longAge } from '#shared/text/dates.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { askText as text } from '#shared/text/verdict.ts'
import { Notice } from '../../design/layout.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { recentReport, requestComplete } from './use-complete.ts'

export interface AskDialogProps {
  view: CompleteView
  /** Called when the user takes the recent report instead. */
  onUseRecent: () => void
  onClose: () => void
}

/** Confirmation before paying: price, account charged, and the recent report if there is one. */
export function AskDialog({ onUseRecent, onClose, ...opened }: AskDialogProps) {
  const client = useClient()
  // State when the dialog opened: words and buttons must not change while the user reads.
  const [{ view, now }] = useState(() => ({ view: opened.view, now: client.now() }))
  const profile = useSlice('profile')
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const title = text.title(displayPlate(view.vrm))
  const demo = profile?.environment === 'demo'
  const price = formatEuros(view.price)
  const recent = recentReport(view, now)

  const ask = async () => {
    setAsking(true)
    setError(null)
    const answer = await requestComplete(client, { vrm: view.vrm, confirmed: true, again: recent !== null })
    setAsking(false)
    if (answer.ok) onClose()
    else setError(answer.error)
  }
  const age = recent ? longAge(recent.checkedAt, now) : ''
  return (
    <PayDialog
      title={title}
      head={
        <div className="ask__head">
          <h2>{text.heading}</h2>
          <Plate vrm={view.vrm} size="l" />
        </div>
      }
      keep={
        recent
          ? { label: text.takeRecent(age), isBetter: true, run: onUseRecent }
          : { label: text.cancel, run: onClose }
      }
      commit={{
        label: recent ? text.submitAgain(price) : demo ? text.submitDemo : text.submit(price),
        meaning: recent ? 'ask again' : 'ask',
        isBusy: asking,
        run: () => void ask(),
      }}
      notice={
        recent && (
          <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
            <p>
              <b>{text.recentTitle(age)}.</b> {text.recentBody(dateTime(recent.checkedAt))}
            </p>
          </Notice>
        )
      }
      price={text.price(price)}
      facts={[
        [text.month, text.monthCount(view.thisMonth, formatEuros(view.thisMonth * view.price))],
        [text.gives, text.givesBody],
      ]}
      onClose={onClose}
    >
      {asking && <BusyLine words={text.asking} />}
      {error && <FailedNotice error={error} />}
    </PayDialog>
  )
}
