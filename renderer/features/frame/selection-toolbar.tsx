import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../design/button.tsx'
import { useRootClass } from '../../design/hooks.ts'
import '../../design/list.css'

export interface SelectionToolbarProps {
  label: string
  /** How many are picked, in words. */
  amount: string
  clear: string
  onClear: () => void
  children: ReactNode
}

/** Actions on the picked rows of a list. It floats over the list, and F6 comes here first while there are any. */
export function SelectionToolbar({ label, amount, clear, onClear, children }: SelectionToolbarProps) {
  useRootClass('has-selection-bar')
  return (
    <div className="selection-bar" role="toolbar" aria-label={label} data-region="selection" tabIndex={-1}>
      <b className="selection-bar__amount">{amount}</b>
      {children}
      <IconButton icon={X} label={clear} named onClick={onClear} />
    </div>
  )
}
