import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './controls.css'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** One `primary` per view at most. */
  tone?: 'primary' | 'default' | 'plain'
  size?: 'low' | 'medium' | 'tall'
  icon?: LucideIcon | undefined
  /** Key of the same action, drawn on the button. */
  shortcut?: ReactNode
}

/**
 * Button. Native on purpose: React Aria's press handling adds a `<style>` element to the page, which the strict CSP of
 * the windows refuses.
 */
export function Button(props: ButtonProps) {
  const { tone = 'default', size = 'medium', icon, shortcut, className = '', children, ...rest } = props
  const square = children === undefined ? ' button--square' : ''
  return (
    <button
      type="button"
      {...rest}
      className={`button button--${tone} button--${size}${square} ${className}`.trim()}
    >
      {icon && <Icon of={icon} />}
      {children}
      {shortcut}
    </button>
  )
}
