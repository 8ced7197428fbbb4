import { Printer } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { viewTitles } from '#shared/text/app.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { Button } from '../../design/button.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/handlers.ts'
import { alsoForget } from '../../ui-state/account-change.ts'
import { figuresState, keepFiguresState, resetFiguresState } from '../../ui-state/page-states.ts'
import { openRoute } from '../../ui-state/route.ts'
import { ProcedurePlaces } from '../cases/places.tsx'
import { Page } from '../frame/page.tsx'
import {
  IncidentsDrawing,
  ProceduresDrawing,
  SpendingDrawing,
  StatesDrawing,
  VerdictsDrawing,
} from './drawings.tsx'
import { FigureTools } from './figure-tools.tsx'
import { FiguresPrint } from './figures-print.tsx'
import { useFigures } from './use-figures.ts'
import './figures.css'

/** Cifras: how much, how long, how much was spent; every number leads to what it counts. */
export function FiguresPage() {
  const { now } = useClient()
  const figures = useFigures()
  const { answers } = figures
  const [printing, setPrinting] = useState<number | null>(null)
  const printed = useCallback(() => setPrinting(null), [])
  const hint = useKeyHint()
  const parts = [answers.procedures, answers.states, answers.incidents, answers.verdicts, answers.spending]
  const isRead = parts.every(({ isAnswered }) => isAnswered)
  const print = () => isRead && setPrinting(now())
  useShortcuts({
    'figures.print': print,
    'figures.up': () => openRoute({ view: 'procedures' }),
  })
  useEffect(() => alsoForget(resetFiguresState), [])
  // Coming back, the mark that was opened takes the focus.
  const [returnsTo] = useState(() => figuresState().last)
  useEffect(() => {
    if (!isRead || returnsTo === null || figuresState().last === null) return
    keepFiguresState({ last: null })
    const mark = document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(returnsTo)}"]`)
    if (isFocusNowhere()) mark?.focus()
  }, [isRead, returnsTo])
  return (
    <Page
      title={viewTitles.figures}
      landing={returnsTo === null}
      actions={
        <Button size="low" icon={Printer} disabled={!isRead} {...hint('figures.print')} onClick={print}>
          {text.print}
        </Button>
      }
    >
      <div className="figures-page">
        <ProcedurePlaces where="page" />
        <FigureTools {...figures} />
        <ProceduresDrawing answers={answers} />
        <StatesDrawing answers={answers} />
        <IncidentsDrawing answers={answers} />
        <VerdictsDrawing answers={answers} />
        <SpendingDrawing answers={answers} />
      </div>
      {printing !== null && <FiguresPrint figures={figures} at={printing} onDone={printed} />}
    </Page>
  )
}
