import type { DraftRow } from '#shared/bridge/procedures.ts'
import { draftListText as text } from '#shared/text/outbox.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { Plate } from '../../design/plate.tsx'
import { nameWords } from '../cases/row-words.ts'
import { useHidesNames } from '../frame/lists.tsx'

/** Subject of a draft: plate or end of the chassis number, kind, and client. */
export function DraftSubject({ row: { vrm, vin, kind, client } }: { row: DraftRow }) {
  const shown = nameWords(client, '', { hidesNames: useHidesNames(), withTails: false })
  return (
    <>
      <span className="draft-subject__vehicle">
        {vrm !== undefined ? (
          <Plate vrm={vrm} size="s" />
        ) : vin !== undefined ? (
          <span className="second figures">…{vin.slice(-6)}</span>
        ) : (
          <span className="muted">{text.noVehicle}</span>
        )}
      </span>
      <span className="draft-subject__kind">
        {procedureKindLabels[kind]}
        {shown !== '' && <span className="muted"> · {shown}</span>}
      </span>
    </>
  )
}
