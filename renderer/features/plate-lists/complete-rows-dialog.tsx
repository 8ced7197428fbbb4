import { useEffect, useState } from 'react'
import type { CompleteOffer } from '#shared/bridge/plate-lists.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { askText } from '#shared/text/verdict.ts'
import { completeRowsText as text } from '#shared/text/plate-lists.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { PayDialog } from '../complete/pay-dialog.tsx'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

export interface CompleteRowsDialogProps {
  id: string
  /** Rows chosen, in their order. */
  ords: readonly number[]
  onDone: () => void
  onClose: () => void
}

/** Confirmation before paying for the complete reports of several rows: which, which not and why, and what they cost. */
export function CompleteRowsDialog({ id, ords, onDone, onClose }: CompleteRowsDialogProps) {
  const { bridge } = useClient()
  const profile = useSlice('profile')
  // As they were chosen: nothing that is said or pressed here changes while it is read.
  const [chosen] = useState(() => [...ords])
  const [offer, setOffer] = useState<CompleteOffer | null>(null)
  /** Pressed again after a failure it is the same: none is paid for twice. */
  const [batch] = useState(() => crypto.randomUUID())
  const { task, run } = useOnce<'look' | 'ask'>()
  const isDemo = profile?.environment === 'demo'

  useEffect(() => {
    void run('look', () => bridge.call('plate-lists.complete-offer', { id, ords: chosen })).then((found) => {
      if (found) setOffer(found.value)
    })
  }, [bridge, chosen, id, run])

  const amount = offer?.ords.length ?? 0
  const total = formatEuros(amount * (offer?.price ?? 0))
  const ask = async () => {
    if (!offer) return
    const done = await run('ask', () =>
      bridge.call('plate-lists.complete-request', {
        id,
        batch,
        ords: offer.ords,
        price: offer.price,
        confirmed: true,
      }),
    )
    if (!done) return
    showToast(text.asked(done.value.asked))
    onDone()
  }
  return (
    <PayDialog
      title={offer ? text.title(amount) : askText.heading}
      price={amount > 0 ? text.cost(amount, total) : null}
      each={offer ? text.each(amount, formatEuros(offer.price)) : ''}
      details={offer && <LeftOutWords offer={offer} />}
      facts={
        offer
          ? [
              ...(amount > 0 ? [[text.plates(amount), text.plateNames(offer.vrms)] as [string, string]] : []),
              [askText.month, text.month(offer.thisMonth, formatEuros(offer.thisMonth * offer.price))],
              [
                text.after,
                text.afterwards(
                  offer.thisMonth + amount,
                  formatEuros((offer.thisMonth + amount) * offer.price),
                ),
              ],
            ]
          : []
      }
      keep={{ label: offer && amount === 0 ? text.close : text.cancel, run: onClose }}
      commit={
        amount > 0
          ? {
              label: isDemo ? text.submitDemo(amount) : text.submit(amount, total),
              meaning: 'ask',
              isBusy: task.state === 'busy',
              run: () => void ask(),
            }
          : null
      }
      onClose={onClose}
    >
      {task.state === 'busy' && <BusyLine words={task.what === 'look' ? text.looking : text.asking} />}
      {task.state === 'failed' && (
        <FailedNotice error={task.error} texts={{ 'invalid-request': text.changed }} />
      )}
    </PayDialog>
  )
}

function LeftOutWords({ offer }: { offer: CompleteOffer }) {
  const lines = text.leftOut(offer)
  return (
    <>
      {lines.length > 0 && (
        <div className="small plate-list__not-asked">
          <b>{text.leftOutTitle}:</b>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {offer.beyond > 0 && <p className="small">{text.beyond(offer.beyond)}</p>}
    </>
  )
}
