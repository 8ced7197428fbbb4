import { FilePenLine, X } from 'lucide-react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { dateTime, relativeAge } from '#shared/domain/age.ts'
import { draftListText as text, draftName } from '#shared/text/app-outbox.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Keys } from '../../design/kbd.tsx'
import { Rows } from '../../design/rows.tsx'
import { useRowFocus } from '../../design/use-row-focus.ts'
import { useNow } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useAriaKeys, useFootKeys, useLetters } from '../../shortcuts/key-hints.tsx'
import { useFocusShortcuts, useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { ProcedurePlaces } from '../cases/places.tsx'
import { ListState } from '../frame/list-state.tsx'
import { Page } from '../frame/page.tsx'
import { DiscardedNotice, useDiscarding } from './discarded-notice.tsx'
import { DraftSubject } from './draft-rows.tsx'
import { lastDraft, openDraft } from './open-draft.ts'
import { useDraftList } from './use-draft-list.ts'
import './outbox.css'

/** Borradores: unfinished drafts of this PC, last edited first. */
export function DraftListPage() {
  const { rows, loaded, error } = useDraftList()
  const discarding = useDiscarding()
  const letters = useLetters()
  const footKeys = useFootKeys()
  const now = useNow(15_000)

  useShortcuts({
    'drafts.undo': () => void discarding.restore(),
    'drafts.up': () => openRoute({ view: 'procedures' }),
  })
  useRowFocus(rows, 'data-draft', lastDraft)
  const empty = loaded && rows.length === 0 && !error
  return (
    <Page title={text.title} landing={empty || error !== null}>
      <div className="outbox">
        <ProcedurePlaces where="page" />
        <DiscardedNotice discarding={discarding} />
        <ListState
          loaded={loaded}
          error={error}
          count={rows.length}
          loading={text.loading}
          outlines={8}
          failed={text.failed}
          aside={null}
          empty={
            <Calm
              icon={FilePenLine}
              title={text.emptyTitle}
              actions={<Button onClick={() => openRoute({ view: 'procedures' })}>{text.toProcedures}</Button>}
            >
              <p>{text.emptyBody}</p>
            </Calm>
          }
        >
          <Rows label={text.list} kind="boxed" letters={letters}>
            {rows.map((row) => (
              <DraftLine key={row.id} row={row} now={now} onDiscard={() => void discarding.discard(row)} />
            ))}
          </Rows>
          <p className="outbox__keys tiny muted">
            <span role="status">{text.amount(rows.length)}</span>
            {footKeys([
              ['list.move', text.move],
              ['list.open', text.open],
              ['drafts.discard', text.remove],
            ]).map(({ keys, does }) => (
              <span key={does} className="keys">
                <Keys keys={keys} /> {does}
              </span>
            ))}
          </p>
        </ListState>
      </div>
    </Page>
  )
}

function DraftLine({ row, now, onDiscard }: { row: DraftRow; now: number; onDiscard: () => void }) {
  const name = draftName(row)
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  return (
    <li className="draft-line" data-draft={row.id}>
      <button
        type="button"
        className="row"
        {...ariaKeys('drafts.discard')}
        onClick={() => openDraft(row.id)}
        onKeyDown={(event) => takes(event, { 'drafts.discard': onDiscard })}
      >
        <DraftSubject row={row} />
        <span className="draft-line__documents muted">{text.documents(row.documents.of)}</span>
        <span className="draft-line__when muted" title={dateTime(row.updatedAt)}>
          {text.edited(relativeAge(row.updatedAt, now))}
        </span>
      </button>
      <IconButton icon={X} label={text.discard(name)} title={text.discardShort} onClick={onDiscard} />
    </li>
  )
}
