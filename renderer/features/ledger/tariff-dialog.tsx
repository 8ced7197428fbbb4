import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Tariff, TariffLine } from '#shared/bridge/ledger.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { parseEuros } from '#shared/domain/euros.ts'
import { DISBURSEMENTS, GENERAL_VAT } from '#shared/domain/ledger.ts'
import { DRAFT_KINDS, type DraftKind } from '#shared/domain/procedures/kinds.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { Button, CommitButton, IconButton } from '../../design/button.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field, SelectField, useFirstInvalid } from '../../design/fields.tsx'
import { Notice } from '../../design/layout.tsx'
import { Outlines } from '../../design/list.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { typedAmount, VAT_RATES } from './entry-draft.ts'
import './ledger.css'

const text = ledgerText.tariff
const KINDS = DRAFT_KINDS.map((value) => ({ value, label: procedureKindLabels[value] }))
const CONCEPTS = DISBURSEMENTS.map((value) => ({ value: value as string, label: ledgerText.concepts[value] }))

/** Fees by their rate of VAT: the usual ones, and the present one. */
const feesWith = (present: number) =>
  [...new Set([...VAT_RATES, present])].map((rate) => ({
    value: `fee ${rate}`,
    label: ledgerText.feeWithVat(rate),
  }))
const MAX_LINES = 50

/** Line as typed. */
interface TypedLine {
  id: string
  what: string
  text: string
  amount: string
  vatRate: number
  year: string
  source: string
}

const typedLine = (line: TariffLine): TypedLine => ({
  id: crypto.randomUUID(),
  what: line.concept ?? 'fee',
  text: line.text,
  amount: line.cents === null ? '' : typedAmount(line.cents),
  vatRate: line.kind === 'fee' ? line.vatRate : GENERAL_VAT,
  year: line.year === null ? '' : String(line.year),
  source: line.source,
})

const EMPTY: TariffLine = {
  kind: 'disbursement',
  concept: 'other',
  text: '',
  cents: null,
  vatRate: 0,
  year: null,
  source: '',
}

interface LineProblems {
  amount?: string | undefined
  year?: string | undefined
}

function amountProblem(amount: string): string | undefined {
  const read = parseEuros(amount)
  if (read.kind === 'ok' || amount.trim() === '') return undefined
  if (read.kind === 'ambiguous') return ledgerText.form.which
  return (
    { negative: ledgerText.form.negative, 'too-large': ledgerText.form.tooLarge }[
      read.reason as 'negative'
    ] ?? ledgerText.form.notAmount
  )
}

const problemsOf = ({ amount, year }: TypedLine): LineProblems => ({
  amount: amountProblem(amount),
  year: year.trim() === '' || /^20\d\d$|^2100$/.test(year.trim()) ? undefined : text.badYear,
})

const isWrong = (line: TypedLine): boolean => Object.values(problemsOf(line)).some(Boolean)

function readLine(line: TypedLine): TariffLine {
  const euros = parseEuros(line.amount)
  const isFee = line.what === 'fee'
  return {
    kind: isFee ? 'fee' : 'disbursement',
    concept: DISBURSEMENTS.find((one) => one === line.what) ?? null,
    text: line.text.trim(),
    cents: euros.kind === 'ok' ? euros.cents : null,
    vatRate: isFee ? line.vatRate : 0,
    year: line.year.trim() === '' ? null : Number(line.year),
    source: line.source.trim(),
  }
}

/** Lines that the user edits, and the version that they come from. */
interface Edit {
  lines: readonly TypedLine[]
  version: number
}

interface TariffDialogProps {
  /** Client of the tariff; `null` for the office's own. */
  client: string | null
  name: string
  onClose: () => void
}

