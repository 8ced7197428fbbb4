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
import {
  DeliveredDrafts,
  findHandover,
  GiveDialog,
  handoverState,
  IncomingDrafts,
  type Kept,
  useCanGive,
  useHandovers,
  useKeptRows,
} from './handovers.tsx'
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
  const incoming = handovers?.filter(({ row }) => row.role === 'receiver')
  /** Hand-overs when the page opened. Incoming drafts of later are below the list, so that no row moves. */
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  if (first === null && handovers) setFirst(new Set(handovers.map(({ row }) => row.id)))
  /** Drafts that this PC makes of what it collects, by their hand-overs. */
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(new Map())
  const draftIdOf = ({ id, draftId }: Handover) => taken.get(id) ?? draftId
  const collected = new Set(incoming?.map(({ row }) => draftIdOf(row)))
  const incomingDrafts = (isFirst: boolean) => (
    <IncomingDrafts
      rows={incoming?.filter(({ row }) => first?.has(row.id) === isFirst) ?? []}
      findCollected={(row) => rows?.find(({ id }) => id === draftIdOf(row))?.id}
      onTaken={({ id }, draftId) => setTaken((known) => new Map(known).set(id, draftId))}
    />
  )

  useShortcuts({ 'drafts.undo': () => void discarding.restore() })
  // A handed draft that goes by itself keeps its place. A collected one opens from its offer until the page is left.
  const kept = useKeptRows(rows)?.filter(
    ({ row, isGone }) => (!isGone || row.state === 'handed') && !collected.has(row.id),
  )
  const shown = incoming && kept
  const delivered = handovers?.filter(
    ({ row }) =>
      row.state === 'taken' && first?.has(row.id) && !kept?.some((one) => one.row.id === row.draftId),
  )
  useRowFocus(shown, 'data-draft', lastDraft)
  return (
    <ListPage
      title={text.title}
      landing={(rows?.length === 0 && handovers?.length === 0) || error !== null}
      column="outbox"
      above={
        <>
          <ProcedurePlaces where="page" />
          <DiscardedNotice discarding={discarding} />
          {incomingDrafts(true)}
        </>
      }
      up="procedures"
      text={text}
      emptyIcon={FilePenLine}
      emptyActions={<Button onClick={toProcedures}>{text.toProcedures}</Button>}
      rows={shown}
      error={error}
      renderRow={({ row, isGone }) => (
        <DraftLine
          key={row.id}
          row={row}
          isGone={isGone}
          now={now}
          handed={findHandover(handovers, row.id)}
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
      <DeliveredDrafts rows={delivered ?? []} />
      {incomingDrafts(false)}
      {giving && <GiveDialog draft={giving} onClose={() => setGiving(null)} />}
    </ListPage>
  )
}

const toProcedures = () => openRoute({ view: 'procedures' })

interface DraftLineProps extends Kept<DraftRow> {
  now: number
  /** Hand-over of the draft, if there is one. */
  handed: Kept<Handover> | undefined
  /** `false` if this PC cannot hand drafts over. */
  onGive: (() => void) | false
  onDiscard: () => void
}

function DraftLine({ row, isGone, now, handed, onGive, onDiscard }: DraftLineProps) {
  const isHere = row.state === 'editing'
  const give = onGive && {
    shortcut: 'drafts.give' as const,
    onPress: onGive,
    icon: Send,
    label: handoverText.give(draftName(row)),
    title: handoverText.action,
  }
  return (
    <li className={`draft-line${isHere ? '' : ' draft-line--handed'}`} data-draft={row.id}>
      <OpenRow
        onOpen={() => openDraft(row.id)}
        remove={discardDraft(row, onDiscard)}
        isRemovable={isHere || (row.state === 'collected' && !isGone)}
        other={isHere && give}
      >
        <DraftSubject row={row} />
        <span className="draft-line__documents muted">{text.documents(row.documents.of)}</span>
        <span className="draft-line__when muted" title={dateTime(row.updatedAt)}>
          {handed && !handed.isGone
            ? handoverState(handed.row)
            : isGone
              ? handoverText.left
              : text.edited(relativeAge(row.updatedAt, now))}
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
