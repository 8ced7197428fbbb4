import { LayoutTemplate } from 'lucide-react'
import type { Template } from '#shared/bridge/templates.ts'
import { type TemplateField, templateFieldsOf } from '#shared/domain/procedures/copied-fields.ts'
import { isSameKnown } from '#shared/domain/known-parties.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { templateOfferText as text, fieldLabels } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { TemplateProblems } from '../templates/template-dialog.tsx'
import { expectedText } from './draft-forms.ts'
import type { Wizard } from './use-wizard.ts'

interface Offer {
  template: Template
  /** Empty fields of the form that it fills in. */
  fills: readonly TemplateField[]
  /** Fields with another value, which stay. */
  differs: readonly TemplateField[]
  expects: boolean
}

/**
 * Under the fields, so that nothing moves while they are typed: templates of the parties whose identifier is in the form,
 * while they have something to add.
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

/** Equal apart from how it is written. */
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
    const fill = filled.put({ ...values, ...(expects && { expected: expectedText(template.expected) }) })
    if (!fill) return
    void bridge.call('templates.used', { id: template.id })
    showToast(text.used(template), 'done', { label: text.undo, run: () => wizard.undo(fill) })
  }
  return (
    <Notice
      role="note"
      icon={<Icon of={LayoutTemplate} />}
      actions={
        <Button size="low" onClick={use}>
          {text.use}
        </Button>
      }
    >
      <p>
        <b>{text.title(template.name)}</b>{' '}
        {fills.length > 0 && text.fills(fills.map((name) => fieldLabels[name]))} {expects && text.expects}
      </p>
      {differs.length > 0 && (
        <ul>
          {differs.map((name) => (
            <li key={name}>
              {text.differs(fieldLabels[name], draft.fields[name].trim(), template.fields[name] ?? '')}
            </li>
          ))}
        </ul>
      )}
      {template.problems.length > 0 && <TemplateProblems template={template} />}
    </Notice>
  )
}
