import type { Preflight, PreflightCheck, Duplicate } from '#shared/domain/procedures/preflight.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { isSent, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { procedureKindLabels, procedureName } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { checksText, stepStates, stepTitles, wizardText } from '#shared/text/wizard.ts'
import { fieldLabels } from '#shared/text/fields.ts'
import { shortVin } from '#shared/text/grammar.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import type { Step } from '#shared/domain/procedures/steps.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import { FieldLinks } from '../../design/fields.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { openSettings } from '../../app/settings-state.ts'
import { Section } from '../../app/page.tsx'
import { type CheckViewModel, checkViewModels, problemsIn, checkOf } from './wizard-view-model.ts'
import type { Wizard } from './use-wizard.ts'

interface CheckListProps {
  wizard: Wizard
  preflight: Preflight | undefined
  /** True in the review. */
  reviews: boolean
}

/** Checks before sending: blockers first, then advice. */
export function CheckList({ wizard, preflight, reviews }: CheckListProps) {
  const now = useNow(1_000)
  // Before the review the step list already shows unfinished steps.
  const isTold = ({ check }: { check: PreflightCheck }) => reviews || check.id !== 'fields'
  return (
    <Section title={checksText.title}>
      {!preflight && <p className="small second">{checksText.looking}</p>}
      {preflight && (
        <ul className="check-list">
          {checkViewModels(preflight, wizard.draft.kind, now)
            .filter(isTold)
            .map((viewModel) => (
              <li key={viewModel.check.id} className={`check-list__row check-list__row--${viewModel.level}`}>
                <Sign kind={viewModel.sign} />
                <div>
                  <b>{viewModel.title}</b>
                  <span className="visually-hidden">: {checksText.levels[viewModel.level]}</span>
                  {(viewModel.level === 'block' || viewModel.level === 'wait') && (
                    <span className="check-list__level" aria-hidden="true">
                      {checksText.levels[viewModel.level]}
                    </span>
                  )}
                  {viewModel.body !== '' && <p>{viewModel.body}</p>}
                  {viewModel.level !== 'ok' && (
                    <FieldLinks
                      fields={fieldsToMend(viewModel, wizard, now)}
                      labels={fieldLabels(wizard.draft.kind)}
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

/**
 * Fields to correct for a check. A blocker has the fields that are wrong and not accepted. Advice has all its fields.
 */
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
      {checksText.settings}
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
            {checksText.duplicate(duplicateName(one), checksText.by[one.by])}
          </button>
        </li>
      ))}
    </ul>
  )
}

const duplicateName = ({ where, kind }: Duplicate): string =>
  where === 'draft' ? labelOf(procedureKindLabels, kind, unknownNames.procedure) : procedureName(kind)

interface StepListProps {
  wizard: Wizard
  preflight: Preflight | undefined
  /** False on a single page, where each step links to its part. */
  current: boolean
}

/** Steps with the state of each, as links. */
export function StepList({ wizard, preflight, current }: StepListProps) {
  const now = useNow(60_000)
  return (
    <nav className="step-list" aria-label={wizardText.steps} data-region="steps" tabIndex={-1}>
      <ol>
        {wizard.steps.map((step, index) => {
          const isHere = current && step.id === wizard.step
          return (
            <li key={step.id}>
              <button
                type="button"
                className="step-list__step"
                aria-current={isHere ? 'step' : undefined}
                onClick={() => wizard.goTo(step.id)}
              >
                <Sign kind={stepSign(step, isHere)} />
                <span className="step-list__title">
                  {index + 1}. {stepTitles[step.id]}
                </span>
                <span className="step-list__state">{stepWords(step, wizard, preflight, now)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** An unfinished step in editing is not an error. */
function stepSign({ id, state }: Step, isHere: boolean): SignKind {
  if (id === 'review' || state === 'empty') return 'none'
  if (state === 'ready') return 'ok'
  return isHere ? 'none' : 'warn'
}

function stepWords(
  { id, state }: Step,
  { draft }: Wizard,
  preflight: Preflight | undefined,
  now: number,
): string {
  const words: string[] = [id === 'review' && state === 'ready' ? wizardText.toSend : stepStates[state]]
  if (id === 'vehicle' && state === 'ready') words.push(...vehicleWords(draft, preflight))
  if (id === 'operation' && state === 'ready') {
    const { echo } = checkField(draft.kind, 'taxableBase', draft, now)
    if (isSent(draft.kind, 'taxableBase') && echo !== undefined) words.push(echo)
  }
  if (id === 'documents' && state !== 'empty') {
    const check = checkOf(preflight, 'documents')
    if (check) words.push(wizardText.recommended(check.met, check.of))
  }
  return words.join(' · ')
}

function vehicleWords(draft: Wizard['draft'], preflight: Preflight | undefined): string[] {
  if (PROCEDURE_KINDS[draft.kind].vehicle === 'vin') return [shortVin(draft.fields.vin.trim().toUpperCase())]
  const outcome = checkOf(preflight, 'verdict')?.outcome
  return [displayPlate(draft.fields.vrm), ...(outcome ? [verdictWords(outcome).short] : [])]
}
