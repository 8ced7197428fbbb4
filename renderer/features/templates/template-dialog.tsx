import { useId, useRef, useState } from 'react'
import type { Template } from '#shared/bridge/templates.ts'
import {
  MAX_TEMPLATE_NAME,
  type TemplateField,
  templateFieldsOf,
  type TemplateStart,
} from '#shared/domain/procedures/template.ts'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import { emptyForm, FIELD_LENGTHS, withFields } from '#shared/domain/procedures/fields.ts'
import { DRAFT_KINDS, type DraftKind } from '#shared/domain/procedures/kinds.ts'
import { allItems } from '#shared/domain/procedures/checklists.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import {
  templateDialogText as text,
  templatesText,
  fieldLabel,
  fieldProblems,
  requirementLabel,
} from '#shared/text/fields.ts'
import { Field } from '../../design/fields.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Notice } from '../../design/layout.tsx'
import { Segments } from '../../design/choices.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { FieldLine } from '../../app/forms/field-line.tsx'
import { useChecklists } from '../checklists/feature.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import '../../design/field.css'
import '../outbox/outbox.css'

export interface TemplateDialogProps {
  /** Template to edit; `null` for a new one. */
  template: Template | null
  /** Values of a new template. The template takes its kind from their source. */
  start?: TemplateStart
  /** Dealer of a new template. */
  dealer?: { name: string; taxId: string }
  onClose: () => void
}

const KINDS = DRAFT_KINDS.map((value) => ({ value, label: templatesText.kind(value) }))

