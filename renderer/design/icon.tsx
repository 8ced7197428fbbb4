import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  of: LucideIcon
  /** Additional class. */
  className?: string
}

/** Icon beside words, at the size of the text. Screen readers skip it: the words say the same. */
export function Icon({ of: Drawing, className }: IconProps) {
  return <Drawing className={className === undefined ? 'icon' : `icon ${className}`} aria-hidden="true" />
}
