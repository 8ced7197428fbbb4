import { useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Menu, type MenuItem } from './menu.tsx'

export interface MenuButtonProps extends Omit<
  ButtonProps,
  'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded'
> {
  /** Name of the menu, and of a button that has an icon only. */
  label: string
  items: readonly MenuItem[]
}

/** Small plain button with a menu that opens under it. */
export function MenuButton({ label, items, ...button }: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const name = button.children === undefined && { 'aria-label': label, title: label }
  return (
    <>
      <Button
        tone="plain"
        size="low"
        {...name}
        {...button}
        ref={anchor}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <Menu label={label} items={items} anchor={anchor} onClose={() => setIsOpen(false)} />}
    </>
  )
}
