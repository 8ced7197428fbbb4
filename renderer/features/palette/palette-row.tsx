import { CircleHelp } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { clockOrDate } from '#shared/domain/age.ts'
import { paletteText } from '#shared/text/app-palette.ts'
import { Icon } from '../../design/icon.tsx'
import { Kbd, Keys } from '../../design/kbd.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { rowName, stateWords, typeWords } from '../cases/row-words.ts'
import { seriesOf } from '../lookup/lookup-actions.ts'
import { rowSign } from '../../design/verdict-sign.ts'
import type { PaletteItem } from './palette-items.ts'

export interface PaletteRowProps {
  as: HTMLAttributes<HTMLElement>
  item: PaletteItem
  selected: boolean
}

/** Option of the palette. The focus stays in the field; the mouse may hover and click. */
export function PaletteRow({ as, item, selected }: PaletteRowProps) {
  return (
    <div {...as} className="palette__item" aria-selected={selected}>
      {item.kind === 'plate' && <PlateOption item={item} selected={selected} />}
      {item.kind === 'known' && <KnownOption item={item} />}
      {item.kind === 'procedure' && <ProcedureOption item={item} />}
      {item.kind === 'topic' && (
        <>
          <Icon of={CircleHelp} />
          <span className="clip">{item.topic.title}</span>
          <span className="palette__end tiny muted">{item.topic.family}</span>
        </>
      )}
      {item.kind === 'command' && (
        <>
          <Icon of={item.command.Icon} />
          <span className="clip">{item.command.title}</span>
          {item.command.keys && (
            <span className="palette__end">
              <Keys keys={item.command.keys} />
            </span>
          )}
        </>
      )}
    </div>
  )
}

function PlateOption({
  item,
  selected,
}: {
  item: Extract<PaletteItem, { kind: 'plate' }>
  selected: boolean
}) {
  return (
    <>
      <Plate vrm={item.vrm} size="s" />
      <b>{item.repaired ? paletteText.didYouMean : paletteText.lookUp}</b>
      <span className="muted clip">{seriesOf(item.vrm)}</span>
      {selected && (
        <span className="palette__end">
          <Kbd>Enter</Kbd>
        </span>
      )}
    </>
  )
}

function KnownOption({ item }: { item: Extract<PaletteItem, { kind: 'known' }> }) {
  const now = useNow(60_000)
  const { kind, words, more } = rowSign(item.row)
  return (
    <>
      <Plate vrm={item.row.vrm} size="s" />
      <Sign kind={kind} />
      <span className="clip" title={more}>
        {words}
      </span>
      <span className="palette__end tiny muted">{clockOrDate(item.row.at, now)}</span>
    </>
  )
}

function ProcedureOption({ item: { row } }: { item: Extract<PaletteItem, { kind: 'procedure' }> }) {
  const { vrm } = row.subject
  return (
    <>
      {vrm === undefined ? (
        <span className="palette__vehicle second clip">{rowName(row)}</span>
      ) : (
        <Plate vrm={vrm} size="s" />
      )}
      <span className="palette__what clip">
        {typeWords(row)}
        {row.client && <span className="muted"> · {row.client}</span>}
      </span>
      <span className="palette__end">
        <StateWord state={row.status} label={stateWords(row)} />
      </span>
    </>
  )
}
