import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PlateList } from '#shared/bridge/plate-lists.ts'
import { clockOrDate } from '#shared/text/dates.ts'
import { viewTitles } from '#shared/text/app.ts'
import { plateListsText } from '#shared/text/plate-lists.ts'
import type { TransferBatch } from '#shared/bridge/transfer-batches.ts'
import { transferBatchesText } from '#shared/text/transfer-batches.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { useRowFocus } from '../../design/list.tsx'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useKeyHint, useLetters } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useListSource } from '../lookup/feature.ts'
import { openRoute } from '../../app/route.ts'
import { Rows } from '../../design/rows.tsx'
import { UpCrumb } from '../../app/page-parts.tsx'
import { ListPage } from '../../app/list-page.tsx'
import { Section } from '../../app/page.tsx'
import { NewListForm } from './new-plate-list.tsx'
import { listSign } from './plate-list-cells.tsx'
import './plate-lists.css'

const toLookup = () => openRoute({ view: 'lookup' })

/** Consulta masiva: lists of plates, the newest first, and the form of a new list. */
export function PlateListsPage() {
  const { data, error } = useQuery('plate-lists.list', {})
  const rows = data?.rows
  const hasText = useListSource((state) => state.text !== '' || state.file !== null)
  const [isMaking, setIsMaking] = useState(hasText)
  const hint = useKeyHint()
  const isEmpty = rows?.length === 0
  // The form stays once it is shown. The new list may appear here before the answer that opens its page.
  if (isEmpty && !isMaking) setIsMaking(true)
  const makes = isMaking || isEmpty
  useRowFocus(makes ? undefined : rows, 'data-list', () => null)
  useShortcuts({
    'plate-lists.new': () => setIsMaking(true),
    'plate-lists.up': makes && !isEmpty ? () => setIsMaking(false) : toLookup,
  })
  return (
    <ListPage
      title={viewTitles['plate-lists']}
      section={viewTitles.lookup}
      lead={<UpCrumb name={viewTitles.lookup} title={viewTitles.lookup} onOpen={toLookup} />}
      actions={
        !makes && (
          <Button
            tone="primary"
            size="low"
            icon={Plus}
            {...hint('plate-lists.new')}
            onClick={() => setIsMaking(true)}
          >
            {plateListsText.newOne}
          </Button>
        )
      }
      column="plate-lists"
      above={makes && <NewListForm {...(!isEmpty && { onClose: () => setIsMaking(false) })} />}
      text={plateListsText}
      emptyIcon={ListChecks}
      rows={rows}
      error={rows ? null : error}
      renderRow={(row) => <ListLine key={row.id} list={row} />}
      foot={{
        count: plateListsText.amount,
        keys: [['list.open', plateListsText.open]],
      }}
    >
      {(!isMaking || isEmpty) && <TransferBatchRows />}
    </ListPage>
  )
}

function ListLine({ list }: { list: PlateList }) {
  const now = useNow(60_000)
  const { id, createdAt } = list
  const name = plateListsText.nameOf(list)
  return (
    <li data-list={id}>
      <button
        type="button"
        className="row"
        aria-label={`${plateListsText.openIt(name)}. ${plateListsText.row(list, clockOrDate(createdAt, now))}`}
        onClick={() => openRoute({ view: 'plate-list', id })}
      >
        <Sign kind={listSign(list)} />
        <span className="words">
          <b className="clip">{name}</b>
          <span className="small second clip">{plateListsText.row(list, clockOrDate(createdAt, now))}</span>
        </span>
        <span className="row__end small muted figures">{plateListsText.standing(list)}</span>
      </button>
    </li>
  )
}

/** Batches of transfers, under the lists that they came from. Nothing is shown without any batch. */
function TransferBatchRows() {
  const { data } = useQuery('transfer-batches.list', {})
  const letters = useLetters()
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Section title={transferBatchesText.list}>
      <Rows label={transferBatchesText.list} kind="boxed" letters={letters}>
        {rows.map((row) => (
          <BatchLine key={row.id} batch={row} />
        ))}
      </Rows>
    </Section>
  )
}

function BatchLine({ batch }: { batch: TransferBatch }) {
  const now = useNow(60_000)
  const { id, createdAt, total, sent } = batch
  const name = transferBatchesText.nameOf(batch)
  const words = transferBatchesText.row(batch, clockOrDate(createdAt, now))
  return (
    <li data-batch={id}>
      <button
        type="button"
        className="row"
        aria-label={`${transferBatchesText.openIt(name)}. ${words}`}
        onClick={() => openRoute({ view: 'transfer-batch', id })}
      >
        <Sign kind={sent === total ? 'ok' : 'none'} />
        <span className="words">
          <b className="clip">{name}</b>
          <span className="small second clip">{words}</span>
        </span>
        <span className="row__end small muted figures">{transferBatchesText.standing(batch)}</span>
      </button>
    </li>
  )
}
