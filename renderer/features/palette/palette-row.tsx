import { CircleHelp, Settings, Signature, Tag } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { signatureListText } from '#shared/text/app-signature-request.ts'
import { paletteText } from '#shared/text/app-palette.ts'
import { Icon } from '../../design/icon.tsx'
import { Keys } from '../../design/kbd.tsx'
import { Plate } from '../../design/plate.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { rowName, stateWords, typeWords } from '../cases/row-words.ts'
import { seriesOf } from '../lookup/lookup-actions.ts'
import { TAIL } from '../signature-requests/contact-cells.tsx'
import { KnownPlateOption, PlateOption } from '../lookup/plate-options.tsx'
import type { PaletteItem } from './palette-items.ts'

export interface PaletteRowProps {
  as: HTMLAttributes<HTMLElement>
  item: PaletteItem
  selected: boolean
}

/** Option of the palette. The focus stays in the field; the mouse may hover and click. */
export function PaletteRow({ as, item, selected }: PaletteRowProps) {
  return (
    <div {...as} className="options__item" aria-selected={selected}>
      {item.kind === 'plate' && (
        <PlateOption
          vrm={item.vrm}
          does={item.repaired ? paletteText.didYouMean : paletteText.lookUp}
          about={seriesOf(item.vrm)}
          selected={selected}
        />
      )}
      {item.kind === 'known' && <KnownPlateOption row={item.row} />}
      {item.kind === 'procedure' && <ProcedureOption item={item} />}
      {item.kind === 'signer' && (
        <>
          <Icon of={Signature} />
          <span className="clip">{item.signer.fields.fullname || signatureListText.nameless}</span>
          <span className="options__end tiny muted figures">
            {signatureListText.tail(item.signer.fields.idNumber.slice(-TAIL))}
          </span>
        </>
      )}
      {item.kind === 'label' && (
        <>
          <Icon of={Tag} />
          <span className="clip">{item.label}</span>
          <span className="options__end tiny muted">{paletteText.withLabel}</span>
        </>
      )}
      {item.kind === 'setting' && (
        <>
          <Icon of={Settings} />
          <span className="clip">{item.title}</span>
        </>
      )}
      {item.kind === 'topic' && (
        <>
          <Icon of={CircleHelp} />
          <span className="clip">{item.topic.title}</span>
          <span className="options__end tiny muted">{item.topic.family}</span>
        </>
      )}
      {item.kind === 'command' && (
        <>
          <Icon of={item.command.Icon} />
          <span className="clip">{item.command.title}</span>
          {item.command.keys && (
            <span className="options__end">
              <Keys keys={item.command.keys} />
            </span>
          )}
        </>
      )}
    </div>
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
      <span className="options__end">
        <StateWord state={row.status} label={stateWords(row)} />
      </span>
    </>
  )
}
