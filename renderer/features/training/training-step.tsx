import { CircleCheck, Circle, TriangleAlert } from 'lucide-react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingText as text } from '#shared/text/app-training.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { BusyLine } from '../frame/task-notice.tsx'
import { TrainingSamples } from './training-samples.tsx'
import type { TrainingActions } from './use-training-actions.ts'

export interface TrainingStepProps {
  training: Training
  actions: TrainingActions
  hintOpen: boolean
}

/** The present step: what to do, what is expected, and the samples for it. */
export function TrainingStep({ training, actions, hintOpen }: TrainingStepProps) {
  const { state, step, samples } = training
  return (
    <div className="training__body">
      <div className="training__words">
        <p className="second">{training.text}</p>
        {hintOpen && training.hint !== null && state === 'ready' && (
          <p className="training__hint">{training.hint}</p>
        )}
      </div>
      <div className="training__side">
        {state === 'preparing' ? (
          <BusyLine words={text.preparing} />
        ) : state === 'stuck' ? (
          <Stuck training={training} actions={actions} />
        ) : (
          <Expected expected={training.expected} />
        )}
        {state === 'ready' && training.button !== null && (
          <CommitButton
            meaning={`next ${step}`}
            tone="primary"
            size="low"
            disabled={actions.busy}
            onClick={() => actions.next(false)}
          >
            {training.button}
          </CommitButton>
        )}
      </div>
      {state === 'ready' && samples.length > 0 && <TrainingSamples key={step} types={samples} />}
    </div>
  )
}

function Expected({ expected }: Pick<Training, 'expected'>) {
  if (expected.length === 0) return null
  return (
    <ul className="training__expected" aria-label={text.expected}>
      {expected.map(({ text: what, met }, index) => (
        // They have no id and never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={met ? 'expected expected--met' : 'expected'}>
          <Icon of={met ? CircleCheck : Circle} />
          <span>
            <span className="visually-hidden">{met ? text.met : text.unmet} </span>
            {what}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Stuck({ training, actions }: Pick<TrainingStepProps, 'training' | 'actions'>) {
  const words = errorTexts[training.error?.code ?? 'internal']
  return (
    <div className="training__stuck">
      <Icon of={TriangleAlert} />
      <p>
        <b>{text.stuck}</b> {words.title}
      </p>
      <Button size="low" tone="primary" disabled={actions.busy} onClick={actions.retry}>
        {text.retry}
      </Button>
    </div>
  )
}
