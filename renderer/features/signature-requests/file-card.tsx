import { X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { signatureRequestFileText as text, signatureRequestText } from '#shared/text/signatures.ts'
import { stateName } from '#shared/text/resources.ts'
import { shortVin } from '#shared/text/grammar.ts'
import { procedureName } from '#shared/text/labels.ts'
import { readTextField } from '#shared/domain/service-body.ts'
import type { CaseRow } from '#shared/bridge/cases.ts'
import { IconButton } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { ComboField, type ComboOption } from '../../design/fields.tsx'
import { nameWords, rowName, stateWords, typeWords } from '../cases/feature.ts'
import { useLast } from '../../app/account-change.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { LEAST_TYPED } from './signature-request-view-model.ts'

interface FileCardProps {
  procedureId: string
  onRemove?: () => void
}

/** Procedure of the request: name, state and link. */
export function FileCard({ procedureId, onRemove }: FileCardProps) {
  const { data: view, error } = useQuery('changes.get', { kind: 'procedure', id: procedureId })
  const { vrm, vin } = view?.subject ?? {}
  return (
    <div
      className={onRemove ? 'file-card file-card--removable' : 'file-card'}
      data-help={view && `state:${view.status}`}
    >
      <div className="file-card__head">
        <button
          type="button"
          className="file-card__open"
          title={text.open}
          onClick={() => openRoute({ view: 'procedure', id: procedureId })}
        >
          {vrm === undefined ? (
            // Nothing while it is read: its plate would take the place of another text.
            (view ?? error) && (
              <span className="figures clip">{vin === undefined ? procedureId : shortVin(vin)}</span>
            )
          ) : (
            <Plate vrm={vrm} size="m" />
          )}
          <span className="visually-hidden">: {text.open}</span>
        </button>
        {view && (
          <StateWord
            state={view.status}
            label={stateName('procedure', view.status, view.statusDescription)}
          />
        )}
        {onRemove && (
          <IconButton icon={X} label={text.remove} className="file-card__remove" named onClick={onRemove} />
        )}
      </div>
      <p className="small second file-card__detail">{view && detailOf(view)}</p>
    </div>
  )
}

const detailOf = ({ subject, body }: ResourceView): string =>
  [procedureName(readTextField(body, 'type'), subject.label), readTextField(body, 'invoiceNumber')]
    .filter(Boolean)
    .join(' · ')

const MOST = 6

interface FileOption extends ComboOption {
  row: CaseRow
}

interface FilePickerProps {
  label: string
  inputRef?: RefObject<HTMLInputElement | null>
  onPick: (id: string) => void
}

/** Searches the procedures of this PC by any of their data, to pick one. */
export function FilePicker({ label, inputRef, onPick }: FilePickerProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const asked = useQuery(
    'cases.find',
    wanted.length < LEAST_TYPED ? null : { text: wanted, limit: MOST },
  ).data
  const rows = useLast(asked)?.rows ?? []
  const hidesNames = useHidesNames()
  const options = wanted.length < LEAST_TYPED ? [] : rows.map((row) => optionOf(row, hidesNames))
  const none = asked !== undefined && options.length === 0 && wanted.length >= LEAST_TYPED
  return (
    <ComboField
      {...(inputRef && { ref: inputRef })}
      label={label}
      placeholder={text.placeholder}
      value={typed}
      maxLength={200}
      options={options}
      listLabel={signatureRequestText.suggestions.files}
      count={signatureRequestText.options}
      // False while the list still answers an earlier text.
      firstIsMeant={asked !== undefined}
      help={none ? text.noneFound : ''}
      onType={setTyped}
      onPick={({ row }) => {
        setTyped('')
        onPick(row.id)
      }}
    />
  )
}

function optionOf(row: CaseRow, hidesNames: boolean): FileOption {
  const { vrm } = row.subject
  const client = nameWords(row.client, '', { hidesNames, withTails: false })
  return {
    id: row.id.replaceAll(/[^A-Za-z0-9_-]/g, '-'),
    row,
    label: [vrm === undefined ? rowName(row) : '', typeWords(row), client].filter(Boolean).join(' · '),
    detail: [stateWords(row), row.invoice].filter(Boolean).join(' · '),
    ...(vrm !== undefined && { lead: <Plate vrm={vrm} size="s" /> }),
  }
}
