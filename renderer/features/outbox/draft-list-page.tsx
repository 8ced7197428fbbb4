import { FilePenLine, Send } from 'lucide-react'
import type { Handover } from '#shared/bridge/handovers.ts'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { dateTime, relativeAge } from '#shared/text/dates.ts'
import { draftListText as text, draftName, handoverText } from '#shared/text/outbox.ts'
import { Button } from '../../design/button.tsx'
import { useRowFocus } from '../../design/list.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { ListPage, OpenRow } from '../../app/list-page.tsx'
import { discardDraft, DiscardedNotice, useDiscarding } from './discarded-notice.tsx'
import { DraftSubject } from './draft-rows.tsx'
import { GiveDialog, handoverState, IncomingDrafts, useCanGive, useHandovers } from './handovers.tsx'
import { lastDraft, openDraft } from './use-outbox.ts'
import { useEffect, useState } from 'react'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Bridge } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import './outbox.css'

/** Borradores: unfinished drafts of this PC, last edited first. */
export function DraftListPage() {
  const { rows, error } = useDraftList()
  const discarding = useDiscarding()
  const now = useNow(15_000)
  const handovers = useHandovers()
  const canGive = useCanGive()
  const [giving, setGiving] = useState<DraftRow | null>(null)
  const incoming = handovers?.filter(({ role }) => role === 'receiver')
  /** Incoming drafts when the page opened, above the list. Later ones are below, so that no row moves. */
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  if (first === null && incoming) setFirst(new Set(incoming.map(({ id }) => id)))

  useShortcuts({ 'drafts.undo': () => void discarding.restore() })
  const shown = incoming && rows
  useRowFocus(shown, 'data-draft', lastDraft)
  return (
    <ListPage
      title={text.title}
      landing={(rows?.length === 0 && incoming?.length === 0) || error !== null}
      column="outbox"
      above={
        <>
          <ProcedurePlaces where="page" />
          <DiscardedNotice discarding={discarding} />
          <IncomingDrafts rows={incoming?.filter(({ id }) => first?.has(id))} />
        </>
      }
      up="procedures"
      text={text}
      emptyIcon={FilePenLine}
      emptyActions={<Button onClick={toProcedures}>{text.toProcedures}</Button>}
      rows={shown}
      error={error}
      renderRow={(row) => (
        <DraftLine
          key={row.id}
          row={row}
          now={now}
          handed={handovers?.find(({ draftId }) => draftId === row.id)}
          onGive={canGive && (() => setGiving(row))}
          onDiscard={() => void discarding.discard(row)}
        />
      )}
      foot={{
        count: text.amount,
        keys: [
          ['list.open', text.open],
          ['drafts.discard', text.remove],
          ...(canGive ? [['drafts.give', handoverText.key] as const] : []),
        ],
      }}
    >
      <IncomingDrafts rows={incoming?.filter(({ id }) => first && !first.has(id))} />
      {giving && <GiveDialog draft={giving} onClose={() => setGiving(null)} />}
    </ListPage>
  )
}

const toProcedures = () => openRoute({ view: 'procedures' })

interface DraftLineProps {
  row: DraftRow
  now: number
  /** Hand-over of the draft, if there is one. */
  handed: Handover | undefined
  /** `false` if this PC cannot hand drafts over. */
  onGive: (() => void) | false
  onDiscard: () => void
}

function DraftLine({ row, now, handed, onGive, onDiscard }: DraftLineProps) {
  const isHere = row.state === 'editing'
  const give = onGive && {
    shortcut: 'drafts.give' as const,
    onPress: onGive,
    icon: Send,
    label: handoverText.give(draftName(row)),
    title: handoverText.action,
  }
  return (
    <li className="draft-line" data-draft={row.id}>
      <OpenRow
        onOpen={() => openDraft(row.id)}
        remove={discardDraft(row, onDiscard)}
        isRemovable={isHere}
        other={isHere && give}
      >
        <DraftSubject row={row} />
        <span className="draft-line__documents muted">{text.documents(row.documents.of)}</span>
        <span className="draft-line__when muted" title={dateTime(row.updatedAt)}>
          {handed ? handoverState(handed) : text.edited(relativeAge(row.updatedAt, now))}
        </span>
      </OpenRow>
    </li>
  )
}

const PAGE = 200

interface DraftList {
  /** `undefined` until the first answer. */
  rows: readonly DraftRow[] | undefined
  error: AppError | null
}

/**
 * Unfinished drafts, last edited first. The hook reads all drafts: they fit in a few pages, and the pages of an order
 * by last change are not stable.
 */
function useDraftList(): DraftList {
  const { bridge, replica } = useClient()
  const [list, setList] = useState<DraftList>({ rows: undefined, error: null })
  useEffect(() => {
    let turn = 0
    const read = async () => {
      const mine = ++turn
      const answer = await readAll(bridge)
      // A newer read has started, or the component is unmounted: this answer is dropped.
      if (mine !== turn) return
      setList(({ rows }) => ({
        // A failed read keeps the previous rows.
        rows: answer.ok ? answer.value : rows,
        error: answer.ok ? null : answer.error,
      }))
    }
    void read()
    const stops = [
      bridge.on('changed', (change) => change.kind === 'draft' && void read()),
      replica.subscribe((state, before) => state.epoch !== before.epoch && void read()),
    ]
    return () => {
      turn += 1
      for (const stop of stops) stop()
    }
  }, [bridge, replica])
  return list
}

async function readAll(bridge: Bridge): Promise<Result<DraftRow[]>> {
  const rows: DraftRow[] = []
  let before: number | null = null
  do {
    const answer: Awaited<ReturnType<typeof bridge.call<'procedures.draft-list'>>> = await bridge.call(
      'procedures.draft-list',
      { filter: 'drafts', limit: PAGE, ...(before !== null && { before }) },
    )
    if (!answer.ok) return answer
    rows.push(...answer.value.rows)
    before = answer.value.next
  } while (before !== null)
  return { ok: true, value: rows.toSorted((a, b) => b.updatedAt - a.updatedAt) }
}
