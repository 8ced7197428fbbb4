import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'tone' | 'size' | 'children'> {
  icon: LucideIcon
  /** Its name for screen readers. */
  label: string
  /** Shows the name as a tooltip too. */
  named?: boolean
}

/** Plain button with an icon only. */
export const IconButton = ({ label, named = false, ...button }: IconButtonProps) => (
  <Button size="low" tone="plain" aria-label={label} title={named ? label : undefined} {...button} />
)
