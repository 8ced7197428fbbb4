import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'

export interface OnceBannerProps {
  icon: LucideIcon
  take: string
  leave: string
  /** Both buttons put it away for good. */
  onPut: () => void
  onTake: () => void
  children: ReactNode
}

/** Offer that is made once. */
export function OnceBanner({ icon, take, leave, onPut, onTake, children }: OnceBannerProps) {
  const [isPut, setPut] = useState(false)
  if (isPut) return null
  const put = () => {
    // At once: a slow core must not leave it under a second press.
    setPut(true)
    onPut()
  }
  return (
    <Banner
      icon={<Icon of={icon} />}
      actions={
        <>
          <Button
            size="low"
            onClick={() => {
              put()
              onTake()
            }}
          >
            {take}
          </Button>
          <Button size="low" tone="plain" onClick={put}>
            {leave}
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  )
}
