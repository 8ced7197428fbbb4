import { CircleAlert, Copy } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { estimateItp, type ItpResult } from '#shared/domain/itp/estimate.ts'
import { ITP_LABELS, ITP_VEHICLES } from '#shared/domain/itp/rates.ts'
import {
  ITP_TERRITORIES,
  isItpYear,
  type ItpCorrection,
  type ItpTerritoryId,
  MAX_ITP_SOURCE,
  parseItpRate,
  writeItpCorrection,
} from '#shared/domain/itp/territories.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import {
  copiedEstimate,
  itpHeadline,
  itpNotes,
  itpReason,
  itpSteps,
  itpText as text,
  labelNames,
  outcomeName,
  sharedSteps,
  territoryNames,
  vehicleNames,
} from '#shared/text/itp.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Field, fieldKeys, SelectField } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { Icon } from '../../design/icon.tsx'
import { copyText } from '../../app/copy-text.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { showToast } from '../../app/toasts.ts'
import { type ItpForm, type ItpTextField, useItpForm } from './itp-form.ts'
import type { ItpStart, ItpUse } from './use-itp-dialog.tsx'
import '../../design/field.css'
import './itp.css'

interface ItpDialogProps {
  start: ItpStart
  use?: ItpUse | undefined
  onClose: () => void
}

const UNREADABLE: ItpResult = { kind: 'incomplete', missing: [] }

/** Dialog that estimates the ITP of a transfer: data at the left, result with its arithmetic at the right. */
export function ItpDialog({ start, use, onClose }: ItpDialogProps) {
  const form = useItpForm(start)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { input } = form
  const result = form.isReadable ? estimateItp(input) : UNREADABLE
  const notes = {
    result,
    territory: input.territory,
    saleYear: Number(input.saleDay.slice(0, 4)),
    hasSaleDay: form.hasSaleDay,
    usesTables: input.newValue !== null,
  }
  const plate = start.vrm === '' ? '' : displayPlate(start.vrm)
  const words = copiedEstimate({ ...notes, price: input.price, plate })
  const says = result.kind !== 'incomplete' && result.kind !== 'no-data'
  const copy = () => says && void copyText(words, text.copied)
  return (
    <TitledDialog
      title={text.title}
      variant="wide"
      dismissable={!form.isTouched}
      onClose={onClose}
      onSubmit={copy}
      actions={
        <>
          <span className="dialog__start small second">{text.intro}</span>
          <Button tone="plain" onClick={onClose}>
            {text.close}
          </Button>
          {use && (
            <Button
              disabled={result.kind !== 'estimate'}
              onClick={() => result.kind === 'estimate' && use.run(result.outcome.quota, words)}
            >
              {use.label}
            </Button>
          )}
          <Button tone="primary" type="submit" icon={Copy} disabled={!says}>
            {text.copy}
          </Button>
        </>
      }
    >
      <div className="itp" data-help="generated:es_itp_doc">
        <div>
          <ItpFieldGrid form={form} first={first} />
          <label className="itp__check">
            <input
              type="checkbox"
              checked={form.fields.isHistoric}
              onChange={(event) => form.set('isHistoric', event.target.checked)}
            />
            {text.historic}
          </label>
        </div>
        <section className="itp__result" aria-label={text.result}>
          <div role="status">
            <p className="itp__headline">{itpHeadline(result, input.territory)}</p>
            <p className="second">{itpReason(result)}</p>
          </div>
          <Arithmetic result={result} price={input.price ?? 0} />
          <ul className="itp__notes small second">
            {itpNotes(notes).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          {input.territory && input.seller === 'private' && (
            <OfficeRate
              key={`${input.territory} ${input.vehicle}`}
              territory={input.territory}
              correction={input.correction}
              year={notes.saleYear}
              setOwnRate={form.setOwnRate}
              isNeeded={result.kind === 'no-data' && result.reason !== 'reseller'}
            />
          )}
        </section>
      </div>
    </TitledDialog>
  )
}

function ItpFieldGrid({ form, first }: { form: ItpForm; first: Ref<HTMLInputElement> }) {
  const { fields, set } = form
  return (
    <div className="itp__fields">
      <ItpField
        ref={first}
        form={form}
        name="price"
        label={text.price}
        end={<span className="itp__unit">€</span>}
      />
      <ItpField form={form} name="saleDay" label={text.saleDay} />
      <ItpField form={form} name="postalCode" label={text.postalCode} />
      <SelectField
        label={text.territory}
        placeholder={text.territoryNone}
        value={fields.territory}
        options={ITP_TERRITORIES.map((id) => ({ value: id, label: territoryNames[id] }))}
        onChange={(value) => set('territory', value as ItpTerritoryId | '')}
      />
      <SelectField
        label={text.vehicle}
        value={fields.vehicle}
        options={ITP_VEHICLES.map((id) => ({ value: id, label: vehicleNames[id] }))}
        onChange={(value) => set('vehicle', value as typeof fields.vehicle)}
      />
      <SelectField
        label={text.label}
        value={fields.label}
        options={ITP_LABELS.map((id) => ({ value: id, label: labelNames[id] }))}
        onChange={(value) => set('label', value as typeof fields.label)}
      />
      <ItpField form={form} name="firstRegistration" label={text.firstRegistration} />
      <ItpField
        form={form}
        name="newValue"
        label={text.newValue}
        help={text.newValueHelp}
        end={<span className="itp__unit">€</span>}
      />
      <ItpField
        form={form}
        name="cvf"
        label={text.cvf}
        end={<span className="itp__unit">{text.cvfUnit}</span>}
      />
      <ItpField
        form={form}
        name="cc"
        label={text.cc}
        end={<span className="itp__unit">{text.ccUnit}</span>}
      />
      <Labelled label={text.seller}>
        <Segments
          label={text.seller}
          options={optionsOf(text.sellers)}
          value={fields.seller}
          onChange={(value) => set('seller', value)}
        />
      </Labelled>
      <Labelled label={text.buyer}>
        <Segments
          label={text.buyer}
          options={optionsOf(text.buyers)}
          value={fields.buyer}
          onChange={(value) => set('buyer', value)}
        />
      </Labelled>
    </div>
  )
}

const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }))

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="field">
    <span className="field__label" aria-hidden>
      {label}
    </span>
    {children}
  </div>
)

