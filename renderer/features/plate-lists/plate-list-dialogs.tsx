import { useEffect, useState } from 'react'
import type { PlateList, CompleteOffer } from '#shared/bridge/plate-lists.ts'
import type { Result } from '#shared/bridge/result.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { MAX_LIST_NAME, MAX_ROW_NOTE } from '#shared/domain/plate-list.ts'
import { plateListText, completeRowsText } from '#shared/text/plate-lists.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { askText } from '#shared/text/verdict.ts'
import { Field } from '../../design/fields.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { FailedNotice, BusyLine } from '../../app/task-notice.tsx'
import { PayDialog } from '../complete/feature.ts'

interface OneFieldDialogProps {
  title: string
  label: string
  /** Help below the field; '' for none. */
  help?: string
  value: string
  max: number
  required: boolean
  save: (value: string) => Promise<Result<unknown>>
  onClose: () => void
}

function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, label, help = '', value, max, required, save, onClose } = props
  const [typed, setTyped] = useState(value)
  const { task, run } = useOnce<'save'>()
  const written = typed.trim()
  const isMissing = required && written === ''
  const submit = async () => {
    if (!isMissing && (await run('save', () => save(written)))) onClose()
  }
  return (
    <FormDialog
      title={title}
      cancel={plateListText.cancel}
      submit={plateListText.save}
      disabled={task.state === 'busy' || isMissing}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={label}
        help={help}
        maxLength={max}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

interface NoteDialogProps {
  id: string
  /** Rows that get the note. */
  ords: readonly number[]
  onClose: () => void
}

/** Edits the note of one row, or of all chosen rows. The dialog says how many notes it replaces. */
export function NoteDialog({ id, ords, onClose }: NoteDialogProps) {
  const { bridge } = useClient()
  // The chosen rows are fixed when the dialog opens.
  const [chosen] = useState(() => [...ords])
  const [known, setKnown] = useState<{ noted: number; common: string; vrm: string } | null>(null)
  useEffect(() => {
    let isOpen = true
    const view = { id, ords: chosen, offset: 0, limit: 1 }
    void Promise.all([
      bridge.call('plate-lists.notes', { id, ords: chosen }),
      bridge.call('plate-lists.rows', view),
    ]).then(([notes, rows]) => {
      if (!isOpen) return
      if (notes.ok && rows.ok) return setKnown({ ...notes.value, vrm: rows.value.rows[0]?.vrm ?? '' })
      if (!notes.ok) sayFailed(notes.error)
      else if (!rows.ok) sayFailed(rows.error)
      onClose()
    })
    return () => {
      isOpen = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, for the rows that it was opened for
  }, [])
  if (!known) return null
  const replaced = known.common === '' ? known.noted : 0
  return (
    <OneFieldDialog
      title={plateListText.noteTitle(displayPlate(known.vrm), chosen.length)}
      label={plateListText.noteLabel}
      help={replaced > 0 ? plateListText.noteReplaces(replaced) : ''}
      value={known.common}
      max={MAX_ROW_NOTE}
      required={false}
      save={(note) => bridge.call('plate-lists.note', { id, ords: chosen, note })}
      onClose={onClose}
    />
  )
}

export function RenameDialog({ list: { id, name }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <OneFieldDialog
      title={plateListText.renameTitle}
      label={plateListText.nameLabel}
      value={name}
      max={MAX_LIST_NAME}
      required
      save={(written) => bridge.call('plate-lists.rename', { id, name: written })}
      onClose={onClose}
    />
  )
}

export function StopDialog({ list: { id, open }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={plateListText.stopTitle}
      body={plateListText.stopBody(open)}
      keep={plateListText.stopKeep}
      submit={plateListText.stopSubmit}
      working={plateListText.stopping}
      done={plateListText.stopped}
      run={() => bridge.call('plate-lists.cancel', { id })}
      onClose={onClose}
    />
  )
}

export function RemoveListDialog({ list: { id, name }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={plateListText.removeTitle(name)}
      body={plateListText.removeBody}
      keep={plateListText.removeKeep}
      submit={plateListText.removeSubmit}
      working={plateListText.removing}
      done={plateListText.removed(name)}
      run={() => bridge.call('plate-lists.remove', { id })}
      onDone={() => openRoute({ view: 'plate-lists' })}
      onClose={onClose}
    />
  )
}

interface CompleteRowsDialogProps {
  id: string
  /** Chosen rows, in their order. */
  ords: readonly number[]
  onDone: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before paying for the complete reports of several rows. The dialog lists the rows, those left
 * out with the reason, and the price.
 */
export function CompleteRowsDialog({ id, ords, onDone, onClose }: CompleteRowsDialogProps) {
  const { bridge } = useClient()
  const profile = useSlice('profile')
  // The chosen rows are fixed when the dialog opens: words and buttons do not change while the user reads.
  const [chosen] = useState(() => [...ords])
  const [offer, setOffer] = useState<CompleteOffer | null>(null)
  /** Idempotency key of the batch. Pressing again after a failure uses the same key, so no report is paid twice. */
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
    showToast(completeRowsText.asked(done.value.asked))
    onDone()
  }
  return (
    <PayDialog
      title={offer ? completeRowsText.title(amount) : askText.heading}
      price={amount > 0 ? completeRowsText.cost(amount, total) : null}
      each={offer ? completeRowsText.each(amount, formatEuros(offer.price)) : ''}
      details={offer && <LeftOutWords offer={offer} />}
      facts={
        offer
          ? [
              ...(amount > 0
                ? [
                    [completeRowsText.plates(amount), completeRowsText.plateNames(offer.vrms)] as [
                      string,
                      string,
                    ],
                  ]
                : []),
              [
                askText.month,
                completeRowsText.month(offer.thisMonth, formatEuros(offer.thisMonth * offer.price)),
              ],
              [
                completeRowsText.after,
                completeRowsText.afterwards(
                  offer.thisMonth + amount,
                  formatEuros((offer.thisMonth + amount) * offer.price),
                ),
              ],
            ]
          : []
      }
      keep={{ label: offer && amount === 0 ? completeRowsText.close : completeRowsText.cancel, run: onClose }}
      commit={
        amount > 0
          ? {
              label: isDemo ? completeRowsText.submitDemo(amount) : completeRowsText.submit(amount, total),
              meaning: 'ask',
              isBusy: task.state === 'busy',
              run: () => void ask(),
            }
          : null
      }
      onClose={onClose}
    >
      {task.state === 'busy' && (
        <BusyLine words={task.what === 'look' ? completeRowsText.looking : completeRowsText.asking} />
      )}
      {task.state === 'failed' && (
        <FailedNotice error={task.error} texts={{ 'invalid-request': completeRowsText.changed }} />
      )}
    </PayDialog>
  )
}

function LeftOutWords({ offer }: { offer: CompleteOffer }) {
  const lines = completeRowsText.leftOut(offer)
  return (
    <>
      {lines.length > 0 && (
        <div className="small plate-list__not-asked">
          <b>{completeRowsText.leftOutTitle}:</b>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {offer.beyond > 0 && <p className="small">{completeRowsText.beyond(offer.beyond)}</p>}
    </>
  )
}
