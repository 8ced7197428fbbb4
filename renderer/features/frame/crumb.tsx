import { ChevronRight } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import './crumb.css'

export interface CrumbProps {
  /** Where it goes, in a word; and in full. */
  name: string
  title: string
  onOpen: () => void
}

/** One level up, at the left of a page's title. */
export function UpCrumb({ name, title, onOpen }: CrumbProps) {
  return (
    <button type="button" className="crumb" title={title} onClick={onOpen}>
      {name}
      <Icon of={ChevronRight} />
    </button>
  )
}
