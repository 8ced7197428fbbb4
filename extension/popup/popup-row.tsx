import type { HTMLAttributes } from 'react'
import { clockOrDate } from '#shared/domain/age.ts'
import { popupText as text } from '#shared/text/extension.ts'
import { Kbd } from '#renderer/design/kbd.tsx'
import { Plate } from '#renderer/design/plate.tsx'
import { Sign } from '#renderer/design/sign.tsx'
import { summaryRow } from '../pages/verdict-of-summary.ts'
import { useNow } from '../pages/use-now.ts'
import type { PopupOption, RecentRow } from './popup-options.ts'

export interface PopupRowProps {
  as: HTMLAttributes<HTMLElement>
  option: PopupOption
  selected: boolean
}

/** Option of the popup's list. The focus stays in the field. */
export function PopupRow({ as, option, selected }: PopupRowProps) {
  return (
    <div {...as} className="options__item" aria-selected={selected}>
      <Plate vrm={option.vrm} size="s" />
      {option.kind === 'recent' ? (
        <Recent row={option.row} />
      ) : (
        <>
          <span className="clip second">{text.lookUp}</span>
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

function Recent({ row }: { row: RecentRow }) {
  const now = useNow(60_000)
  const { kind, words, more } = summaryRow(row)
  return (
    <>
      <Sign kind={kind} />
      <span className="clip" title={more}>
        {words}
      </span>
      <span className="options__end tiny muted">{clockOrDate(row.at, now)}</span>
    </>
  )
}
