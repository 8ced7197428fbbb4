import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import type { Step } from '#shared/domain/procedures/steps.ts'
import { stepStates, stepTitles, wizardText as text } from '#shared/text/wizard.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { checkOf } from './check-view-model.ts'
import type { Wizard } from './use-wizard.ts'

export interface StepListProps {
  wizard: Wizard
  preflight: Preflight | undefined
  /** False on one page, where steps are links to their part. */
  current: boolean
}

/** Steps with the state of each, as links. */
export function StepList({ wizard, preflight, current }: StepListProps) {
  const now = useNow(60_000)
  return (
    <nav className="step-list" aria-label={text.steps} data-region="steps" tabIndex={-1}>
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
                <Sign kind={signOf(step, isHere)} />
                <span className="step-list__title">
                  {index + 1}. {stepTitles[step.id]}
                </span>
                <span className="step-list__state">{wordsOf(step, wizard, preflight, now)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** An unfinished step in editing is not an error. */
function signOf({ id, state }: Step, isHere: boolean): SignKind {
  if (id === 'review' || state === 'empty') return 'none'
  if (state === 'ready') return 'ok'
  return isHere ? 'none' : 'warn'
}

function wordsOf(
  { id, state }: Step,
  { draft }: Wizard,
  preflight: Preflight | undefined,
  now: number,
): string {
  const words: string[] = [id === 'review' && state === 'ready' ? text.toSend : stepStates[state]]
  if (id === 'vehicle' && state === 'ready') words.push(...vehicleWords(draft, preflight))
  if (id === 'operation' && state === 'ready') {
    const { echo } = checkField(draft.kind, 'taxableBase', draft, now)
    if (draft.kind === 'transfer' && echo !== undefined) words.push(echo)
  }
  if (id === 'documents' && state !== 'empty') {
    const check = checkOf(preflight, 'documents')
    if (check) words.push(text.recommended(check.met, check.of))
  }
  return words.join(' · ')
}

function vehicleWords(draft: Wizard['draft'], preflight: Preflight | undefined): string[] {
  if (draft.kind === 'registration') return [`…${draft.fields.vin.trim().slice(-6).toUpperCase()}`]
  const outcome = checkOf(preflight, 'verdict')?.outcome
  return [displayPlate(draft.fields.vrm), ...(outcome ? [verdictWords(outcome).short] : [])]
}
