import { ChevronRight } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import '../../design/list.css'

export interface CrumbProps {
  /** Short name of the target; full name in `title`. */
  name: string
  title: string
  onOpen: () => void
}

/** Link one level up, left of a page's title. */
export function UpCrumb({ name, title, onOpen }: CrumbProps) {
  return (
    <button type="button" className="crumb" title={title} onClick={onOpen}>
      {name}
      <Icon of={ChevronRight} />
    </button>
  )
}
