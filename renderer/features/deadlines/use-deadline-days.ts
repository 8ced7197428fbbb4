import { useEffect, useRef } from 'react'
import { addDays, isoDay, mondayOf } from '#shared/domain/iso-day.ts'
import { longDay, weekText } from '#shared/text/app-deadline-calendar.ts'
import { useAt } from '../../replica/use-replica.ts'
import { NOT_MINE } from '../../shortcuts/start-shortcuts.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { deadlinesState, keepDeadlinesState, useDeadlinesState } from '../../ui-state/deadlines-state.ts'

const WEEK = 7

/** The days on screen, the chosen one among them, and the keys that move between them. */
export function useDeadlineDays() {
  const { range, day } = useDeadlinesState()
  const today = useAt(isoDay)
  const chosen = day ?? today
  const first = range === 'week' ? mondayOf(chosen) : chosen
  const days = Array.from({ length: range === 'week' ? WEEK : 1 }, (_, index) => addDays(first, index))
  const last = days.at(-1) ?? first
  /** A key moved to another day, whose heading takes the focus once it is there. */
  const follows = useRef(false)
  useEffect(() => {
    const heading = follows.current && document.querySelector<HTMLElement>(`[data-day="${chosen}"]`)
    if (!heading) return
    follows.current = false
    heading.focus()
  })
  const go = (to: string | null, byKey = false) => {
    follows.current = byKey
    keepDeadlinesState({ day: to === today ? null : to })
  }
  const by = (amount: number, byKey = false) => go(addDays(deadlinesState().day ?? today, amount), byKey)

  useShortcuts({
    'deadlines.day': ({ key, target }) =>
      isRadio(target) ? NOT_MINE : by(key === 'ArrowLeft' ? -1 : 1, true),
    'deadlines.week': ({ key }) => by(key === 'PageUp' ? -WEEK : WEEK, true),
    'deadlines.today': () => go(null, true),
    'deadlines.move': ({ key, target }) =>
      isRadio(target) ? NOT_MINE : moveEntry(key === 'ArrowUp' || key === 'k' ? -1 : 1, chosen),
  })
  return {
    range,
    chosen,
    days,
    from: first,
    to: last,
    title: range === 'week' ? weekText(first, last) : longDay(chosen),
    isNow: days.includes(today),
    show: (next: typeof range) => keepDeadlinesState({ range: next }),
    today: () => go(null),
    previous: () => by(range === 'week' ? -WEEK : -1),
    next: () => by(range === 'week' ? WEEK : 1),
    /** To a day whose heading takes the focus. */
    goTo: (to: string) => go(to, true),
  }
}

/** Arrows choose among radio buttons. */
const isRadio = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'radio'

/** Next or previous entry of the page; without one in focus, the first from the chosen day on. */
function moveEntry(step: 1 | -1, chosen: string): void {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-deadline]')]
  const here = entries.indexOf(document.activeElement as HTMLElement)
  if (here >= 0) return entries[here + step]?.focus()
  const places = [...document.querySelectorAll(`[data-day="${chosen}"], [data-deadline]`)]
  const heading = places.findIndex((place) => place.hasAttribute('data-day'))
  const after = (entry: Element): boolean => heading >= 0 && places.indexOf(entry) > heading
  const next = step === 1 ? entries.find(after) : entries.findLast((entry) => !after(entry))
  ;(next ?? entries[0])?.focus()
}
