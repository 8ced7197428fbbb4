import { useState, type ReactNode } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { draftListText, againDialogText, sendDialogText, sendErrors } from '#shared/text/outbox.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { errorTexts, type ErrorText } from '#shared/text/errors.ts'
import { RowPlate } from '../../design/plate.tsx'
import { ConfirmDialog, Dialog } from '../../design/dialogs.tsx'
import { announce } from '../../app/announcer.tsx'
import { Button } from '../../design/button.tsx'
import { nameWords } from '../cases/feature.ts'
import { useHidesNames } from '../../app/lists.tsx'
import type { Outbox } from './use-outbox.ts'
import './outbox.css'

/** Subject of a draft: plate or end of the chassis number, kind, and client. */
export function DraftSubject({
  row: { vrm, vin, kind, client },
}: {
  row: Pick<DraftRow, 'vrm' | 'vin' | 'kind' | 'client'>
}) {
  const shown = nameWords(client, '', { hidesNames: useHidesNames(), withTails: false })
  return (
    <>
      <span className="draft-subject__vehicle">
        {vrm === undefined && vin === undefined ? (
          <span className="muted">{draftListText.noVehicle}</span>
        ) : (
          <RowPlate vrm={vrm} vin={vin} />
        )}
      </span>
      <span className="draft-subject__kind">
        {procedureKindLabels[kind]}
        {shown !== '' && <span className="muted"> · {shown}</span>}
      </span>
    </>
  )
}

interface AgainDialogProps {
  row: DraftRow
  outbox: Outbox
  onClose: () => void
}

/**
 * Asks for confirmation before making a new draft from a draft that was possibly delivered: it may become a
 * duplicate. Nothing is sent.
 */
export function AgainDialog({ row, outbox, onClose }: AgainDialogProps) {
  const [busy, setBusy] = useState(false)
  const { problem } = row
  const body =
    problem === 'vanished' || problem === 'confirmed-elsewhere'
      ? againDialogText.body[problem]
      : againDialogText.body.other
  const submit = async () => {
    setBusy(true)
    const done = await outbox.resolve(row, 'again')
    if (done) announce(againDialogText.done)
    onClose()
  }
  return (
    <ConfirmDialog
      title={againDialogText.title}
      body={body}
      about={
        <div className="send-list__row">
          <DraftSubject row={row} />
        </div>
      }
      keep={againDialogText.keep}
      submit={againDialogText.submit}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

/** Reason why a draft was not sent, in the words of the outbox. */
export const sendErrorWords = ({ code }: Pick<AppError, 'code'>): ErrorText =>
  sendErrors[code] ?? errorTexts[code]

interface HeldDialogProps {
  title: string
  note?: string | undefined
  /** One item for each draft that was not sent. */
  children: ReactNode
  onClose: () => void
}

/**
 * Lists the drafts that were not sent after a confirmation, with the reasons. The dialog stays until the user closes
 * it.
 */
export function HeldDialog({ title, note, children, onClose }: HeldDialogProps) {
  return (
    <Dialog label={title} dismissable={false} onClose={onClose}>
      <div className="dialog__body" role="alert">
        <h2>{title}</h2>
        {note !== undefined && <p className="second">{note}</p>}
        <ul className="send-list">{children}</ul>
      </div>
      <div className="dialog__actions">
        <Button data-safe onClick={onClose}>
          {sendDialogText.close}
        </Button>
      </div>
    </Dialog>
  )
}
