import { useEffect, useRef } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import { trainingText as text } from '#shared/text/app-training.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { announce } from '../../ui-state/announcer.ts'
import { placeOf } from './training-actions.ts'
import { endTitle } from './training-end.tsx'

/** Announces ticks, new steps and the end politely, without moving the focus. */
export function useTrainingVoice(training: Training) {
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
    return text.announceStep(placeOf(training), steps.length, steps[step]?.title ?? '', training.text)
  }
  const ticked = expected.filter(({ met }, index) => met && before.expected[index]?.met === false)
  return ticked.map(({ text: what }) => text.announceTick(what)).join(' ')
}