/** Tariff of the office or of a client, by type of procedure. A save based on an older version is refused. */
export function TariffDialog({ client, name, onClose }: TariffDialogProps) {
  const { bridge } = useClient()
  const [kind, setKind] = useState<DraftKind>('transfer')
  const [edits, setEdits] = useState<Partial<Record<DraftKind, Edit>>>({})
  const [strict, setStrict] = useState(false)
  const { data, error } = useQuery('ledger.tariff', { client, kind })
  const { task, run, forget } = useOnce<'save' | 'remove'>()
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFirstInvalid(form)
  const edit = edits[kind]
  const lines = edit?.lines
  const isDirty = Object.values(edits).some(Boolean)
  const hasChanged = edit !== undefined && data !== undefined && data.version !== edit.version

  const change = (next: readonly TypedLine[]) => {
    forget()
    if (data) setEdits({ ...edits, [kind]: { lines: next, version: edit?.version ?? data.version } })
  }
  const dropEdit = (of: DraftKind) => setEdits(({ [of]: _saved, ...others }) => others)
  const save = async (of: DraftKind, version: number): Promise<boolean> => {
    const typed = edits[of]?.lines ?? []
    const done = await run('save', () =>
      bridge.call('ledger.save-tariff', { client, kind: of, lines: typed.map(readLine), version }),
    )
    if (done) dropEdit(of)
    return done !== null
  }
  const submit = async () => {
    if (task.state === 'busy') return
    const edited = DRAFT_KINDS.filter((one) => edits[one] !== undefined)
    if (edited.length === 0) return onClose()
    for (const one of edited) {
      if (one !== kind) setKind(one)
      if (edits[one]?.lines.some(isWrong)) {
        setStrict(true)
        focusInvalid()
        return
      }
      if (!(await save(one, edits[one]?.version ?? 0))) return
    }
    setStrict(false)
    showToast(text.saved)
    onClose()
  }
  const isOwn = client !== null && data !== undefined && !data.isOffice
  const goBack = async () => {
    if (!isOwn || task.state === 'busy') return
    const { version } = data
    const done = await run('remove', () => bridge.call('ledger.remove-tariff', { client, kind, version }))
    if (!done) return
    dropEdit(kind)
    showToast(text.removed)
  }
  const title = client === null ? text.title : text.clientTitle(name)
  return (
    <FormDialog
      title={title}
      variant="wide"
      form={form}
      dismissable={!isDirty}
      cancel={text.cancel}
      start={
        isOwn && (
          <CommitButton
            tone="plain"
            meaning={`${text.toOffice} ${kind}`}
            disabled={task.state === 'busy' || hasChanged}
            onClick={() => void goBack()}
          >
            {text.toOffice}
          </CommitButton>
        )
      }
      submit={text.save}
      disabled={task.state === 'busy' || data === undefined || hasChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={text.kind}
        value={kind}
        options={KINDS}
        onChange={(value) => {
          forget()
          setKind(value as DraftKind)
        }}
      />
      {error && !data && (
        <Notice role="alert" tone="stop" icon={<Sign kind="stop" />}>
          <p>
            {text.failed} {errorTexts[error.code].title}
          </p>
        </Notice>
      )}
      {!data && !error && <Outlines rows={4} label={text.loading} />}
      {data && <TariffNote tariff={data} isEdited={edit !== undefined} />}
      {data && hasChanged && (
        <Notice
          role="alert"
          tone="warn"
          icon={<Sign kind="warn" />}
          actions={
            <>
              <Button size="low" onClick={() => dropEdit(kind)}>
                {text.theirs}
              </Button>
              <Button
                size="low"
                disabled={task.state === 'busy'}
                onClick={() => void save(kind, data.version).then((done) => done && showToast(text.saved))}
              >
                {text.mine}
              </Button>
            </>
          }
        >
          <p>{text.changed}</p>
        </Notice>
      )}
      {data && <Lines key={kind} tariff={data} lines={lines} strict={strict} onChange={change} />}
      <SaveFailed error={task.state === 'failed' ? task.error : null} hasChanged={hasChanged} />
    </FormDialog>
  )
}

/** Reason of a refused save. The notice about a newer version says more than that error. */
const SaveFailed = ({ error, hasChanged }: { error: AppError | null; hasChanged: boolean }) =>
  error !== null &&
  !(error.code === 'draft-changed' && hasChanged) && (
    <FailedNotice error={error} texts={{ 'draft-changed': { title: text.changed, advice: '' } }} />
  )

function TariffNote({ tariff, isEdited }: { tariff: Tariff; isEdited: boolean }) {
  const words =
    tariff.isOffice && tariff.client !== null ? text.office : tariff.version === 0 && text.proposed
  return <p className="small second tariff__note">{!isEdited && words}</p>
}

interface LinesProps {
  tariff: Tariff
  /** Edited lines; `undefined` if the user has changed nothing. */
  lines: readonly TypedLine[] | undefined
  strict: boolean
  onChange: (lines: readonly TypedLine[]) => void
}

function Lines({ tariff, lines, strict, onChange }: LinesProps) {
  // Each stored line keeps its id until the user edits the tariff or another version comes.
  const [stored, setStored] = useState({ of: tariff, lines: tariff.lines.map(typedLine) })
  if (stored.of !== tariff) setStored({ of: tariff, lines: tariff.lines.map(typedLine) })
  const shown = lines ?? stored.lines
  const set = (id: string, values: Partial<TypedLine>) =>
    onChange(shown.map((line) => (line.id === id ? { ...line, ...values } : line)))
  return (
    <>
      {shown.length === 0 && <p className="small muted">{text.none}</p>}
      <ol className="tariff">
        {shown.map((line, at) => (
          <Line
            key={line.id}
            line={line}
            at={at + 1}
            strict={strict}
            onChange={(values) => set(line.id, values)}
            onRemove={() => onChange(shown.filter(({ id }) => id !== line.id))}
          />
        ))}
      </ol>
      <div>
        <Button
          size="low"
          icon={Plus}
          disabled={shown.length >= MAX_LINES}
          onClick={() => onChange([...shown, typedLine(EMPTY)])}
        >
          {text.add}
        </Button>
      </div>
    </>
  )
}

interface LineProps {
  line: TypedLine
  at: number
  strict: boolean
  onChange: (values: Partial<TypedLine>) => void
  onRemove: () => void
}

function Line({ line, at, strict, onChange, onRemove }: LineProps) {
  const problems = strict ? problemsOf(line) : {}
  const isFee = line.what === 'fee'
  const read = parseEuros(line.amount)
  return (
    <li className="tariff__line">
      <fieldset className="tariff__fields">
        <legend className="visually-hidden">{text.line(at)}</legend>
        <SelectField
          label={text.what}
          value={isFee ? `fee ${line.vatRate}` : line.what}
          options={[...CONCEPTS, ...feesWith(line.vatRate)]}
          onChange={(value) => {
            const [what = '', rate] = value.split(' ')
            onChange({ what, ...(rate !== undefined && { vatRate: Number(rate) }) })
          }}
        />
        <Field
          label={text.text}
          aside={ledgerText.form.optional}
          value={line.text}
          maxLength={200}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        <Field
          label={isFee ? ledgerText.form.amountBare : text.amount}
          inputMode="decimal"
          value={line.amount}
          maxLength={40}
          aria-invalid={problems.amount !== undefined}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
        <Field
          label={text.year}
          inputMode="numeric"
          value={line.year}
          maxLength={4}
          aria-invalid={problems.year !== undefined}
          onChange={(event) => onChange({ year: event.target.value })}
        />
        <Field
          label={text.source}
          aside={ledgerText.form.optional}
          value={line.source}
          maxLength={300}
          onChange={(event) => onChange({ source: event.target.value })}
        />
        <IconButton icon={X} label={text.remove(line.text || text.line(at))} onClick={onRemove} />
      </fieldset>
      <p className="small second tariff__help" role="status">
        {problems.amount ?? problems.year}
        {read.kind === 'ambiguous' && (
          <>
            {' '}
            <b>{ledgerText.form.which}</b>{' '}
            {read.readings.map((cents) => (
              <Button key={cents} size="low" onClick={() => onChange({ amount: typedAmount(cents) })}>
                {ledgerText.euros(cents)}
              </Button>
            ))}
          </>
        )}
        {line.amount.trim() === '' && text.amountHelp}
      </p>
    </li>
  )
}
