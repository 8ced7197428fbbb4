import {
  ChevronDown,
  ChevronUp,
  GraduationCap,
  Lightbulb,
  CircleCheck,
  Circle,
  TriangleAlert,
} from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingText as text } from '#shared/text/frame.ts'
import { Button, CommitButton, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useRootClass } from '../../design/hooks.ts'
import {
  askTraining,
  foldTraining,
  forgetWanted,
  useTrainingState,
  type TrainingQuestion,
} from './training-state.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { StepMarks, endTitle, TrainingEnd } from './training-end.tsx'
import { isTour, stepNumber } from './training-actions.ts'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { TrainingSamples } from './training-samples.tsx'
import type { Point } from '#shared/domain/training.ts'
import { type TrainingActions, useTrainingActions, useTrainingSaw } from './use-training-actions.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { announce } from '../../app/announcer.tsx'
import './training.css'

const NOTHING = [] as const

/** Bar of the tour or of a scenario, at the foot of the window. It covers nothing. */
export function TrainingBar({ training }: { training: Training }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const wantsFolded = useTrainingState((state) => state.folded)
  const wanted = useTrainingState((state) => state.wanted)
  const actions = useTrainingActions(training)
  const [hinted, setHinted] = useState<string | null>(null)
  const { state, step, steps, title, points } = training
  const place = `${training.id} ${step}`
  const hintOpen = hinted === place
  const isOver = state === 'finished'
  // The end and a failed step need an answer of the user.
  const mayFold = !isOver && state !== 'stuck'
  const folded = wantsFolded && mayFold
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
            {text.step(stepNumber(training), steps.length)}
          </span>
        )}
        <StepMarks training={training} />
        <h3 className="training__present">{isOver ? endTitle(training) : present}</h3>
        {folded && state === 'ready' && <p className="training__brief clip">{training.text}</p>}
        {actions.busy && <BusyLine words={text.working} />}
        <div className="training__ways">
          {folded && <NextButton training={training} actions={actions} />}
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
          {mayFold && (
            <IconButton
              icon={folded ? ChevronUp : ChevronDown}
              label={folded ? text.unfold : text.fold}
              named
              aria-expanded={!folded}
              onClick={() => foldTraining(!folded)}
            />
          )}
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
    : `${text.region}: ${training.title}. ${text.step(stepNumber(training), training.steps.length)}`

interface StepWaysProps {
  training: Training
  actions: TrainingActions
}

/** Buttons that leave the step, the tour or the scenario. */
function StepWays({ training, actions }: StepWaysProps) {
  const { step, state } = training
  return (
    <>
      {/* Each step remounts this button, so that a press for one step does not skip the next. */}
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

/** Confirmation before the work in a scenario is erased. */
function TrainingDialogs({ training }: { training: Training }) {
  const asked = useTrainingState((state) => state.asked)
  if (asked?.id !== training.id) return null
  return <AskDialog what={asked.what} />
}

function AskDialog({ what }: Pick<TrainingQuestion, 'what'>) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'training'>()
  const question = text.ask[what]
  const busy = task.state === 'busy'
  const close = () => askTraining(null)
  const submit = () =>
    run('training', async () => {
      const answer = await bridge.call(what === 'again' ? 'training.again' : 'training.end', {})
      // Done even if the bar has unmounted: the erased office remounts every window.
      if (answer.ok) {
        close()
        showToast(question.done)
      }
      return answer
    })
  return (
    <ConfirmDialog
      title={question.title}
      body={question.body}
      keep={text.ask.keep}
      submit={question.submit}
      busy={busy}
      onSubmit={submit}
      onClose={close}
    >
      {busy && <BusyLine words={question.busy} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}

/** Highlights the elements with a matching `data-point`, by an attribute of the root. */
function usePointing(points: readonly Point[]) {
  const pointing = points.join(' ')
  useEffect(() => {
    const { dataset } = document.documentElement
    if (pointing === '') return
    dataset['pointing'] = pointing
    return () => void delete dataset['pointing']
  }, [pointing])
}

/** Announces ticks, new steps and the end politely, without moving the focus. */
function useTrainingVoice(training: Training) {
  const before = useRef<Training | null>(null)
  useEffect(() => {
    const words = announcement(before.current, training)
    before.current = training
    if (words !== '') announce(words)
  }, [training])
}

function announcement(before: Training | null, training: Training): string {
  const { state, step, steps, expected } = training
  const moved = before === null || before.id !== training.id || before.step !== step || before.state !== state
  if (moved) {
    if (state === 'finished') return endTitle(training)
    if (state === 'preparing') return ''
    if (state === 'stuck') return `${text.stuck} ${errorTexts[training.error?.code ?? 'internal'].title}`
    return text.announceStep(stepNumber(training), steps.length, steps[step]?.title ?? '', training.text)
  }
  const ticked = expected.filter(({ met }, index) => met && before.expected[index]?.met === false)
  return ticked.map(({ text: what }) => text.announceTick(what)).join(' ')
}

interface TrainingStepProps {
  training: Training
  actions: TrainingActions
  hintOpen: boolean
}

/** Present step: its task, the expected results, and the samples. */
function TrainingStep({ training, actions, hintOpen }: TrainingStepProps) {
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
        <NextButton training={training} actions={actions} />
      </div>
      {state === 'ready' && samples.length > 0 && <TrainingSamples key={step} types={samples} />}
    </div>
  )
}

/** Ends a step that the user ends by hand. */
function NextButton({ training: { state, step, button }, actions }: StepWaysProps) {
  if (state !== 'ready' || button === null) return null
  return (
    <CommitButton
      meaning={`next ${step}`}
      tone="primary"
      size="low"
      disabled={actions.busy}
      onClick={() => actions.next(false)}
    >
      {button}
    </CommitButton>
  )
}

function Expected({ expected }: Pick<Training, 'expected'>) {
  if (expected.length === 0) return null
  return (
    <ul className="training__expected" aria-label={text.expected}>
      {expected.map(({ text: what, met }, index) => (
        // Expected items have no id and never move.
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
