import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  writeInvoice,
  parseFirstNumber,
  readInvoicePattern,
  batchForm,
  BATCH_LENGTHS,
  COMMON_CONTROL,
  DEALER_CONTROL,
  batchSides,
  type BatchCommon,
} from '#shared/domain/transfer-batch.ts'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { tidyDay } from '#shared/domain/typed-day.ts'
import { batchPasteText, transferBatchText as text } from '#shared/text/transfer-batches.ts'
import { fieldProblems } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Field, SelectField } from '../../design/fields.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Icon } from '../../design/icon.tsx'
import { Segments } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { expectedIn, expectedText } from '../wizard/feature.ts'
import type { BatchOnScreen } from './use-batch.ts'

/** Typed common fields, in their order on screen. */
const TYPED = [
  'dealerTaxId',
  'dealerName',
  'userEmail',
  'client',
  'invoicePattern',
  'invoiceFirst',
  'contractDate',
  'taxableBase',
  'otherTaxId',
  'otherName',
  'notes',
] as const satisfies readonly BatchCommon[]
type Typed = (typeof TYPED)[number]
const FIRST_FIELD = '.batch-common input[name="dealerTaxId"]'

/** Values shared by all transfers of a batch. */
export function CommonForm({ onScreen, summary }: { onScreen: BatchOnScreen; summary: string }) {
  const { form, values, accepted, batch } = onScreen
  const client = useClient()
  const [isOpen, setIsOpen] = useState(batch.made === 0)
  const [isNew] = useState(() => (values['dealerTaxId'] ?? '') === '')
  const [left, setLeft] = useState<ReadonlySet<Typed>>(new Set())
  // Only a new batch starts here. A known batch starts in the grid, where the user was last.
  useEffect(() => {
    if (isFocusNowhere() && isNew) document.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  }, [isNew])
  const expected = expectedIn(values['expected'] ?? '')
  const type = (name: BatchCommon, value: string) => form.type(name, value)

  /** Fills an empty name with the name that the account knows for the number. */
  const putName = async (number: 'dealerTaxId' | 'otherTaxId', name: 'dealerName' | 'otherName') => {
    const taxId = values[number] ?? ''
    if ((values[name] ?? '').trim() !== '' || checkTaxId(taxId).status !== 'valid') return
    const answer = await client.bridge.call('transfer-batches.names', { taxIds: [taxId] })
    const [known] = answer.ok ? answer.value.names : []
    const { base, typed } = form.store.getState().form
    const now = { ...base.fields, ...typed }
    if (!known || now[number] !== taxId || (now[name] ?? '').trim() !== '') return
    form.type(name, known.name)
    showToast(batchPasteText.names(1), 'done', { label: batchPasteText.undo, run: () => form.type(name, '') })
  }
  const leave = (name: Typed) => {
    if (name === 'contractDate') {
      const tidy = tidyDay(values[name] ?? '', client.now())
      if (tidy !== values[name]) type(name, tidy)
    }
    if ((values[name] ?? '') !== '') setLeft((before) => new Set([...before, name]))
    void form.flush()
    if (name === 'dealerTaxId') void putName('dealerTaxId', 'dealerName')
    if (name === 'otherTaxId') void putName('otherTaxId', 'otherName')
  }
  const problems = problemsOf(onScreen, client.now())
  return (
    <section className="batch-common" aria-label={text.common}>
      <div className="batch-common__head">
        <h2>
          <button
            type="button"
            className="batch-common__fold"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} />
            {text.common}
          </button>
        </h2>
        <span className="small second">
          {isOpen ? `${text.commonHelp} ${text.expected(expected)}` : summary}
        </span>
      </div>
      {isOpen && (
        <div className="batch-common__fields">
          <div className="batch-common__side">
            <span className="field__label">{text.commonLabels.dealer}</span>
            {/* The sides of a batch with drafts are fixed. */}
            {batch.made > 0 ? (
              <b>{text.sides[batchSides(values).dealer]}</b>
            ) : (
              <Segments
                label={text.commonLabels.dealer}
                options={[
                  { value: 'seller', label: text.sides.seller },
                  { value: 'buyer', label: text.sides.buyer },
                ]}
                value={batchSides(values).dealer}
                onChange={(side) => type('dealer', side)}
              />
            )}
          </div>
          <TemplateField onScreen={onScreen} />
          {TYPED.map((name) => {
            const { problem, control } = problems[name] ?? {}
            const isShown = problem !== undefined && (left.has(name) || name === 'invoicePattern')
            return (
              <Field
                key={name}
                name={name}
                label={text.commonLabels[name]}
                maxLength={BATCH_LENGTHS[name]}
                value={values[name] ?? ''}
                spellCheck={name === 'notes'}
                inputMode={name === 'invoiceFirst' ? 'numeric' : undefined}
                help={name === 'invoicePattern' ? exampleOf(values) : undefined}
                error={isShown ? problem : undefined}
                end={
                  isShown && control !== undefined && !accepted.includes(control) ? (
                    <Button size="low" onClick={() => form.accept(control, true)}>
                      {text.acceptAsIs}
                    </Button>
                  ) : undefined
                }
                onChange={({ target }) => type(name, target.value)}
                onBlur={() => leave(name)}
              />
            )
          })}
        </div>
      )}
    </section>
  )

  function exampleOf(typed: BatchOnScreen['values']): string {
    const pattern = readInvoicePattern(typed['invoicePattern'] ?? '')
    const first = parseFirstNumber(typed['invoiceFirst'] ?? '')
    if (pattern.kind === 'same') return text.sameInvoice
    if (pattern.kind !== 'ok' || first === null) return text.patternHelp
    return text.example(writeInvoice(pattern, first))
  }
}

