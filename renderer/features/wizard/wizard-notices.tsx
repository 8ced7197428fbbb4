import { useState } from 'react'
import { LayoutTemplate } from 'lucide-react'
import type { Draft, DraftRow } from '#shared/bridge/procedures.ts'
import { outboxViewModels, outboxWays } from '#shared/text/outbox.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { pastedText } from '#shared/text/wizard.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { type TemplateField, templateFieldsOf } from '#shared/domain/procedures/template.ts'
import { isSameKnown } from '#shared/domain/parties.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { templateOfferText, fieldLabel } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { AgainDialog, serviceWords, useOutbox } from '../outbox/feature.ts'
import { FailedNotice, ServiceSays } from '../../app/task-notice.tsx'
import { TemplateProblems } from '../templates/feature.ts'
import { type Wizard, formLabels } from './use-wizard.ts'
import { expectedText } from './draft-forms.ts'

/** Reason why the sending stopped, the service's own words if any, and the actions. */
export function ProblemNotice({ wizard }: { wizard: Wizard }) {
  const { draft } = wizard
  const outbox = useOutbox()
  const [asking, setAsking] = useState(false)
  const { problem = 'refused', error } = draft
  const { title, body } = outboxViewModels.problems[problem]
  const failure = outbox.errors[draft.id]
  const row = draftRow(draft)
  const said = serviceWords(error)
  return (
    <>
      <Notice
        role="alert"
        tone="stop"
        icon={<Sign kind={problem === 'refused' || problem === 'document-refused' ? 'stop' : 'unknown'} />}
      >
        <p>
          <b>{title}.</b> {body}
        </p>
        <ServiceSays quote={said} />
        <div className="problem__ways">
          {(problem === 'document-refused' || problem === 'documents-differ') && (
            <Button size="low" onClick={() => wizard.goTo('documents')}>
              {outboxWays.documents}
            </Button>
          )}
          {problem === 'confirmed-elsewhere' && (
            <Button size="low" onClick={() => void outbox.resolve(row, 'accept')}>
              {outboxWays.accept}
            </Button>
          )}
          {problem !== 'document-refused' && draft.procedureId !== undefined && (
            <Button size="low" onClick={() => setAsking(true)}>
              {outboxWays.again}
            </Button>
          )}
        </div>
      </Notice>
      {failure && <FailedNotice error={failure} />}
      {asking && <AgainDialog row={row} outbox={outbox} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Error of the last attempt on a draft that waits or is in editing again. */
export function InterruptedNotice({ draft }: { draft: Draft }) {
  const { error, state } = draft
  if (!error || (state !== 'editing' && state !== 'ready')) return null
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
    </Notice>
  )
}

/** Converts a draft to a list row, which the lists' dialogs take. */
function draftRow({ fields, documents, ...draft }: Draft): DraftRow {
  const { vrm, vin } = fields
  const plate = classifyPlate(vrm)?.vrm ?? vrm.trim()
  return {
    ...draft,
    client: fields.client,
    ...(plate !== '' && { vrm: plate }),
    ...(vin.trim() !== '' && { vin: vin.trim() }),
    documents: {
      uploaded: documents.filter(({ state }) => state === 'uploaded').length,
      of: documents.length,
    },
  }
}

/** Notice of the fields filled at once, with undo. It names the fields only: their values are on screen. */
export function AppliedNotice({ wizard: { draft, applied, fills, undo, keepApplied } }: { wizard: Wizard }) {
  const hint = useKeyHint()
  if (!applied) return null
  return (
    // The group takes the focus: an early Enter does nothing here, and Tab leads to the undo button.
    <div tabIndex={-1} role="group" aria-label={pastedText.appliedTitle} data-applied>
      <Notice icon={<Sign kind="ok" />}>
        <p>{pastedText.applied(applied.names.map((name) => formLabels(draft)[name]))}</p>
        <div className="notice__actions">
          <Button
            size="low"
            {...(fills.latest?.id === applied.id && hint('wizard.undo-filled'))}
            onClick={() => undo(applied)}
          >
            {pastedText.undo}
          </Button>
          <Button size="low" tone="plain" onClick={keepApplied}>
            {pastedText.keep}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

interface Offer {
  template: Template
  /** Empty fields that the template fills in. */
  fills: readonly TemplateField[]
  /** Fields whose value differs from the template. They stay unchanged. */
  differs: readonly TemplateField[]
  expects: boolean
}

/**
 * Offers the templates of the parties in the form that would fill in something. The offer is below the fields, so
 * that nothing moves while the user types.
 */
export function TemplateOffers({ wizard }: { wizard: Wizard }) {
  const { data } = useQuery('templates.list', {})
  const { draft } = wizard
  if (draft.state !== 'editing') return null
  const numbers = [draft.fields.sellerTaxId, draft.fields.buyerTaxId].map(cleanTaxId)
  const offers = (data?.rows ?? [])
    .filter(({ kind, taxId }) => kind === draft.kind && taxId !== '' && numbers.includes(taxId))
    .map((template) => offerOf(template, draft))
    .filter(({ fills, expects }) => fills.length > 0 || expects)
  return offers.map((offer) => <OfferNotice key={offer.template.id} offer={offer} wizard={wizard} />)
}

function offerOf(template: Template, { kind, fields, expected }: Wizard['draft']): Offer {
  const written = templateFieldsOf(kind).filter((name) => (template.fields[name] ?? '') !== '')
  return {
    template,
    fills: written.filter((name) => fields[name].trim() === ''),
    differs: written.filter(
      (name) => fields[name].trim() !== '' && !isSame(name, fields[name], template.fields[name] ?? ''),
    ),
    expects: template.expected !== null && expectedText(template.expected) !== expectedText(expected),
  }
}

/** True if two values differ only in notation. */
const isSame = (name: TemplateField, a: string, b: string): boolean =>
  name === 'sellerTaxId' || name === 'buyerTaxId'
    ? cleanTaxId(a) === cleanTaxId(b)
    : isSameKnown(name === 'userEmail' ? 'email' : 'fullname', a, b)

function OfferNotice({
  offer: { template, fills, differs, expects },
  wizard,
}: {
  offer: Offer
  wizard: Wizard
}) {
  const { bridge } = useClient()
  const { draft, fills: filled } = wizard
  const use = () => {
    const values = Object.fromEntries(fills.map((name) => [name, template.fields[name]]))
    const fill = filled.fillIn({ ...values, ...(expects && { expected: expectedText(template.expected) }) })
    if (!fill) return
    void bridge.call('templates.used', { id: template.id })
    showToast(templateOfferText.used(template), 'done', {
      label: templateOfferText.undo,
      run: () => wizard.undo(fill),
    })
  }
  return (
    <Notice
      role="note"
      icon={<Icon of={LayoutTemplate} />}
      actions={
        <Button size="low" onClick={use}>
          {templateOfferText.use}
        </Button>
      }
    >
      <p>
        <b>{templateOfferText.title(template.name)}</b>{' '}
        {fills.length > 0 && templateOfferText.fills(fills.map((name) => fieldLabel(name, draft.kind)))}{' '}
        {expects && templateOfferText.expects}
      </p>
      {differs.length > 0 && (
        <ul>
          {differs.map((name) => (
            <li key={name}>
              {templateOfferText.differs(
                fieldLabel(name, draft.kind),
                draft.fields[name].trim(),
                template.fields[name] ?? '',
              )}
            </li>
          ))}
        </ul>
      )}
      {template.problems.length > 0 && <TemplateProblems template={template} />}
    </Notice>
  )
}
