import { useState } from 'react'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { dateTime } from '#shared/domain/age.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { environmentText } from '#shared/text/app.ts'
import { askText as text } from '#shared/text/app-complete.ts'
import { longAge } from '#shared/text/app-dates.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Notice } from '../../design/notice.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { TitledDialog } from '../../design/titled-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { recentReport, requestComplete } from './use-complete.ts'
import './ask-dialog.css'

export interface AskDialogProps {
  view: CompleteView
  /** The person takes the one there is. */
  onUseRecent: () => void
  onClose: () => void
}

/** What the price means, in each environment. */
export const PRICE_WORDS = {
  demo: text.free,
  development: text.development,
  production: text.priceBody,
} as const

/** Confirmation before paying: price, account charged, and the recent report if there is one. */
export function AskDialog({ onUseRecent, onClose, ...opened }: AskDialogProps) {
  const client = useClient()
  // As it was opened: nothing that is said or pressed here changes while it is read.
  const [{ view, now }] = useState(() => ({ view: opened.view, now: client.now() }))
  const profile = useSlice('profile')
  const keychain = useSlice('keychain')
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const title = text.title(displayPlate(view.vrm))
  const demo = profile?.environment === 'demo'
  const price = formatEuros(view.price)
  const recent = recentReport(view, now)

  // A paid request is written down first, which a session with the keychain in memory cannot do.
  if (keychain?.kind === 'memory' && !demo) return <MemoryDialog onClose={onClose} />

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
    <TitledDialog
      title={title}
      role="alertdialog"
      describedBy="ask-price"
      head={
        <div className="ask__head">
          <h2>{text.heading}</h2>
          <Plate vrm={view.vrm} size="l" />
        </div>
      }
      actions={
        recent ? (
          <>
            <CommitButton meaning="ask again" disabled={asking} onClick={() => void ask()}>
              {text.submitAgain(price)}
            </CommitButton>
            <Button data-safe tone="primary" onClick={onUseRecent}>
              {text.takeRecent(age)}
            </Button>
          </>
        ) : (
          <>
            <Button data-safe onClick={onClose}>
              {text.cancel}
            </Button>
            <CommitButton meaning="ask" disabled={asking} onClick={() => void ask()}>
              {demo ? text.submitDemo : text.submit(price)}
            </CommitButton>
          </>
        )
      }
      onClose={onClose}
    >
      {recent && (
        <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
          <p>
            <b>{text.recentTitle(age)}.</b> {text.recentBody(dateTime(recent.checkedAt))}
          </p>
        </Notice>
      )}
      <div id="ask-price">
        <p className="ask__price">{text.price(price)}</p>
        <p className="small second">{profile ? PRICE_WORDS[profile.environment] : ''}</p>
      </div>
      <dl className="facts">
        <dt>{text.pays}</dt>
        <dd>
          {profile?.name}
          {profile && profile.name !== environmentText[profile.environment].name && (
            <> · {environmentText[profile.environment].name}</>
          )}
        </dd>
        <dt>{text.month}</dt>
        <dd>{text.monthCount(view.thisMonth, formatEuros(view.thisMonth * view.price))}</dd>
        <dt>{text.gives}</dt>
        <dd>{text.givesBody}</dd>
      </dl>
      {asking && <BusyLine words={text.asking} />}
      {error && <FailedNotice error={error} />}
    </TitledDialog>
  )
}

/** Nothing that is paid for can be asked in this session. */
export function MemoryDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog
      title={text.memoryTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            tone="primary"
            onClick={() => {
              onClose()
              openSettings('accounts')
            }}
          >
            {text.memoryAction}
          </Button>
        </>
      }
    >
      <p className="second">{text.memoryBody}</p>
    </TitledDialog>
  )
}