interface Problem {
  problem: string
  /** Acceptance that clears the problem. */
  control?: string
}

/** Problems of the common fields, by the same rules as in each row. */
function problemsOf({ values, accepted }: BatchOnScreen, now: number): Partial<Record<Typed, Problem>> {
  const form = batchForm({ ord: -1, vrm: '' }, '', values, accepted)
  const { dealer, other } = batchSides(values)
  const NAMES: Partial<Record<Typed, FieldName>> = {
    dealerTaxId: `${dealer}TaxId`,
    otherTaxId: `${other}TaxId`,
    userEmail: 'userEmail',
    taxableBase: 'taxableBase',
    contractDate: 'contractDate',
  }
  const problems: Partial<Record<Typed, Problem>> = {}
  for (const name of TYPED) {
    const field = NAMES[name]
    if (field === undefined || (values[name] ?? '').trim() === '') continue
    const { level, problem, accept } = checkField('transfer', field, form, now)
    if (problem === undefined || level !== 'error') continue
    const control = name === 'dealerTaxId' ? DEALER_CONTROL : COMMON_CONTROL
    problems[name] = { problem: fieldProblems[problem], ...(accept && { control }) }
  }
  const pattern = readInvoicePattern(values['invoicePattern'] ?? '')
  if (pattern.kind === 'invalid') problems.invoicePattern = { problem: text.pattern[pattern.why] }
  if (parseFirstNumber(values['invoiceFirst'] ?? '') === null)
    problems.invoiceFirst = { problem: text.firstInvalid }
  return problems
}

/** Fills in the dealer's values from a template of transfers. Typed values stay. */
function TemplateField({ onScreen: { form, values } }: { onScreen: BatchOnScreen }) {
  const { bridge } = useClient()
  const { data } = useQuery('templates.list', {})
  const templates = (data?.rows ?? []).filter(({ kind }) => kind === 'transfer')
  if (templates.length === 0) return null
  const use = (id: string) => {
    const template = templates.find((one) => one.id === id)
    if (!template) return
    const { taxId, fields, expected } = template
    const isBuyer = taxId !== '' && fields.buyerTaxId === taxId
    const [side, other] = isBuyer ? (['buyer', 'seller'] as const) : (['seller', 'buyer'] as const)
    const known: Partial<Record<BatchCommon, string | undefined>> = {
      dealerTaxId: fields[`${side}TaxId`] || taxId,
      dealerName: fields[`${side}Name`],
      otherTaxId: fields[`${other}TaxId`],
      otherName: fields[`${other}Name`],
      userEmail: fields.userEmail,
      client: fields.client,
      notes: fields.notes,
    }
    const put = (Object.entries(known) as [BatchCommon, string | undefined][]).filter(
      (entry): entry is [BatchCommon, string] => !!entry[1] && (values[entry[0]] ?? '').trim() === '',
    )
    form.typeAll([...put, ['dealer', side], ['expected', expectedText(expected)]])
    void bridge.call('templates.used', { id })
    showToast(text.templateUsed(template.name))
  }
  return (
    <SelectField
      label={text.template}
      placeholder={text.noTemplate}
      value=""
      options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={use}
    />
  )
}
