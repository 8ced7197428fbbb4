import { ChevronDown, ChevronUp, GraduationCap, Lightbulb } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingText as text } from '#shared/text/app-training.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { useRootClass } from '../../design/use-root-class.ts'
import { askTraining, foldTraining, forgetWanted, useTrainingState } from '../../ui-state/training-state.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { StepMarks } from './step-marks.tsx'
import { isTour, placeOf } from './training-actions.ts'
import { TrainingDialogs } from './training-dialogs.tsx'
import { endTitle, TrainingEnd } from './training-end.tsx'
import { TrainingStep } from './training-step.tsx'
import { usePointing } from './use-pointing.ts'
import { type TrainingActions, useTrainingActions } from './use-training-actions.ts'
import { useTrainingSaw } from './use-training-saw.ts'
import { useTrainingVoice } from './use-training-voice.ts'
import './training-bar.css'

const NOTHING = [] as const

/** The tour, or a scenario, at the foot of the window. It takes room of its own: nothing is under it. */
export function TrainingBar({ training }: { training: Training }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const folded = useTrainingState((state) => state.folded)
  const wanted = useTrainingState((state) => state.wanted)
  const actions = useTrainingActions(training)
  const [hinted, setHinted] = useState<string | null>(null)
  const { state, step, steps, title, points } = training
  const place = `${training.id} ${step}`
  const hintOpen = hinted === place
  const isOver = state === 'finished'
  const present = steps[step]?.title ?? ''
  usePointing(state === 'ready' ? points : NOTHING)
  useTrainingVoice(training)
  useRootClass('has-training')
  useTrainingSaw(training)
  useEffect(() => {
    if (!wanted) return
    forgetWanted()
    heading.current?.focus()
  }, [wanted])

  return (
    <section className="training" data-region="training" tabIndex={-1} aria-labelledby={id}>
      <div className="training__head">
        <Icon of={GraduationCap} className="training__mark" />
        <h2 ref={heading} id={id} tabIndex={-1} className="training__title" aria-label={named(training)}>
          {title}
        </h2>
        {!isOver && (
          <span className="training__place figures" aria-hidden="true">
            {text.step(placeOf(training), steps.length)}
          </span>
        )}
        <StepMarks training={training} />
        <h3 className="training__present">{isOver ? endTitle(training) : present}</h3>
        {actions.busy && <BusyLine words={text.working} />}
        <div className="training__ways">
          {!isOver && training.hint !== null && state === 'ready' && !folded && (
            <Button
              size="low"
              tone="plain"
              icon={Lightbulb}
              aria-expanded={hintOpen}
              onClick={() => setHinted(hintOpen ? null : place)}
            >
              {text.hint}
            </Button>
          )}
          {!isOver && <StepWays training={training} actions={actions} />}
          <IconButton
            icon={folded ? ChevronUp : ChevronDown}
            label={folded ? text.unfold : text.fold}
            named
            aria-expanded={!folded}
            onClick={() => foldTraining(!folded)}
          />
        </div>
      </div>
      {!folded &&
        (isOver ? (
          <TrainingEnd training={training} actions={actions} />
        ) : (
          <TrainingStep training={training} actions={actions} hintOpen={hintOpen} />
        ))}
      <TrainingDialogs training={training} />
    </section>
  )
}

const named = (training: Training) =>
  training.state === 'finished'
    ? `${text.region}: ${training.title}`
    : `${text.region}: ${training.title}. ${text.step(placeOf(training), training.steps.length)}`

interface StepWaysProps {
  training: Training
  actions: TrainingActions
}

/** Ways out of the step, and of the tour or the scenario. */
function StepWays({ training, actions }: StepWaysProps) {
  const { step, state } = training
  return (
    <>
      {/* One of each step: a press on one is none on the next. */}
      <CommitButton
        meaning={`skip ${step}`}
        size="low"
        tone="plain"
        disabled={actions.busy || state === 'preparing'}
        onClick={() => actions.next(true)}
      >
        {text.skip}
      </CommitButton>
      {isTour(training) ? (
        <Button size="low" tone="plain" disabled={actions.busy} onClick={actions.putAway}>
          {text.later}
        </Button>
      ) : (
        (['again', 'end'] as const).map((what) => (
          <Button
            key={what}
            size="low"
            tone="plain"
            disabled={actions.busy}
            onClick={() => askTraining({ what, id: training.id })}
          >
            {text[what]}
          </Button>
        ))
      )}
    </>
  )
}
