import type { RefObject } from 'react'
import { snoozeTimes } from '#shared/domain/snooze-times.ts'
import { snoozeText as text } from '#shared/text/app-inbox.ts'
import { Menu } from '../../design/menu.tsx'

export interface SnoozeMenuProps {
  anchor: RefObject<HTMLElement | null>
  now: number
  onChoose: (until: number) => void
  /** Another time. */
  onAsk: () => void
  onClose: () => void
}

/** Times to snooze until: usual ones, or any other. */
export function SnoozeMenu({ anchor, now, onChoose, onAsk, onClose }: SnoozeMenuProps) {
  return (
    <Menu
      label={text.menu}
      anchor={anchor}
      onClose={onClose}
      items={[
        ...snoozeTimes(now).map(({ id, at }) => ({
          id,
          label: text.times[id],
          detail: text.when(at, now),
          run: () => onChoose(at),
        })),
        { id: 'choose', label: text.choose, divided: true, run: onAsk },
      ]}
    />
  )
}
