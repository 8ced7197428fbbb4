import { useMemo } from 'react'
import type { FigureGroup, FigureScope } from '#shared/bridge/figures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { addMonths, monthOf } from '#shared/domain/calendar.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { type FiguresState, useFiguresState } from './figures-state.ts'
import { useLast } from '../../app/account-change.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { statesOf } from './figure-models.ts'

/** Months of a period, relative to the present month (`current`). */
function periodOf({ period, year, from, to }: FiguresState, current: string): FigureScope['months'] {
  switch (period) {
    case 'month':
      return { from: current, to: current }
    case 'quarter':
      return { from: addMonths(current, -2), to: current }
    case 'twelve':
      return { from: addMonths(current, -11), to: current }
    case 'year': {
      const chosen = year ?? current.slice(0, 4)
      return { from: `${chosen}-01`, to: `${chosen}-12` }
    }
    case 'between': {
      const [first, last] = [from ?? addMonths(current, -11), to ?? current]
      // Sort the two months: the user may have chosen the later one first.
      return first <= last ? { from: first, to: last } : { from: last, to: first }
    }
  }
}

/** Answer with its question. The last drawing stays until the next answer arrives. */
function useDrawn<D>(
  { data, error }: { data: D | undefined; error: AppError | undefined },
  scope: FigureScope,
  by: FigureGroup,
) {
  const key = JSON.stringify({ scope, by })
  const answer = useMemo(
    () => data && { data, ...(JSON.parse(key) as { scope: FigureScope; by: FigureGroup }) },
    [data, key],
  )
  const last = useLast(answer)
  const isAnswered = data !== undefined || error !== undefined
  // A failure must not stay hidden behind the earlier answer.
  const shown = error !== undefined ? answer : last
  return { data: shown?.data, error, scope: shown?.scope ?? scope, by: shown?.by ?? by, isAnswered }
}

/** Scope of the figures, and the answers of the core. */
export function useFigures() {
  const state = useFiguresState()
  const current = useAt(monthOf)
  const hidesNames = useHidesNames()
  const { client, label, by } = state
  const months = periodOf(state, current)
  const scope: FigureScope = {
    months,
    ...(client !== null && { client }),
    ...(label !== null && { label }),
  }
  const choices = useQuery('figures.choices', {})
  const states = useDrawn(useQuery('figures.states', { ...scope, by }), scope, by)
  const compared = states.data ? statesOf(states.data) : []
  const clients = choices.data?.clients ?? []
  const answers = {
    procedures: useDrawn(useQuery('figures.procedures', scope), scope, by),
    states,
    incidents: useDrawn(useQuery('figures.incidents', scope), scope, by),
    verdicts: useDrawn(useQuery('figures.verdicts', { months }), scope, by),
    spending: useDrawn(useQuery('figures.spending', { months }), scope, by),
    /** State whose groups are compared. */
    status: state.status !== null && compared.includes(state.status) ? state.status : (compared[0] ?? null),
    /** Name of a client, or its number while names are hidden; '' for a group that is no client. */
    nameOf: (group: string | null): string => {
      if (group === null || states.by !== 'client') return ''
      return hidesNames ? text.hiddenClient(clients.indexOf(group) + 1) : group
    },
  }
  return { state, scope, current, clients, labels: choices.data?.labels ?? [], hidesNames, answers }
}

export type FigureAnswers = ReturnType<typeof useFigures>['answers']
