import type { RefObject } from 'react'
import { snoozeTimes } from '#shared/domain/snooze-times.ts'
import { snoozeText as text } from '#shared/text/app-inbox.ts'
import { Menu } from '../../design/menu.tsx'

export interface SnoozeMenuProps {
  anchor: RefObject<HTMLElement | null>
  now: number
  onChoose: (until: number) => void
  /** Another moment than these. */
  onAsk: () => void
  onClose: () => void
}

/** Until when to put it off: the moments of a desk, or any other. */
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
