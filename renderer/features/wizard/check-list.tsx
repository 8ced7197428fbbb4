import type { Preflight, PreflightCheck } from '#shared/domain/procedures/preflight.ts'
import type { Duplicate } from '#shared/domain/procedures/duplicates.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { procedureKindLabels, procedureName } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { checksText as text } from '#shared/text/wizard.ts'
import { fieldLabels } from '#shared/text/fields.ts'
import { FieldLinks } from '../../design/fields.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { Section } from '../frame/page.tsx'
import { type CheckViewModel, checkViewModels } from './check-view-model.ts'
import { problemsIn } from './field-view-model.ts'
import type { Wizard } from './use-wizard.ts'

export interface CheckListProps {
  wizard: Wizard
  preflight: Preflight | undefined
  /** Shown in the review. */
  reviews: boolean
}

/** Checks before sending: blockers first, then advice. */
export function CheckList({ wizard, preflight, reviews }: CheckListProps) {
  const now = useNow(1_000)
  // Before the review the step list shows which steps are unfinished.
  const isTold = ({ check }: { check: PreflightCheck }) => reviews || check.id !== 'fields'
  return (
    <Section title={text.title}>
      {!preflight && <p className="small second">{text.looking}</p>}
      {preflight && (
        <ul className="check-list">
          {checkViewModels(preflight, wizard.draft.kind, now)
            .filter(isTold)
            .map((viewModel) => (
              <li key={viewModel.check.id} className={`check-list__row check-list__row--${viewModel.level}`}>
                <Sign kind={viewModel.sign} />
                <div>
                  <b>{viewModel.title}</b>
                  <span className="visually-hidden">: {text.levels[viewModel.level]}</span>
                  {(viewModel.level === 'block' || viewModel.level === 'wait') && (
                    <span className="check-list__level" aria-hidden="true">
                      {text.levels[viewModel.level]}
                    </span>
                  )}
                  {viewModel.body !== '' && <p>{viewModel.body}</p>}
                  {viewModel.level !== 'ok' && (
                    <FieldLinks
                      fields={fieldsToMend(viewModel, wizard, now)}
                      labels={fieldLabels}
                      onField={wizard.toField}
                    />
                  )}
                  <CheckWays check={viewModel.check} />
                </div>
              </li>
            ))}
        </ul>
      )}
    </Section>
  )
}

/** Fields of a check to correct: of a blocker, those not accepted as they are; of advice, all of them. */
export const fieldsToMend = (
  { level, fields }: CheckViewModel,
  { draft }: Wizard,
  now: number,
): readonly FieldName[] =>
  level === 'block' ? problemsIn(draft, fields, now).map(({ field }) => field) : fields

function CheckWays({ check }: { check: PreflightCheck }) {
  if (check.id === 'duplicates' && check.found.length > 0) return <DuplicateLinks found={check.found} />
  if (check.id !== 'available' || check.why === undefined) return null
  const section = check.why === 'no-path' ? 'advanced' : 'accounts'
  return (
    <button type="button" className="text-link" onClick={() => openSettings(section)}>
      {text.settings}
    </button>
  )
}

/** Links to the duplicates by plate, chassis number or invoice. */
export function DuplicateLinks({ found }: { found: readonly Duplicate[] }) {
  return (
    <ul className="field-links">
      {found.map((one) => (
        <li key={`${one.where} ${one.id} ${one.by}`}>
          <button
            type="button"
            className="text-link"
            onClick={() => openRoute({ view: one.where === 'draft' ? 'draft' : 'procedure', id: one.id })}
          >
            {text.duplicate(nameOf(one), text.by[one.by])}
          </button>
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ where, kind }: Duplicate): string =>
  where === 'draft' ? labelOf(procedureKindLabels, kind, unknownNames.procedure) : procedureName(kind)
