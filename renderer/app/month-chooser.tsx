import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths, monthOf } from '#shared/domain/calendar.ts'
import { monthChooserText as text } from '#shared/text/frame.ts'
import { Button, IconButton } from '../design/button.tsx'
import { useAt } from '../replica/use-replica.ts'
import { useAriaKeys, useKeyHint } from './key-hints.tsx'
import type { ShortcutId } from './shortcut-table.ts'
import { useShortcuts } from './shortcuts.ts'
import '../design/layout.css'

interface MonthChooserProps {
  /** Month on screen. */
  month: string
  /** Number of months after the present one that the user can choose. */
  ahead?: number
  /** Arrow keys that change the month, and the key that returns to the present one. */
  shortcuts: { month: ShortcutId; present: ShortcutId }
  /** Called with `null` for the present month. */
  onMonth: (month: string | null) => void
}

/** Month of a page, with its buttons and keys. */
export function MonthChooser({ month, ahead = 0, shortcuts, onMonth }: MonthChooserProps) {
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  const present = useAt(monthOf)
  const last = addMonths(present, ahead)
  const isPresent = month === present
  const go = (months: number) => {
    const to = addMonths(month, months)
    if (to <= last) onMonth(to === present ? null : to)
  }
  const toPresent = () => onMonth(null)
  useShortcuts({
    [shortcuts.month]: ({ key }: KeyboardEvent) => go(key === 'ArrowLeft' ? -1 : 1),
    [shortcuts.present]: !isPresent && toPresent,
  })
  return (
    <div className="month-chooser" role="group" aria-label={text.month}>
      <IconButton
        icon={ChevronLeft}
        label={text.previous}
        {...ariaKeys(shortcuts.month)}
        onClick={() => go(-1)}
      />
      <p className="month-chooser__name" role="status">
        {text.title(month)}
      </p>
      <IconButton icon={ChevronRight} label={text.next} disabled={month >= last} onClick={() => go(1)} />
      {!isPresent && (
        <Button size="low" {...hint(shortcuts.present)} onClick={toPresent}>
          {text.present}
        </Button>
      )}
    </div>
  )
}
