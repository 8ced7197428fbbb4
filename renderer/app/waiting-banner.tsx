import type { LucideIcon } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Banner } from '../design/layout.tsx'

export interface WaitingBannerProps {
  icon: LucideIcon
  words: string
  /** Label of the button that shows the requester. */
  see: string
  onSee: () => void
}

/** Banner over every page: another PC or program waits for admission. The user decides in another screen. */
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
