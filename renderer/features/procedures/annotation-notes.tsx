import { Check, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Annotations, AnnotationFields } from '#shared/bridge/cases.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { FIELD_LENGTHS } from '#shared/domain/procedures/fields.ts'
import { readTypedDay, tidyDay } from '#shared/domain/typed-day.ts'
import { casesText as text } from '#shared/text/procedure.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { fieldLabel, fieldLabels, fieldProblems } from '#shared/text/fields.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient, type Client } from '../../replica/client.ts'
import { openRoute } from '../../app/route.ts'
import { Section } from '../../app/page.tsx'
import { ConflictNotice } from '../../app/forms/saved-state.tsx'
import { useAutosave, createAutosave, type Autosave } from '../../app/forms/autosave.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { FormSource } from '../../app/forms/form-state.ts'
import './procedures.css'

export interface AnnotationNotesProps {
  id: string
  /** `null` for an unknown type. */
  kind: DraftKind | null
  annotations: Annotations
  editing: boolean
  onEdit: (editing: boolean) => void
}

/** Screens face the counter: identifiers stay hidden until requested. */
const HIDDEN: readonly AnnotationField[] = ['sellerTaxId', 'buyerTaxId']

/** The office's data of a procedure, read and edited in place. */
export function AnnotationNotes({ id, kind, annotations, editing, onEdit }: AnnotationNotesProps) {
  const client = useClient()
  const [form] = useState(() => annotationForm(client, id, annotations))
  const source = useMemo(() => sourceOf(annotations), [annotations])
  const leave = useCallback(() => void leaveAnnotationForm(client, id, form), [client, id, form])
  const { fields } = useAutosave(form, source, leave)
  const error = useStore(form.store, (on) => on.error)
  const [shown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const empty = ANNOTATION_FIELDS.every((name) => fields[name].trim() === '')
  const hides = !editing && HIDDEN.some((name) => fields[name].trim() !== '')
  return (
    <Section
      title={text.title}
      actions={
        <>
          {hides && (
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={shown ? text.hide : text.show}
              named
              onClick={() => setShown(!shown)}
            />
          )}
          <Button
            ref={button}
            tone="plain"
            size="low"
            aria-expanded={editing}
            onClick={() => {
              void form.flush()
              onEdit(!editing)
            }}
          >
            {editing ? text.done : empty ? text.start : text.edit}
          </Button>
        </>
      }
    >
      <ConflictNotice form={form} values={fields} labels={fieldLabels(kind)} />
      {editing ? (
        <Fields kind={kind} form={form} fields={fields} />
      ) : empty ? (
        <p className="small muted">{text.none}</p>
      ) : (
        <Read kind={kind} fields={fields} shown={shown} />
      )}
      {(editing || error) && <Saved form={form} />}
    </Section>
  )
}

function Read({
  kind,
  fields,
  shown,
}: Pick<AnnotationNotesProps, 'kind'> & { fields: Record<AnnotationField, string>; shown: boolean }) {
  const some = ANNOTATION_FIELDS.filter((name) => fields[name].trim() !== '')
  return (
    <dl className="facts resource-facts">
      {some.map((name) => (
        <div key={name}>
          <dt>{fieldLabel(name, kind)}</dt>
          <dd>
            {HIDDEN.includes(name) && !shown ? (
              <Masked />
            ) : name === 'client' ? (
              <ClientLink name={fields.client} />
            ) : (
              fields[name]
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Client of the procedure, as a link to the client's page. */
const ClientLink = ({ name }: { name: string }) => (
  <button
    type="button"
    className="text-link"
    title={text.dealer}
    onClick={() => openRoute({ view: 'ledger-client', id: clientDealerId(name) })}
  >
    {name}
  </button>
)

const Masked = () => (
  <>
    <span aria-hidden="true">•••••••••</span>
    <span className="visually-hidden">{text.hidden}</span>
  </>
)

function Fields({
  kind,
  form,
  fields,
}: Pick<AnnotationNotesProps, 'kind'> & {
  form: AnnotationForm
  fields: Readonly<Record<AnnotationField, string>>
}) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="case-notes__fields">
      {ANNOTATION_FIELDS.map((name) =>
        name === 'contractDate' ? (
          <ContractDate key={name} label={fieldLabel(name, kind)} form={form} typed={fields.contractDate} />
        ) : (
          <Field
            key={name}
            ref={name === 'client' ? first : null}
            label={fieldLabel(name, kind)}
            value={fields[name]}
            maxLength={FIELD_LENGTHS[name]}
            spellCheck={false}
            onChange={(event) => form.type(name, event.target.value)}
            onBlur={() => void form.flush()}
          />
        ),
      )}
    </div>
  )
}

/** Validates the date once the user leaves the field, and then shows the date in full. */
function ContractDate({ label, form, typed }: { label: string; form: AnnotationForm; typed: string }) {
  const { now } = useClient()
  const [isLeft, setIsLeft] = useState(true)
  const read = readTypedDay(typed, now())
  const isWrong = isLeft && typed.trim() !== '' && read.kind !== 'day'
  return (
    <Field
      label={label}
      value={typed}
      maxLength={FIELD_LENGTHS.contractDate}
      inputMode="numeric"
      placeholder="DD/MM/AAAA"
      spellCheck={false}
      error={isWrong ? fieldProblems[`date-${read.kind}`] : undefined}
      onChange={(event) => {
        setIsLeft(false)
        form.type('contractDate', event.target.value)
      }}
      onBlur={() => {
        setIsLeft(true)
        form.type('contractDate', tidyDay(typed, now()))
        void form.flush()
      }}
    />
  )
}

/** Save indicator. After a failure it shows the remedy. */
function Saved({ form }: { form: AnnotationForm }) {
  const { saving, savedAt, error } = useStore(form.store)
  if (error) {
    return (
      <p className="case-notes__saved case-notes__saved--failed" role="alert">
        <Icon of={CircleAlert} />
        <span>
          <b>{text.failed}</b> {errorTexts[error.code].title}
        </span>
        <Button size="low" onClick={() => void form.flush()}>
          {text.retry}
        </Button>
      </p>
    )
  }
  return (
    <p className="case-notes__saved tiny muted" role="status">
      {saving ? (
        text.saving
      ) : savedAt !== null ? (
        <>
          <Icon of={Check} />
          {text.saved}
        </>
      ) : (
        text.private
      )}
    </p>
  )
}

/** Fields in reading order. */
export const ANNOTATION_FIELDS = [
  'client',
  'sellerName',
  'sellerTaxId',
  'buyerName',
  'buyerTaxId',
  'contractDate',
] as const satisfies readonly (keyof AnnotationFields)[]
export type AnnotationField = (typeof ANNOTATION_FIELDS)[number]

/** The office writes these fields for itself, so no field has warnings to accept. */
type AnnotationSource = FormSource<AnnotationField, never>
type AnnotationForm = Autosave<AnnotationField, never>

const sourceOf = ({ version, fields: { notes: _notes, ...fields } }: Annotations): AnnotationSource => ({
  version,
  fields,
  accepted: [],
})

const asSource = (answer: Result<Annotations>): Result<AnnotationSource> =>
  answer.ok ? { ok: true, value: sourceOf(answer.value) } : answer

/**
 * Form of the office's annotations of a procedure. While the form has unsaved changes, the same instance is returned.
 */
const annotationForm = (
  { forms, bridge, now }: Client,
  id: string,
  annotations: Annotations,
): AnnotationForm =>
  forms.of(annotationsFormKey(id), () =>
    createAutosave<AnnotationField, never>({
      known: sourceOf(annotations),
      now,
      save: async (version, { fields }) =>
        asSource(await bridge.call('annotations.save', { id, version, fields })),
      read: async () => asSource(await bridge.call('annotations.get', { id })),
      acceptedOf: () => [],
    }),
  )

/** Must be called when the page of the form is left. */
const leaveAnnotationForm = ({ forms }: Client, id: string, form: AnnotationForm): Promise<void> =>
  forms.leave(annotationsFormKey(id), form)

const annotationsFormKey = (id: string) => `annotations ${id}`
