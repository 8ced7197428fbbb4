import { CircleHelp } from 'lucide-react'
import { helpText as text } from '#shared/text/frame.ts'
import { Button } from '../../design/button.tsx'
import { openHelp } from '../../app/panel-state.ts'

export interface HelpButtonProps {
  /** Such as `incident:seizure`. */
  topic: string
  /** Name of what it explains, for screen readers. */
  name: string
  /** With its words; otherwise they are its tooltip. */
  worded?: boolean
  /** It explains the subject of the page: F1 opens it from anywhere that has no topic of its own. */
  page?: boolean
}

/** «¿Qué significa?», beside what it explains: one for each block. */
export const HelpButton = ({ topic, name, worded = false, page = false }: HelpButtonProps) => (
  <Button
    tone="plain"
    size="low"
    icon={CircleHelp}
    aria-label={text.whatIs(name)}
    title={worded ? undefined : text.what}
    data-help={topic}
    data-help-page={page ? topic : undefined}
    onClick={() => openHelp(topic)}
  >
    {worded && text.what}
  </Button>
)