interface ItpFieldProps {
  ref?: Ref<HTMLInputElement>
  form: ItpForm
  name: ItpTextField
  label: string
  help?: string
  end?: ReactNode
}

/** Text field. Its line is reserved, so that an error moves nothing. */
function ItpField({ ref, form, name, label, help = '', end }: ItpFieldProps) {
  return (
    <Field
      ref={ref}
      label={label}
      value={form.fields[name]}
      maxLength={40}
      inputMode="decimal"
      spellCheck={false}
      help={help}
      error={form.errorOf(name)}
      end={end}
      onChange={(event) => form.set(name, event.target.value)}
    />
  )
}

/** Steps of the only result, or all possible results. */
function Arithmetic({ result, price }: { result: ItpResult; price: number }) {
  if (result.kind === 'open') {
    const { outcomes } = result
    return (
      <>
        <Steps of={sharedSteps(outcomes, price)} />
        <dl className="itp__outcomes">
          {outcomes.map((outcome) => (
            <div key={outcome.quota}>
              <dt>{outcomeName(outcome, outcomes)}</dt>
              <dd className="figures">{formatEuros(outcome.quota)}</dd>
            </div>
          ))}
        </dl>
      </>
    )
  }
  return result.kind === 'estimate' ? <Steps of={itpSteps(result.outcome, price)} /> : null
}

