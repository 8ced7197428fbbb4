import { Signature, Store, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CaseRow } from '#shared/bridge/cases.ts'
import { personTail } from '#shared/domain/parties.ts'
import { searchMarks } from '#shared/domain/search-marks.ts'
import { signatureListText } from '#shared/text/signatures.ts'
import { paletteText } from '#shared/text/shortcuts.ts'
import { Icon } from '../../design/icon.tsx'
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
import { TAIL } from '../signature-requests/feature.ts'
import type { Find } from './finds.ts'
import { aboutPlate, KnownPlateOption, PlateOption } from './plate-options.tsx'

interface FindContentProps {
  find: Find
  selected: boolean
  typed: string
  hidesNames: boolean
}

/** Content of an option for a find. */
export function FindContent({ find, selected, typed, hidesNames }: FindContentProps): ReactNode {
  const names = { hidesNames, withTails: true }
  switch (find.kind) {
    case 'plate':
      return (
        <PlateOption
          vrm={find.vrm}
          does={find.repaired ? paletteText.didYouMean : paletteText.lookUp}
          about={aboutPlate(find.vrm)}
          selected={selected}
        />
      )
    case 'known':
      return <KnownPlateOption row={find.row} />
    case 'procedure':
      return <ProcedureOption row={find.row} typed={typed} names={names} />
    case 'person': {
      const { name, taxId, cases } = find.person
      return (
        <>
          <Icon of={UserRound} />
          <span className="clip">{nameWords(name, personTail(taxId), names)}</span>
          <span className="options__end tiny muted figures">{paletteText.cases(cases)}</span>
        </>
      )
    }
    case 'dealer': {
      const { kind, name, open } = find.dealer
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
      const { fullname, idNumber } = find.signer.fields
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
        <span className="options__vehicle second clip">{rowName(row)}</span>
      ) : (
        <Plate vrm={vrm} size="s" />
      )}
      <span className="options__what clip">
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
