import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { formFieldNames, isSent } from '#shared/domain/procedures/kinds.ts'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { reviewText as text, stepHelp } from '#shared/text/wizard.ts'
import { ownDocumentLabel } from '#shared/text/labels.ts'
import { settingsText } from '#shared/text/settings.ts'
import { fieldLabel, fieldLabels } from '#shared/text/fields.ts'
import { FieldLinks } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Plate } from '../../design/plate.tsx'
import { Section } from '../../app/page.tsx'
import { Sign } from '../../design/sign.tsx'
import { checkViewModels } from './wizard-view-model.ts'
import { fieldsToMend } from './check-list.tsx'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { plateOf, VehicleWords } from './verdict-peek.tsx'
import type { Wizard } from './use-wizard.ts'
import './wizard.css'

/** All values as they will be sent, with a link back to each field. */
export function ReviewStep({ wizard, preflight }: { wizard: Wizard; preflight: Preflight | undefined }) {
  const { kind } = wizard.draft
  const names = formFieldNames(kind)
  const sent = names.filter((name) => isSent(kind, name))
  const local = names.filter((name) => !isSent(kind, name))
  return (
    <div className="review">
      <div className="step-head">
        <h2 id="step-review" tabIndex={-1} data-step-start>
          {text.title}
        </h2>
        <p className="small second">{stepHelp(kind, 'review')}</p>
      </div>
      <BlockedNotice wizard={wizard} preflight={preflight} />
      <Answers wizard={wizard} names={sent} />
      <ReviewDocuments wizard={wizard} />
      <Section title={text.local}>
        <Answers wizard={wizard} names={local} />
      </Section>
    </div>
  )
}

/** Blockers, above everything else: on a narrow screen the check list may be far below. */
export function BlockedNotice({ wizard, preflight }: { wizard: Wizard; preflight: Preflight | undefined }) {
  const now = useNow(1_000)
  if (!preflight || preflight.clear) return null
  const blocking = checkViewModels(preflight, wizard.draft.kind, now).filter(({ level }) => level === 'block')
  return (
    <Notice role="note" tone="stop" icon={<Sign kind="stop" />}>
      <p>
        <b>{text.blockedTitle}.</b> {blocking.map(({ title }) => title).join('. ')}.
      </p>
      <FieldLinks
        fields={blocking.flatMap((viewModel) => fieldsToMend(viewModel, wizard, now))}
        labels={fieldLabels(wizard.draft.kind)}
        onField={wizard.toField}
      />
    </Notice>
  )
}

function Answers({ wizard, names }: { wizard: Wizard; names: readonly FieldName[] }) {
  return (
    <dl className="answers">
      {names.map((name) => (
        <div key={name} className="answers__row">
          <dt>{fieldLabel(name, wizard.draft.kind)}</dt>
          <dd className="answers__value">
            <Answer name={name} wizard={wizard} />
          </dd>
          <dd>
            <button
              type="button"
              className="text-link"
              aria-label={text.changeOf(fieldLabel(name, wizard.draft.kind))}
              onClick={() => wizard.toField(name)}
            >
              {text.change}
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Answer({ name, wizard: { draft } }: { name: FieldName; wizard: Wizard }): ReactNode {
  const typed = draft.fields[name]
  const { level, echo } = checkField(draft.kind, name, draft, useNow(1_000))
  if (level === 'empty') return <span className="muted">{text.empty}</span>
  if (level === 'missing' || level === 'error') {
    return (
      <span className="answers__wrong">
        <Sign kind="stop" /> {typed.trim() === '' ? text.empty : typed}
      </span>
    )
  }
  if (name === 'vrm') return <VehicleAnswer typed={typed} />
  return (
    <span className={name === 'notes' ? 'answers__notes' : 'figures'}>
      {level === 'warning' && <Sign kind="warn" />}
      {level === 'warning' && ' '}
      {echo ?? typed}
    </span>
  )
}

function VehicleAnswer({ typed }: { typed: string }) {
  const vrm = plateOf(typed)
  const { data: view } = useQuery('lookup.get', vrm === undefined ? null : { vrm })
  if (vrm === undefined) return typed
  return (
    <span className="vehicle-head">
      <Plate vrm={vrm} size="m" />
      <VehicleWords view={view} />
    </span>
  )
}

function ReviewDocuments({ wizard }: { wizard: Wizard }) {
  const { documents } = wizard.draft
  return (
    <section>
      <div className="section__head review__documents-head">
        <h2>{text.documents}</h2>
        {documents.length > 0 && <span className="small">{documents.length}</span>}
        <button
          type="button"
          className="text-link"
          aria-label={text.changeOf(text.documents)}
          onClick={() => wizard.goTo('documents')}
        >
          {text.change}
        </button>
      </div>
      {documents.length === 0 && <p className="small second">{text.noDocuments}</p>}
      {documents.length > 0 && (
        <ul className="review__documents">
          {documents.map(({ id, type, name, size, state }) => (
            <li key={id}>
              {state === 'refused' ? <Sign kind="stop" /> : <Icon of={FileText} />}
              <b>{ownDocumentLabel(type)}</b>
              <span className="second clip" title={name}>
                {name}
              </span>
              <span className="muted figures">{size === undefined ? '' : settingsText.bytes(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
