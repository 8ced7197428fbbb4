import { Check, Circle, CircleDot, Minus } from 'lucide-react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingText } from '#shared/text/frame.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { openHelp } from '../../app/panel-state.ts'
import { openSettings } from '../../app/settings-state.ts'
import { Icon } from '../../design/icon.tsx'
import { isTour, tally } from './training-actions.ts'
import type { TrainingActions } from './use-training-actions.ts'

const text = trainingText.finished

export const endTitle = (training: Training) => (isTour(training) ? text.tour : text.scenario)

/** Results of the training, and how to continue. */
export function TrainingEnd({ training, actions }: { training: Training; actions: TrainingActions }) {
  const { done, skipped } = tally(training)
  const tour = isTour(training)
  return (
    <div className="training__body">
      <div className="training__words">
        <p className="second">
          {text.done(done, training.steps.length, skipped)} {tour ? text.tourNext : text.scenarioNext}
        </p>
      </div>
      <div className="training__side">
        {tour ? (
          <>
            <Button size="low" tone="primary" onClick={() => openSettings('training')}>
              {text.scenarios}
            </Button>
            <Button size="low" onClick={() => openHelp(null)}>
              {text.help}
            </Button>
            <Button size="low" tone="plain" disabled={actions.busy} onClick={actions.end}>
              {text.close}
            </Button>
          </>
        ) : (
          <>
            <CommitButton
              meaning="back"
              size="low"
              tone="primary"
              disabled={actions.busy}
              onClick={actions.end}
            >
              {trainingText.back}
            </CommitButton>
            <CommitButton meaning="again" size="low" disabled={actions.busy} onClick={actions.again}>
              {trainingText.again}
            </CommitButton>
          </>
        )}
      </div>
      <ol className="training__done">
        {training.steps.map(({ title }, index) => (
          // Steps have no id and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <MarkIcon mark={markOf(training, index)} />
            {title}
          </li>
        ))}
      </ol>
    </div>
  )
}

const ICONS = { done: Check, skipped: Minus, present: CircleDot, later: Circle }
type StepMark = keyof typeof ICONS

function markOf({ state, step, steps }: Training, index: number): StepMark {
  if (index < step || state === 'finished') return steps[index]?.skipped ? 'skipped' : 'done'
  return index === step ? 'present' : 'later'
}

/** Small marks of the steps. Each result has its own shape. */
export function StepMarks({ training }: { training: Training }) {
  const { done, skipped } = tally(training)
  return (
    <span className="training__marks" role="img" aria-label={trainingText.progress(done, skipped)}>
      {training.steps.map(({ title }, index) => {
        const mark = markOf(training, index)
        return (
          // Steps have no id and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <span
            key={index}
            className={`step-mark step-mark--${mark}`}
            title={`${title}: ${trainingText.marks[mark]}`}
          >
            <Icon of={ICONS[mark]} />
          </span>
        )
      })}
    </span>
  )
}

const MarkIcon = ({ mark }: { mark: StepMark }) => (
  <span className={`step-mark step-mark--${mark}`}>
    <Icon of={ICONS[mark]} />
    <span className="visually-hidden">{trainingText.marks[mark]}: </span>
  </span>
)
