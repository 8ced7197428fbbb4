import { Check, Circle, CircleDot, Minus } from 'lucide-react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingText as text } from '#shared/text/frame.ts'
import { Icon } from '../../design/icon.tsx'
import { tally } from './training-actions.ts'

const ICONS = { done: Check, skipped: Minus, present: CircleDot, later: Circle }
export type StepMark = keyof typeof ICONS

export function markOf({ state, step, steps }: Training, index: number): StepMark {
  if (index < step || state === 'finished') return steps[index]?.skipped ? 'skipped' : 'done'
  return index === step ? 'present' : 'later'
}

/** The steps, in small: each by its shape. */
export function StepMarks({ training }: { training: Training }) {
  const { done, skipped } = tally(training)
  return (
    <span className="training__marks" role="img" aria-label={text.progress(done, skipped)}>
      {training.steps.map(({ title }, index) => {
        const mark = markOf(training, index)
        return (
          // Steps have no id and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <span
            key={index}
            className={`step-mark step-mark--${mark}`}
            title={`${title}: ${text.marks[mark]}`}
          >
            <Icon of={ICONS[mark]} />
          </span>
        )
      })}
    </span>
  )
}

export const MarkIcon = ({ mark }: { mark: StepMark }) => (
  <span className={`step-mark step-mark--${mark}`}>
    <Icon of={ICONS[mark]} />
    <span className="visually-hidden">{text.marks[mark]}: </span>
  </span>
)
