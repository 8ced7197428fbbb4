import type { LucideIcon } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'

export interface WaitingBannerProps {
  icon: LucideIcon
  words: string
  /** Label of the button that shows who waits. */
  see: string
  onSee: () => void
}

/** Another PC or program waits to be let in: said over every page, and decided elsewhere. */
export const WaitingBanner = ({ icon, words, see, onSee }: WaitingBannerProps) => (
  <Banner
    icon={<Icon of={icon} />}
    actions={
      <Button size="low" onClick={onSee}>
        {see}
      </Button>
    }
  >
    <b role="status">{words}</b>
  </Banner>
)
