import { CircleHelp } from 'lucide-react'
import { helpText as text } from '#shared/text/frame.ts'
import { Button } from '../../design/button.tsx'
import { openHelp } from '../../app/panel-state.ts'

export interface HelpButtonProps {
  /** Help topic, such as `incident:seizure`. */
  topic: string
  /** Name of the thing that the topic explains, for screen readers. */
  name: string
  /** True to show the words in the button. Otherwise they are its tooltip. */
  worded?: boolean
  /** True if the topic is the subject of the page. F1 then opens it from any place without a topic of its own. */
  page?: boolean
}

/** Button «¿Qué significa?», beside the thing that it explains. Each block has one. */
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
