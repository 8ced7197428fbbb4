import { ListPlus } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { quickLookupText as text } from '#shared/text/app-quick-lookup.ts'
import { Icon } from '../../design/icon.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { KnownPlateOption, PlateOption } from '../lookup/plate-options.tsx'
import { seriesOf } from '../lookup/lookup-actions.ts'
import type { QuickOption } from './quick-options.ts'

export interface QuickRowProps {
  as: HTMLAttributes<HTMLElement>
  option: QuickOption
  selected: boolean
}

/** Option of the panel. The focus stays in the field. */
export function QuickRow({ as, option, selected }: QuickRowProps) {
  return (
    <div {...as} className="options__item" aria-selected={selected}>
      {option.kind === 'plate' && (
        <PlateOption
          vrm={option.vrm}
          does={option.repaired ? text.didYouMean : text.lookUp}
          about={option.from === '' ? seriesOf(option.vrm) : text.from(option.from)}
          selected={selected}
        />
      )}
      {option.kind === 'known' && <KnownPlateOption row={option.row} />}
      {option.kind === 'batch' && (
        <>
          <Icon of={ListPlus} />
          <b>{text.batch(option.plates)}</b>
          {selected && (
            <span className="options__end">
              <Kbd>Enter</Kbd>
            </span>
          )}
        </>
      )}
    </div>
  )
}
