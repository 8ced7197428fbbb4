import { useState } from 'react'
import type { PlateListView } from '#shared/bridge/plate-lists.ts'
import { MAX_BATCH_ROWS } from '#shared/domain/transfer-batch.ts'
import { startBatchText as text, transferBatchesText } from '#shared/text/transfer-batches.ts'
import { Button } from '../../design/button.tsx'
import { Choice } from '../../design/choices.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { FailedNotice } from '../../app/task-notice.tsx'

/**
 * Starts a batch of transfers with plates of a list: the chosen plates or, without any, the marked or the shown ones.
 */
export function StartBatchDialog({ view, onClose }: { view: PlateListView; onClose: () => void }) {
  const { bridge } = useClient()
  const { data } = useQuery('transfer-batches.candidates', view)
  const { data: batches } = useQuery('transfer-batches.list', {})
  const { task, run } = useOnce<'create'>()
  const isOfChosen = view.ords !== undefined
  const [chosen, setChosen] = useState<'shown' | 'marked' | null>(null)
  const [alerts, setAlerts] = useState(false)
  /** Fixed id: the call stays idempotent if its answer is lost and the user tries again. */
  const [id] = useState(() => crypto.randomUUID())
  const sum = (counts: NonNullable<typeof data>['shown']) =>
    Object.values(counts).reduce((all, n) => all + n, 0)
  const marked = data && !isOfChosen ? sum(data.marked) : 0
  const of = chosen ?? (marked > 0 ? 'marked' : 'shown')
  const counts = data?.[of]
  const known = batches?.rows.find(({ listId }) => listId === view.id)
  const amount = counts ? counts.transferable + (alerts ? counts.with_alerts : 0) : 0
  const create = async () => {
    const answer = await run('create', () => bridge.call('transfer-batches.create', { id, view, of, alerts }))
    if (!answer) return
    onClose()
    openRoute({ view: 'transfer-batch', id })
  }
  return (
    <FormDialog
      title={text.title}
      cancel={text.cancel}
      submit={text.submit(Math.min(amount, MAX_BATCH_ROWS))}
      disabled={amount === 0 || task.state === 'busy'}
      onSubmit={create}
      onClose={onClose}
    >
      <p className="second">{text.intro}</p>
      {known && (
        <p>
          {text.known(transferBatchesText.nameOf(known))}{' '}
          <Button
            size="low"
            onClick={() => {
              onClose()
              openRoute({ view: 'transfer-batch', id: known.id })
            }}
          >
            {text.openKnown}
          </Button>
        </p>
      )}
      {isOfChosen && <p>{text.chosen(view.ords?.length ?? 0)}</p>}
      {data && marked > 0 && (
        <Choice
          label={text.which}
          options={[
            { value: 'marked', label: text.marked(marked) },
            { value: 'shown', label: text.shown(sum(data.shown)) },
          ]}
          value={of}
          onChange={setChosen}
        />
      )}
      {counts && counts.with_alerts > 0 && (
        <label className="start-batch__alerts">
          <input
            className="checkbox"
            type="checkbox"
            checked={alerts}
            onChange={({ target }) => setAlerts(target.checked)}
          />
          {text.alerts(counts.with_alerts)}
        </label>
      )}
      {counts && <p className="second">{text.leftOut(counts)}</p>}
      {amount > MAX_BATCH_ROWS && <p className="second">{text.beyond(amount - MAX_BATCH_ROWS)}</p>}
      {counts && amount === 0 && <p role="status">{text.none}</p>}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}
