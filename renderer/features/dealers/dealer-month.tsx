import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths, monthOf } from '#shared/domain/months.ts'
import { dealerText as text } from '#shared/text/app-dealers.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { useAriaKeys, useKeyHint } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { setBoardMonth } from './dealers-state.ts'

export interface DealerMonthProps {
  id: string
  /** Month on screen. */
  month: string
  isPresent: boolean
}

/** The month of a board, with its keys. There is nothing of a month to come. */
export function DealerMonth({ id, month, isPresent }: DealerMonthProps) {
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  const present = useAt(monthOf)
  const go = (months: number) => {
    const to = addMonths(month, months)
    if (to <= present) setBoardMonth(id, to === present ? null : to)
  }
  const toPresent = () => setBoardMonth(id, null)
  useShortcuts({
    'dealer.month': ({ key }) => go(key === 'ArrowLeft' ? -1 : 1),
    'dealer.present': !isPresent && toPresent,
  })
  return (
    <div className="dealer__month" role="group" aria-label={text.month}>
      <IconButton
        icon={ChevronLeft}
        label={text.previous}
        {...ariaKeys('dealer.month')}
        onClick={() => go(-1)}
      />
      <p className="dealer__month-name" role="status">
        {text.monthTitle(month)}
      </p>
      <IconButton icon={ChevronRight} label={text.next} disabled={isPresent} onClick={() => go(1)} />
      {!isPresent && (
        <Button size="low" {...hint('dealer.present')} onClick={toPresent}>
          {text.present}
        </Button>
      )}
    </div>
  )
}
