import type { Draft } from '#shared/bridge/procedures.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { checklistText as text } from '#shared/text/app-documents.ts'
import { requirementLabel } from '#shared/text/procedure-fields.ts'
import { Sign } from '../../design/sign.tsx'
import { Section } from '../frame/page.tsx'

/** Usual requirements, and whether each is met. Advice only: it blocks nothing. */
export function RequirementList({ draft: { kind, fields, documents, expected } }: { draft: Draft }) {
  const requirements = requirementsOf(kind, fields, documents, expected)
  const met = requirements.filter((requirement) => requirement.met).length
  return (
    <Section title={text.title} aside={text.met(met, requirements.length)}>
      <ul className="requirements">
        {requirements.map((requirement) => (
          <li key={requirement.id}>
            <Sign kind={requirement.met ? 'ok' : requirement.isUnsure ? 'unknown' : 'none'} />
            <span>
              {requirementLabel(requirement.id, kind)}
              <span className="muted">
                {' '}
                · {requirement.met ? text.have : requirement.isUnsure ? text.unsure : text.missing}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {requirements.some(({ isUnsure }) => isUnsure) && (
        <p className="small second requirements__note">{text.unsureNote}</p>
      )}
      <p className="small second requirements__note">
        {met === requirements.length ? text.complete : text.note}
      </p>
    </Section>
  )
}
