import { ChevronRight, CircleHelp, Settings, Signature, Store, Tag, UserRound } from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { CaseRow } from '#shared/bridge/cases.ts'
import { personTail } from '#shared/domain/parties.ts'
import { searchMarks } from '#shared/domain/search-marks.ts'
import { signatureListText } from '#shared/text/signatures.ts'
import { paletteText } from '#shared/text/shortcuts.ts'
import { Icon } from '../../design/icon.tsx'
import { Keys } from '../../design/kbd.tsx'
import { Plate } from '../../design/plate.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import {
  matchWords,
  nameWords,
  type NameView,
  partiesWords,
  rowName,
  stateWords,
  typeWords,
} from '../cases/feature.ts'
import { seriesOf, KnownPlateOption, PlateOption } from '../lookup/feature.ts'
import { TAIL } from '../signature-requests/feature.ts'
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
        <span className="palette__kind tiny muted">{kindWords(option.item)}</span>
      )}
    </div>
  )
}

const kindWords = (item: PaletteItem): string =>
  item.kind === 'topic' ? item.topic.family : paletteText.kinds[item.kind]

function PaletteOption({ item, selected, typed, hidesNames }: Omit<PaletteRowProps, 'as'>): ReactNode {
  const names = { hidesNames, withTails: true }
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
    case 'plate':
      return (
        <PlateOption
          vrm={item.vrm}
          does={item.repaired ? paletteText.didYouMean : paletteText.lookUp}
          about={seriesOf(item.vrm)}
          selected={selected}
        />
      )
    case 'known':
      return <KnownPlateOption row={item.row} />
    case 'procedure':
      return <ProcedureOption row={item.row} typed={typed} names={names} />
    case 'person': {
      const { name, taxId, cases } = item.person
      return (
        <>
          <Icon of={UserRound} />
          <span className="clip">{nameWords(name, personTail(taxId), names)}</span>
          <span className="options__end tiny muted figures">{paletteText.cases(cases)}</span>
        </>
      )
    }
    case 'dealer': {
      const { kind, name, open } = item.dealer
      const shown = { hidesNames: hidesNames && kind === 'client', withTails: false }
      return (
        <>
          <Icon of={Store} />
          <span className="clip">{nameWords(name, '', shown)}</span>
          <span className="options__end tiny muted figures">{paletteText.open(open)}</span>
        </>
      )
    }
    case 'signer': {
      const { fullname, idNumber } = item.signer.fields
      return (
        <>
          <Icon of={Signature} />
          <span className="clip">
            {hidesNames && fullname ? nameWords(fullname, '', names) : fullname || signatureListText.nameless}
          </span>
          <span className="options__end tiny muted figures">
            {signatureListText.tail(idNumber.slice(-TAIL))}
          </span>
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
  }
}

/** Option of a case: plate, people, vehicle and state. */
function ProcedureOption({ row, typed, names }: { row: CaseRow; typed: string; names: NameView }) {
  const { vrm } = row.subject
  const whose = whoseWords(row, typed, names)
  const [match] = row.matches ?? []
  const about = [whose, row.vehicle].filter(Boolean).join(' · ')
  return (
    <>
      {vrm === undefined ? (
        <span className="palette__vehicle second clip">{rowName(row)}</span>
      ) : (
        <Plate vrm={vrm} size="s" />
      )}
      <span className="palette__what clip">
        {typeWords(row)}
        {about && <span className="muted"> · {about}</span>}
        {match && <span className="muted"> · {matchWords(match, names)}</span>}
      </span>
      <span className="options__end">
        <StateWord state={row.status} label={stateWords(row)} />
      </span>
    </>
  )
}

/** Returns the person that matches the search, else the client, else the parties. */
function whoseWords(row: CaseRow, typed: string, names: NameView): string {
  const { client, sellerName, sellerTail, buyerName, buyerTail } = row
  const marks = searchMarks(typed)
  const people = [
    [client, ''],
    [buyerName, buyerTail],
    [sellerName, sellerTail],
  ] as const
  const asked = people.find(([name]) => marks.of(name).length > 0)
  if (asked) return nameWords(asked[0], asked[1], names)
  return client === '' ? partiesWords(row, names) : nameWords(client, '', names)
}
