import { useRef, useState } from 'react'
import type { ClientPaper } from '#shared/bridge/clients.ts'
import type { Result } from '#shared/bridge/result.ts'
import { isoDay, startOfDay, writeDay } from '#shared/domain/calendar.ts'
import { PAPER_TYPES, type PaperType } from '#shared/domain/clients.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'
import { clientText } from '#shared/text/clients.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field, SelectField, useFirstInvalid } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { showToast } from '../../app/toasts.ts'
import { dismissScan } from '../documents/feature.ts'

const text = clientText.paperForm
const TYPES = PAPER_TYPES.map((value) => ({ value, label: clientText.types[value] }))

/** Words of a file name that tell the type of a paper, the first match first. */
const NAMED: readonly (readonly [PaperType, RegExp])[] = [
  ['mandate', /mandato|representacion|autorizacion/],
  ['power', /poder(?:es)?\b|apoderad/],
  ['deed', /escritura|constitucion|estatutos/],
  ['identity', /\bdni\b|\bnie\b|pasaporte/],
  ['tax-card', /\bcif\b|\bnif\b/],
]
const guessType = (name: string): PaperType =>
  NAMED.find(([, words]) => words.test(foldText(name).replaceAll(/[_.-]/g, ' ')))?.[0] ?? 'other'

const typedDayOf = (day: string | null): string => (day === null ? '' : writeDay(startOfDay(day)))

interface PaperDialogProps {
  client: string
  /** Paper to change, or that the file replaces; `null` for a new one. */
  paper: ClientPaper | null
  /** `null` to change only the data of a paper. */
  file: File | null
  /** Number of files that come after this one. */
  left: number
  onClose: () => void
}

/** Type and dates of a paper on file, with its file if it is new. */
export function PaperDialog({ client, paper, file, left, onClose }: PaperDialogProps) {
  const { bridge, now } = useClient()
  const [id] = useState(() => crypto.randomUUID())
  const [type, setType] = useState(paper?.type ?? guessType(file?.name ?? ''))
  const [name, setName] = useState(file?.name ?? paper?.name ?? '')
  const [signed, setSigned] = useState(typedDayOf(file ? null : (paper?.signedDay ?? null)))
  const [until, setUntil] = useState(typedDayOf(file ? null : (paper?.untilDay ?? null)))
  const [strict, setStrict] = useState(false)
  const { task, run, forget } = useOnce<'save'>()
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFirstInvalid(form)

  const readDay = (typed: string): string | null | undefined => {
    if (typed.trim() === '') return null
    const read = readTypedDay(typed, now())
    return read.kind === 'invalid' ? undefined : isoDay(read.day)
  }
  const [signedDay, untilDay] = [readDay(signed), readDay(until)]
  const isNameless = name.trim() === ''
  const isBackward = Boolean(signedDay && untilDay && untilDay < signedDay)
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    forget()
    set(event.target.value)
  }
  const submit = async () => {
    setStrict(true)
    if (isNameless || signedDay === undefined || untilDay === undefined || isBackward) return focusInvalid()
    const fields = { type, name: name.trim(), signedDay, untilDay }
    const done = await run('save', (): Promise<Result<unknown>> =>
      file
        ? bridge.send(
            'clients.add-paper',
            { ...fields, id, client, size: file.size, ...(paper && { instead: paper.id }) },
            file,
          )
        : bridge.call('clients.change-paper', { ...fields, id: paper?.id ?? '' }),
    )
    if (!done) return
    if (file) dismissScan({ bridge }, file)
    showToast(file ? text.added : text.changed)
    onClose()
  }
  return (
    <FormDialog
      title={
        paper === null ? text.addTitle : file ? text.replaceTitle(paper.name) : text.changeTitle(paper.name)
      }
      form={form}
      cancel={text.cancel}
      submit={file ? text.add : text.change}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      {file && <p className="small second">{text.file(file.name)}</p>}
      <SelectField
        label={text.type}
        value={type}
        options={TYPES}
        onChange={(value) => {
          forget()
          setType(value as PaperType)
        }}
      />
      <Field
        label={text.name}
        value={name}
        maxLength={255}
        aria-invalid={strict && isNameless}
        error={strict && isNameless ? text.missingName : undefined}
        onChange={change(setName)}
      />
      <Field
        label={text.signedDay}
        aside={text.optional}
        value={signed}
        maxLength={40}
        aria-invalid={strict && signedDay === undefined}
        error={strict && signedDay === undefined ? text.badDay : undefined}
        onChange={change(setSigned)}
      />
      <Field
        label={text.untilDay}
        aside={text.optional}
        value={until}
        maxLength={40}
        help={text.untilHelp}
        aria-invalid={strict && (untilDay === undefined || isBackward)}
        error={
          strict ? (untilDay === undefined ? text.badDay : isBackward ? text.order : undefined) : undefined
        }
        onChange={change(setUntil)}
      />
      {left > 0 && <p className="small second">{text.more(left)}</p>}
      {task.state === 'failed' && (
        <FailedNotice
          error={task.error}
          texts={{ 'document-not-accepted': { title: clientText.papers.notAccepted, advice: '' } }}
        />
      )}
    </FormDialog>
  )
}
