import type { FigureTarget } from '#shared/domain/figure-targets.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { keepFiguresState, setHistoryScope, setFilter } from '../../ui-state/page-states.ts'
import { openRoute } from '../../ui-state/route.ts'
import { ALL_VIEW } from '../cases/views.ts'

/**
 * Shows what a figure counts: procedures in Expedientes, reports in the history.
 * @param mark where the focus is to be on return
 */
export function openTarget(target: FigureTarget, mark: string): void {
  keepFiguresState({ last: mark })
  if (target.kind === 'cases') {
    setFilter(ALL_VIEW, target.filter)
    openRoute({ view: 'procedures' })
  } else {
    setHistoryScope(target.scope)
    openRoute({ view: 'lookup-history' })
  }
}

/** «Abre 12 expedientes»; '' where nothing opens. */
export const targetWords = (target: FigureTarget | undefined): string =>
  target === undefined ? '' : text.opens[target.kind](target.n)
