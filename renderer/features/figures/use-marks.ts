import { type KeyboardEvent, type MouseEvent, type FocusEvent, useRef, useState } from 'react'
import type { FigureTarget } from '#shared/domain/figures.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { keepFiguresState } from './figures-state.ts'
import { setHistoryScope } from '../history/feature.ts'
import { showCases } from '../cases/feature.ts'
import { openRoute } from '../../app/route.ts'

/** Part of a drawing with a value and a link. */
export interface Mark {
  /** Id of the mark. It also finds the mark on return. */
  id: string
  label: string
  opens?: FigureTarget | undefined
  column: number
  row: number
}

/**
 * Keys and pointer for the marks of a drawing. One mark is the tab stop, and the arrows move among the marks by
 * columns and rows.
 */
export function useMarks(marks: readonly Mark[]) {
  const group = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const active = marks.some(({ id }) => id === current) ? current : (marks[0]?.id ?? null)
  const markOf = (target: EventTarget | null): Mark | undefined => {
    const id =
      target instanceof Element ? target.closest<SVGElement>('[data-mark]')?.dataset['mark'] : undefined
    return marks.find((mark) => mark.id === id)
  }
  const words = (mark: Mark) => [mark.label, targetWords(mark.opens)].filter(Boolean).join('. ')
  const open = (mark: Mark) => mark.opens && openTarget(mark.opens, mark.id)
  const focus = (mark: Mark | undefined) => {
    if (!mark) return
    setCurrent(mark.id)
    group.current?.querySelector<SVGElement>(`[data-mark="${CSS.escape(mark.id)}"]`)?.focus()
  }

  return {
    group,
    /** Text of the mark under the pointer or with the focus. */
    said,
    groupProps: {
      onKeyDown(event: KeyboardEvent) {
        const mark = markOf(event.target)
        if (!mark || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          // A held key opens the mark only once.
          if (!event.repeat) open(mark)
          return
        }
        const next = nextMark(marks, mark, event.key)
        if (next === null) return
        event.preventDefault()
        event.stopPropagation()
        focus(next)
      },
      onClick(event: MouseEvent) {
        const mark = markOf(event.target)
        if (mark) open(mark)
      },
      onPointerOver(event: MouseEvent) {
        const mark = markOf(event.target)
        setSaid(mark ? words(mark) : null)
      },
      onPointerLeave: () => setSaid(null),
      onFocus(event: FocusEvent) {
        const mark = markOf(event.target)
        if (!mark) return
        setCurrent(mark.id)
        setSaid(words(mark))
      },
      onBlur: () => setSaid(null),
    },
    markProps: (mark: Mark) => ({
      'data-mark': mark.id,
      role: mark.opens ? 'button' : 'img',
      'aria-label': words(mark),
      tabIndex: mark.id === active ? 0 : -1,
    }),
  }
}

/** Nearest mark in the direction of a key; `undefined` if there is none. `null` for a key that does not move. */
function nextMark(marks: readonly Mark[], from: Mark, key: string): Mark | undefined | null {
  const nearest = (some: readonly Mark[], distance: (mark: Mark) => number) =>
    some.toSorted((a, b) => distance(a) - distance(b))[0]
  const aside = (side: number) =>
    nearest(
      marks.filter(({ column }) => (column - from.column) * side > 0),
      ({ column, row }) => Math.abs(column - from.column) * 1_000 + Math.abs(row - from.row),
    )
  const along = (side: number) =>
    nearest(
      marks.filter(({ column, row }) => column === from.column && (row - from.row) * side > 0),
      ({ row }) => Math.abs(row - from.row),
    ) ??
    nearest(
      marks.filter(({ row }) => (row - from.row) * side > 0),
      ({ column, row }) => Math.abs(row - from.row) * 1_000 + Math.abs(column - from.column),
    )
  switch (key) {
    case 'ArrowRight':
      return aside(1)
    case 'ArrowLeft':
      return aside(-1)
    case 'ArrowUp':
      return along(-1)
    case 'ArrowDown':
      return along(1)
    case 'Home':
      return marks[0]
    case 'End':
      return marks.at(-1)
    default:
      return null
  }
}

/**
 * Shows what a figure counts: procedures in Expedientes, reports in the history.
 * @param mark mark that gets the focus on return
 */
export function openTarget(target: FigureTarget, mark: string): void {
  keepFiguresState({ last: mark })
  if (target.kind === 'cases') {
    showCases(target.filter)
  } else {
    setHistoryScope(target.scope)
    openRoute({ view: 'lookup-history' })
  }
}

/** Text such as «Abre 12 expedientes»; '' if nothing opens. */
export const targetWords = (target: FigureTarget | undefined): string =>
  target === undefined ? '' : text.opens[target.kind](target.n)
