import { useEffect, useId, useRef, useState } from 'react'
import type { LedgerEntry } from '#shared/bridge/ledger.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { Button } from '../../design/button.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { BusyIcon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../app/announcer.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { asksAlike, balanceEffect } from './entry-draft.ts'
import { discardEntry, type EntryRow, entryWords, type PendingEntry, retryEntry } from './entry-state.ts'
import './ledger.css'

const text = ledgerText.entries

/** Amount with its sign in the balance. A request has no part in it, and no sign. */
export function signedAmount(entry: LedgerEntry): string {
  const effect = balanceEffect(entry)
  if (entry.kind === 'request') return formatEuros(entry.cents)
  return effect > 0 ? `+${formatEuros(effect)}` : formatEuros(effect)
}

/** Name of an entry, which says if it is a correction. */
export const entryTitle = (entry: LedgerEntry): string =>
  entry.corrects === null ? ledgerText.entryName(entry) : text.correction(ledgerText.entryName(entry))

interface EntryTableProps {
  rows: readonly EntryRow[]
  label: string
}

/** Entries of a ledger, each with its corrections and questions. */
export function EntryTable({ rows, label }: EntryTableProps) {
  const [correcting, setCorrecting] = useState<{ entry: LedgerEntry; reason: string } | null>(null)
  const { columns } = text
  return (
    <>
      <table className="entries">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.day}</th>
            <th scope="col">{columns.name}</th>
            <th scope="col" className="entries__amount">
              {columns.amount}
            </th>
            <th scope="col">{columns.person}</th>
            <th scope="col">
              <span className="visually-hidden">{columns.acts}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Entry
              key={row.id}
              row={row}
              rows={rows}
              onCorrect={(reason) => setCorrecting({ entry: row, reason })}
            />
          ))}
        </tbody>
      </table>
      {correcting && (
        <CorrectDialog
          entry={correcting.entry}
          proposed={correcting.reason}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  )
}

interface EntryProps {
  row: EntryRow
  rows: readonly EntryRow[]
  onCorrect: (reason: string) => void
}

function Entry({ row, rows, onCorrect }: EntryProps) {
  const client = useClient()
  const words = entryWords(row)
  const { pending } = row
  const other = asksAlike(row, rows) ? rows.find(({ id }) => id === row.alike) : undefined
  const isAlike = asksAlike(row, rows)
  return (
    <tr data-entry={row.id} className={row.isCorrected ? 'entries__corrected' : undefined}>
      <td className="entries__day">{ledgerText.day(row.day)}</td>
      <th scope="row" className="entries__name">
        <span className="entries__title">{entryTitle(row)}</span>
        {row.text !== '' && row.text !== entryTitle(row) && (
          <span className="second entries__note">{row.text}</span>
        )}
        {row.vatCents !== 0 && (
          <span className="small muted entries__note">
            {text.withVat(row.cents, row.vatRate, row.vatCents)}
          </span>
        )}
        {row.isAutomatic && <span className="small muted entries__note">{text.automatic}</span>}
        {pending && <PendingWords pending={pending} />}
        {isAlike && (
          <span className="entries__ask" role="group" aria-label={text.alike(other?.person ?? '')}>
            <Sign kind="warn" />
            <span>{text.alike(other?.person ?? '')}</span>
            <span className="entries__answers">
              <Button
                size="low"
                aria-label={text.correctIt(words)}
                onClick={() => onCorrect(ledgerText.correct.alikeReason)}
              >
                {text.correct}
              </Button>
              <Button
                size="low"
                aria-label={text.keepIt(words)}
                onClick={() => void keepAlike(client, row.id)}
              >
                {text.keep}
              </Button>
            </span>
          </span>
        )}
      </th>
      <td className="entries__amount">
        <span className="entries__title">{signedAmount(row)}</span>
      </td>
      <td className="entries__person second">{row.person}</td>
      <td className="entries__acts">
        {row.isCorrected && <span className="small second">{text.corrected}</span>}
        {!row.isCorrected && !pending && !isAlike && (
          <Button size="low" tone="plain" aria-label={text.correctIt(words)} onClick={() => onCorrect('')}>
            {text.correct}
          </Button>
        )}
        {pending?.state === 'failed' && (
          <>
            <Button size="low" aria-label={text.retryIt(words)} onClick={() => retryEntry(client, pending)}>
              {text.retry}
            </Button>
            <Button
              size="low"
              tone="plain"
              aria-label={text.discardIt(words)}
              onClick={() => discardEntry(pending)}
            >
              {text.discard}
            </Button>
          </>
        )}
      </td>
    </tr>
  )
}

/** State of an entry that this window writes. */
function PendingWords({ pending: { state, error } }: { pending: PendingEntry }) {
  if (state === 'saved') return null
  if (state === 'sending' || error === null)
    return (
      <span className="small second entries__note">
        <BusyIcon /> {text.saving}
      </span>
    )
  return (
    <span className="small entries__note entries__failed" role="alert">
      <Sign kind="stop" />{' '}
      {error.code === 'bridge-lost' ? text.unknown : `${text.unsaved} ${errorTexts[error.code].title}`}
    </span>
  )
}

/** Records that two alike entries are both right. */
async function keepAlike({ bridge }: Client, id: string): Promise<void> {
  const answer = await bridge.call('ledger.keep-alike', { id })
  if (answer.ok) announce(text.kept)
  else sayFailed(answer.error)
}

const MAX_REASON = 200

interface CorrectDialogProps {
  entry: LedgerEntry
  proposed: string
  onClose: () => void
}

/** Writes a counter-entry, with its reason. Doing it again writes nothing more. */
function CorrectDialog({ entry, proposed, onClose }: CorrectDialogProps) {
  const { bridge } = useClient()
  const [reason, setReason] = useState(proposed)
  const [strict, setStrict] = useState(false)
  const { task, run, forget } = useOnce<'correct'>()
  const field = useRef<HTMLInputElement>(null)
  const body = useId()
  useEffect(() => field.current?.focus(), [])
  const words = text.named(entryTitle(entry), entry.cents + entry.vatCents)
  const isMissing = reason.trim() === ''
  const submit = async () => {
    if (task.state === 'busy') return
    setStrict(true)
    if (isMissing) return field.current?.focus()
    const done = await run('correct', () =>
      bridge.call('ledger.correct', { id: entry.id, reason: reason.trim() }),
    )
    if (!done) return
    announce(text.isCorrected(words))
    onClose()
  }
  return (
    <FormDialog
      title={ledgerText.correct.title(words)}
      describedBy={body}
      dismissable={reason === proposed}
      cancel={ledgerText.correct.cancel}
      submit={ledgerText.correct.submit}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second" id={body}>
        {ledgerText.correct.body}
      </p>
      <Field
        ref={field}
        label={ledgerText.correct.reason}
        value={reason}
        maxLength={MAX_REASON}
        error={strict && isMissing ? ledgerText.correct.missing : undefined}
        help=""
        onChange={(event) => {
          setReason(event.target.value)
          forget()
        }}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}