/** Edits a template, or saves a new one. Only its name is required. */
export function TemplateDialog({ template, start, dealer, onClose }: TemplateDialogProps) {
  const { bridge, now } = useClient()
  const from = template ?? start
  const [kind, setKind] = useState<DraftKind>(from?.kind ?? 'transfer')
  const [name, setName] = useState(from?.name ?? dealer?.name ?? '')
  const [taxId, setTaxId] = useState(from?.taxId ?? dealer?.taxId ?? '')
  const [fields, setFields] = useState<{ readonly [F in TemplateField]?: string | undefined }>(
    from?.fields ?? (dealer ? { client: dealer.name } : {}),
  )
  const { lists } = useChecklists()
  const [chosen, setExpected] = useState<readonly string[] | null>(from?.expected ?? null)
  // Without a choice, the usual documents are expected.
  const usual = lists[kind].person.map((item) => item.id)
  const expected = chosen ?? usual
  const possible = allItems(kind, lists)
  const [strict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { task, run, forget } = useOnce<'save'>()
  const id = useId()

  const values = withFields(emptyForm().fields, fields)
  const problemOf = (field: TemplateField) => {
    const { level, problem, accept } = checkField(kind, field, { fields: values, accepted: [] }, now())
    return level === 'error' && accept === undefined ? problem : undefined
  }
  const shown = templateFieldsOf(kind)
  const inOrder = [...shown.filter((one) => one !== 'notes'), 'notes' as const]
  const isNameless = name.trim() === ''
  const submit = async () => {
    setStrict(true)
    const wrong = isNameless ? 'name' : shown.find((field) => problemOf(field) !== undefined)
    if (wrong !== undefined)
      return form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"] :is(input, textarea)`)?.focus()
    const wanted = possible.map((item) => item.id).filter((one) => expected.includes(one))
    const isUsual = wanted.length === usual.length && usual.every((one) => wanted.includes(one))
    const done = await run('save', () =>
      bridge.call('templates.save', {
        ...(template && { id: template.id, version: template.version }),
        name: name.trim(),
        kind,
        taxId,
        fields: Object.fromEntries(shown.map((field) => [field, fields[field] ?? ''])),
        expected: isUsual || wanted.length === 0 ? null : wanted,
      }),
    )
    if (!done) return
    showToast(text.saved(done.value.name))
    onClose()
  }
  const field = (of: TemplateField) => {
    const problem = strict ? problemOf(of) : undefined
    return (
      <div key={of} className={`template-field template-field--${of}`} data-field={of}>
        <Field
          label={fieldLabel(of, kind)}
          aside={text.optional}
          value={fields[of] ?? ''}
          maxLength={FIELD_LENGTHS[of]}
          spellCheck={of === 'notes'}
          aria-invalid={problem !== undefined}
          help={problem && <FieldLine viewModel={{ tone: 'stop', words: fieldProblems[problem] }} />}
          onChange={(event) => {
            setFields({ ...fields, [of]: event.target.value })
            forget()
          }}
        />
      </div>
    )
  }
  return (
    <FormDialog
      title={template ? text.editTitle : text.newTitle}
      variant="wide"
      form={form}
      cancel={text.cancel}
      submit={text.submit}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      {template && template.problems.length > 0 && <TemplateProblems template={template} />}
      <div className="template-grid">
        <div className="template-field" data-field="name">
          <Field
            label={text.name}
            value={name}
            maxLength={MAX_TEMPLATE_NAME}
            spellCheck={false}
            aria-required
            aria-invalid={strict && isNameless}
            help={
              strict && isNameless ? (
                <FieldLine viewModel={{ tone: 'stop', words: text.nameMissing }} />
              ) : (
                text.nameHelp
              )
            }
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="template-field" data-field="taxId">
          <Field
            label={text.taxId}
            aside={text.optional}
            value={taxId}
            maxLength={FIELD_LENGTHS.sellerTaxId}
            spellCheck={false}
            help={<TaxIdHelp typed={taxId} />}
            onChange={(event) => setTaxId(event.target.value)}
          />
        </div>
      </div>
      {!from && (
        <Segments
          label={text.kind}
          options={KINDS}
          value={kind}
          onChange={(value) => {
            setKind(value)
            setExpected(null)
          }}
        />
      )}
      <fieldset className="template-part">
        <legend>{text.fields}</legend>
        <p className="small muted">{text.fieldsHelp}</p>
        <div className="template-grid">{inOrder.map(field)}</div>
      </fieldset>
      <fieldset className="template-part">
        <legend>{text.documents}</legend>
        <ul className="template-documents">
          {possible.map(({ id: one, name: called }) => (
            <li key={one}>
              <input
                type="checkbox"
                id={`${id}-${one}`}
                className="pick__box"
                checked={expected.includes(one)}
                onChange={({ target }) =>
                  setExpected(target.checked ? [...expected, one] : expected.filter((other) => other !== one))
                }
              />
              <label htmlFor={`${id}-${one}`}>{requirementLabel(called || one, kind)}</label>
            </li>
          ))}
        </ul>
      </fieldset>
      {task.state === 'failed' && (
        <FailedNotice error={task.error} texts={{ 'draft-changed': { title: text.changed, advice: '' } }} />
      )}
    </FormDialog>
  )
}

/** A wrong control letter is only a warning, because the number may be foreign. */
function TaxIdHelp({ typed }: { typed: string }) {
  const check = checkTaxId(typed)
  if (typed.trim() === '' || check.status !== 'wrong-control') return text.taxIdHelp
  return <FieldLine viewModel={{ tone: 'warn', words: fieldProblems['tax-id-control'] }} />
}

/** Parts of a template that no longer apply. Saving the template removes them. */
export function TemplateProblems({ template }: { template: Pick<Template, 'kind' | 'problems'> }) {
  return (
    <Notice tone="warn" role="note" icon={<Sign kind="warn" />}>
      <p>
        <b>{templatesText.problems(template.problems.length)}</b>
      </p>
      <ul>
        {template.problems.map((problem) => (
          <li key={`${problem.what} ${problem.name}`}>{templatesText.problem(problem, template.kind)}</li>
        ))}
      </ul>
    </Notice>
  )
}
