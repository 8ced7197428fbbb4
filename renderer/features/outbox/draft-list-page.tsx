import { FilePenLine, SearchX, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { dateTime, relativeAge } from '#shared/domain/age.ts'
import { draftListText as text, draftName } from '#shared/text/app-outbox.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { Outlines } from '../../design/outlines.tsx'
import { Rows } from '../../design/rows.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useShortcuts } from '../../ui-state/shortcuts.ts'
import { ProcedurePlaces } from '../desk/places.tsx'
import { Page } from '../frame/page.tsx'
import { DiscardedNotice, useDiscarding } from './discarded-notice.tsx'
import { DraftSubject } from './draft-rows.tsx'
import { openDraft, useRowFocus } from './row-focus.ts'
import { useDraftList } from './use-draft-list.ts'
import './outbox.css'

/** Borradores: what was begun here and is not finished, the last edited first. */
export function DraftListPage() {
  const { rows, loaded, error } = useDraftList()
  const discarding = useDiscarding()
  const letters = useSlice('settings')?.singleKeys ?? true
  const now = useNow(15_000)

  useShortcuts([
    { keys: ['z'], run: () => void discarding.restore() },
    { keys: ['Escape'], run: () => openRoute({ view: 'procedures' }) },
  ])
  useRowFocus(rows)
  const empty = loaded && rows.length === 0 && !error
  return (
    <Page title={text.title} landing={empty || error !== null}>
      <div className="outbox">
        <ProcedurePlaces where="page" />
        {!loaded && <Outlines rows={8} label={text.loading} />}
        <DiscardedNotice discarding={discarding} />
        {error && (
          <Calm icon={<SearchX aria-hidden="true" />} title={text.failed} role="alert">
            <p>
              {errorTexts[error.code].title} {errorTexts[error.code].advice}
            </p>
          </Calm>
        )}
        {empty && (
          <Calm
            icon={<FilePenLine aria-hidden="true" />}
            title={text.emptyTitle}
            actions={<Button onClick={() => openRoute({ view: 'procedures' })}>{text.toProcedures}</Button>}
          >
            <p>{text.emptyBody}</p>
          </Calm>
        )}
        {rows.length > 0 && (
          <>
            <Rows label={text.list} kind="boxed" letters={letters}>
              {rows.map((row) => (
                <DraftLine key={row.id} row={row} now={now} onDiscard={() => void discarding.discard(row)} />
              ))}
            </Rows>
            <p className="outbox__keys tiny muted">
              <span role="status">{text.amount(rows.length)}</span>
              <span className="keys">
                <Kbd>ArrowUp</Kbd> <Kbd>ArrowDown</Kbd> {text.move}
              </span>
              <span className="keys">
                <Kbd>Enter</Kbd> {text.open}
              </span>
              <span className="keys">
                <Kbd>{text.removeKey}</Kbd> {text.remove}
              </span>
            </p>
          </>
        )}
      </div>
    </Page>
  )
}

function DraftLine({ row, now, onDiscard }: { row: DraftRow; now: number; onDiscard: () => void }) {
  const name = draftName(row)
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return
    event.preventDefault()
    onDiscard()
  }
  return (
    <li className="draft-line" data-draft={row.id}>
      <button
        type="button"
        className="row"
        aria-keyshortcuts="Delete"
        onClick={() => openDraft(row.id)}
        onKeyDown={keyDown}
      >
        <DraftSubject row={row} />
        <span className="draft-line__documents muted">{text.documents(row.documents.of)}</span>
        <span className="draft-line__when muted" title={dateTime(row.updatedAt)}>
          {text.edited(relativeAge(row.updatedAt, now))}
        </span>
      </button>
      <Button
        size="low"
        tone="plain"
        icon={<X className="icon" aria-hidden="true" />}
        aria-label={text.discard(name)}
        title={text.discardShort}
        onClick={onDiscard}
      />
    </li>
  )
}
