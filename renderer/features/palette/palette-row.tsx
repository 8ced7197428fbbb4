import { ChevronRight, CircleHelp, Settings, Tag, UserRound } from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import { paletteText } from '#shared/text/shortcuts.ts'
import { Icon } from '../../design/icon.tsx'
import { Keys } from '../../design/kbd.tsx'
import { nameWords } from '../cases/feature.ts'
import { FindContent } from '../finds/feature.ts'
import type { PaletteItem } from './palette-items.ts'

export interface PaletteRowProps {
  as: HTMLAttributes<HTMLElement>
  item: PaletteItem
  selected: boolean
  typed: string
  hidesNames: boolean
}

/**
 * Option of the palette. Results of a search show their kind. The focus stays in the field. The mouse may hover and
 * click.
 */
export function PaletteRow({ as, ...option }: PaletteRowProps) {
  return (
    <div {...as} className="options__item" aria-selected={option.selected}>
      <PaletteOption {...option} />
      {option.item.group === undefined && (
        <span className="options__kind tiny muted">{kindWords(option.item)}</span>
      )}
    </div>
  )
}

const kindWords = (item: PaletteItem): string =>
  item.kind === 'topic' ? item.topic.family : paletteText.kinds[item.kind]

function PaletteOption({ item, ...shown }: Omit<PaletteRowProps, 'as'>): ReactNode {
  switch (item.kind) {
    case 'action': {
      const { icon, label, about, of, keys } = item.action
      const words = [about, item.group === undefined ? of : ''].filter(Boolean)
      return (
        <>
          {icon || <Icon of={ChevronRight} />}
          <span className="clip">
            {label}
            {words.length > 0 && <span className="muted"> · {words.join(' · ')}</span>}
          </span>
          <span className="options__end">{keys.length > 0 && <Keys keys={keys} />}</span>
        </>
      )
    }
    case 'label':
      return (
        <>
          <Icon of={Tag} />
          <span className="clip">{item.label}</span>
          <span className="options__end tiny muted">{paletteText.withLabel}</span>
        </>
      )
    case 'client':
      return (
        <>
          <Icon of={UserRound} />
          <span className="clip">
            {nameWords(item.client.name, '', { hidesNames: shown.hidesNames, withTails: false })}
          </span>
        </>
      )
    case 'setting':
      return (
        <>
          <Icon of={Settings} />
          <span className="clip">{item.title}</span>
        </>
      )
    case 'topic':
      return (
        <>
          <Icon of={CircleHelp} />
          <span className="clip">{item.topic.title}</span>
        </>
      )
    case 'command':
      return (
        <>
          <Icon of={item.command.Icon} />
          <span className="clip">{item.command.title}</span>
          {item.command.keys && (
            <span className="options__end">
              <Keys keys={item.command.keys} />
            </span>
          )}
        </>
      )
    default:
      return <FindContent find={item} {...shown} />
  }
}
