import { X } from 'lucide-react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { draftListText, draftName, outboxText as text, outboxWays } from '#shared/text/outbox.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { BusyIcon } from '../../design/icon.tsx'
import { Button, IconButton } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useAriaKeys } from '../../shortcuts/key-hints.tsx'
import { useFocusShortcuts } from '../../shortcuts/handlers.ts'
import { FailedNotice, ServiceSays } from '../frame/task-notice.tsx'
import { DraftSubject } from './draft-rows.tsx'
import type { OutboxViewModel, WayOn } from './outbox-view-model.ts'
import { openDraft } from './open-draft.ts'
import { serviceWords } from './service-words.ts'

export interface OutboxLineProps {
  row: DraftRow
  viewModel: OutboxViewModel
  /** Error of the last action on it. */
  error: AppError | undefined
  onWay: (way: WayOn) => void
  /** Only for items that are not being sent. */
  onDiscard: () => void
}

/** Item of *Por enviar*: subject, progress, problem and actions. */
export function OutboxLine({ row, viewModel, error, onWay, onDiscard }: OutboxLineProps) {
  const { sign, title, body, ways } = viewModel
  const { uploaded, of } = row.documents
  const name = draftName(row)
  // The view model states the problem; an item waiting or retrying also shows its error.
  const isTold = row.state === 'ready' || row.state === 'sending'
  const why = row.error && isTold ? errorTexts[row.error.code] : null
  const said = serviceWords(row.error)
  const still = row.state === 'ready' || row.state === 'stopped'
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  return (
    <li className={`outbox-line outbox-line--${row.state}`} data-draft={row.id}>
      <div className="outbox-line__head">
        <button
          type="button"
          className="row"
          aria-label={text.open(`${name}. ${title}`)}
          {...(still && ariaKeys('drafts.discard'))}
          onClick={() => openDraft(row.id)}
          onKeyDown={(event) => takes(event, { 'drafts.discard': still && onDiscard })}
        >
          <DraftSubject row={row} />
          <span className="row__end muted">{text.documents(uploaded, of)}</span>
        </button>
        {still && (
          <IconButton
            icon={X}
            label={draftListText.discard(name)}
            title={draftListText.discardShort}
            onClick={onDiscard}
          />
        )}
      </div>
      <div className="outbox-line__state">
        {sign === 'moving' ? <BusyIcon /> : <Sign kind={sign} />}
        <div className="outbox-line__words">
          <p>
            <b>{title}</b> <span className="second">{body}</span>
          </p>
          {why && (
            <p className="small second">
              {why.title} {!row.doubt && why.advice}
            </p>
          )}
          <ServiceSays quote={said} small />
          {error && <FailedNotice error={error} />}
        </div>
        <div className="outbox-line__ways">
          {ways.map((way) => (
            <Button
              key={way}
              size="low"
              tone={way === 'open' ? 'plain' : 'default'}
              aria-label={`${outboxWays[way]} ${name}`}
              onClick={() => onWay(way)}
            >
              {outboxWays[way]}
            </Button>
          ))}
        </div>
      </div>
    </li>
  )
}
