import { LoaderCircle, type LucideIcon } from 'lucide-react'
import './controls.css'

export interface IconProps {
  of: LucideIcon
  /** Additional class. */
  className?: string
}

/** Icon beside words, at the size of the text. Screen readers skip the icon. */
export function Icon({ of: Drawing, className }: IconProps) {
  return <Drawing className={className === undefined ? 'icon' : `icon ${className}`} aria-hidden="true" />
}

/** Icon of a running task. The icon turns, unless the user asked for less motion. */
export const BusyIcon = () => <Icon of={LoaderCircle} className="busy-icon" />

/** Logo of Ventanilla: the band of a plate with a V. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 28 28" aria-hidden="true">
      <rect className="logo__ground" width="28" height="28" rx="6" />
      <path className="logo__stroke" d="M6 9.5 11.3 20h.9L17.5 9.5" />
      <circle className="logo__star" cx="21.8" cy="9.2" r="2.1" />
    </svg>
  )
}
