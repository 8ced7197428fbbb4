import { clockOrDate } from '#shared/domain/age.ts'
import type { TransferBatch } from '#shared/bridge/transfer-batches.ts'
import { transferBatchesText as text } from '#shared/text/transfer-batches.ts'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { openRoute } from '../../ui-state/route.ts'
import { Section } from '../frame/page.tsx'

/** Batches of transfers, under the lists that they came from; nothing while there is none. */
export function TransferBatchRows() {
  const { data } = useQuery('transfer-batches.list', {})
  const letters = useLetters()
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Section title={text.list}>
      <Rows label={text.list} kind="boxed" letters={letters}>
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
  const name = text.nameOf(batch)
  const words = text.row(batch, clockOrDate(createdAt, now))
  return (
    <li data-batch={id}>
      <button
        type="button"
        className="row"
        aria-label={`${text.openIt(name)}. ${words}`}
        onClick={() => openRoute({ view: 'transfer-batch', id })}
      >
        <Sign kind={sent === total ? 'ok' : 'none'} />
        <span className="plate-lists__words">
          <b className="clip">{name}</b>
          <span className="small second clip">{words}</span>
        </span>
        <span className="row__end small muted figures">{text.standing(batch)}</span>
      </button>
    </li>
  )
}