const Steps = ({ of }: { of: readonly string[] }) => (
  <ol className="itp__steps">
    {of.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

interface OfficeRateProps {
  territory: ItpTerritoryId
  correction: ItpCorrection | null
  /** Year that the form proposes. */
  year: number
  /** Takes a rate for this estimate alone, instead of the office's settings. */
  setOwnRate: ((rate: ItpCorrection | null) => void) | null
  /** True if the form is needed for a result. */
  isNeeded: boolean
}

/** General rate that the office uses for a territory: its form, and the way back. */
function OfficeRate({ territory, correction, year, setOwnRate, isNeeded }: OfficeRateProps) {
  const { bridge } = useClient()
  const [isOpen, setOpen] = useState(false)
  const { task, run } = useOnce<'save'>()
  const shows = isOpen || isNeeded
  const opener = useRef<HTMLButtonElement>(null)
  const showed = useRef(shows)
  useEffect(() => {
    // The focus was in the form, which is gone.
    if (showed.current && !shows && isFocusNowhere()) opener.current?.focus()
    showed.current = shows
  }, [shows])
  const save = async (value: ItpCorrection | null, said: string) => {
    if (setOwnRate) {
      setOwnRate(value)
      return setOpen(false)
    }
    const stored = value ? writeItpCorrection(value) : ''
    const answer = await run('save', () =>
      bridge.call('office.update', { itpRates: { [territory]: stored } }),
    )
    if (!answer) return
    showToast(said)
    setOpen(false)
  }
  const failure = task.state === 'failed' && <FailedNotice error={task.error} />
  if (shows)
    return (
      <RateForm
        title={setOwnRate ? text.ownRate : text.correcting(territory)}
        help={setOwnRate ? text.ownRateHelp : text.correctHelp}
        start={
          correction ?? { rate: null, year, source: setOwnRate ? text.ownSourceStart : text.sourceStart }
        }
        takesFocus={isOpen}
        onSave={(value) => void save(value, text.saved)}
        onCancel={isNeeded ? undefined : () => setOpen(false)}
      >
        {failure}
      </RateForm>
    )
  return (
    <div className="itp__correct">
      <div className="actions">
        <Button ref={opener} size="low" onClick={() => setOpen(true)}>
          {text.correct}
        </Button>
        {correction && (
          <Button size="low" tone="plain" onClick={() => void save(null, text.removed)}>
            {text.remove}
          </Button>
        )}
      </div>
      {failure}
    </div>
  )
}

interface RateFormProps {
  title: string
  help: string
  start: Omit<ItpCorrection, 'rate'> & { rate: number | null }
  takesFocus: boolean
  onSave: (correction: ItpCorrection) => void
  onCancel: (() => void) | undefined
  children: ReactNode
}

/** Rate, year and source. Enter saves them and Esc closes the form, not the dialog. */
function RateForm({ title, help, start, takesFocus, onSave, onCancel, children }: RateFormProps) {
  const id = useId()
  const [rate, setRate] = useState(start.rate === null ? '' : String(start.rate / 100).replace('.', ','))
  const [year, setYear] = useState(String(start.year))
  const [source, setSource] = useState(start.source)
  const [isStrict, setStrict] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])
  const typed = { rate: parseItpRate(rate), year: Number(year), source: source.trim() }
  const problem = isStrict ? problemOf(typed) : null
  const save = () => {
    setStrict(true)
    if (typed.rate !== null && problemOf(typed) === null) onSave({ ...typed, rate: typed.rate })
  }
  const keys = (event: KeyboardEvent) => {
    // Without a way to close the form, Esc closes the dialog.
    if (event.key !== 'Escape' || onCancel) fieldKeys({ onEnter: save, onEscape: () => onCancel?.() })(event)
  }
  return (
    <div className="itp__rate" role="group" aria-labelledby={id}>
      <p id={id} className="field__label">
        {title}
      </p>
      <p className="small second">{help}</p>
      <div className="itp__rate-fields">
        <Field
          label={text.rate}
          value={rate}
          maxLength={8}
          inputMode="decimal"
          ref={first}
          aria-invalid={problem === text.badRate}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setRate(event.target.value)}
          onKeyDown={keys}
        />
        <Field
          label={text.year}
          value={year}
          maxLength={4}
          inputMode="numeric"
          aria-invalid={problem === text.badYear}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setYear(event.target.value)}
          onKeyDown={keys}
        />
        <Field
          label={text.source}
          value={source}
          maxLength={MAX_ITP_SOURCE}
          aria-invalid={problem === text.noSource}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setSource(event.target.value)}
          onKeyDown={keys}
        />
      </div>
      <p className="field__help field__help--error" id={`${id}-problem`} role="alert">
        {problem !== null && (
          <>
            <Icon of={CircleAlert} />
            <span>{problem}</span>
          </>
        )}
      </p>
      {children}
      <div className="actions">
        <Button size="low" onClick={save}>
          {text.save}
        </Button>
        {onCancel && (
          <Button size="low" tone="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

/** First thing to correct in a typed rate. */
function problemOf({ rate, year, source }: RateFormProps['start']): string | null {
  if (rate === null) return text.badRate
  if (!isItpYear(year)) return text.badYear
  return source === '' ? text.noSource : null
}
