import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { Notice } from '#shared/notices/notices.ts'
import { licencesText as text } from '#shared/text/about.ts'
import { Icon } from '../../design/icon.tsx'
import { ScrollArea } from '../../design/layout.tsx'

export interface LicenceItemProps {
  notice: Notice
  /** Its text, as its authors publish it. */
  licence: string
}

/** One of the licences: its line, and its text under it once it is pressed. */
export function LicenceItem({ notice: { name, version, licence: id, home }, licence }: LicenceItemProps) {
  const [open, setOpen] = useState(false)
  const textId = useId()
  return (
    <li className="licence">
      <button
        type="button"
        className="licence__line"
        aria-expanded={open}
        aria-controls={open ? textId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={open ? ChevronDown : ChevronRight} />
        <span className="licence__name">
          {name} {version !== null && <span className="muted">{version}</span>}
        </span>
        <span className="licence__id second">{id}</span>
      </button>
      {open && (
        <div className="licence__text" id={textId}>
          {home !== null && <p className="small muted">{home}</p>}
          <ScrollArea className="licence__words small" label={text.textOf(name)} lang="en" translate="no">
            {licence}
          </ScrollArea>
        </div>
      )}
    </li>
  )
}
