import { type RefObject, useState } from 'react'
import type { CaseRow } from '#shared/bridge/cases.ts'
import { signatureRequestFileText as text, signatureRequestText } from '#shared/text/signatures.ts'
import { ComboField, type ComboOption } from '../../design/combo-field.tsx'
import { Plate } from '../../design/plate.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { nameWords, rowName, stateWords, typeWords } from '../cases/row-words.ts'
import { useLast } from '../cases/use-last.ts'
import { useHidesNames } from '../frame/lists.tsx'
import { LEAST_TYPED } from './contact-options.ts'

const MOST = 6

interface FileOption extends ComboOption {
  row: CaseRow
}

export interface FilePickerProps {
  label: string
  inputRef?: RefObject<HTMLInputElement | null>
  onPick: (id: string) => void
}

/** Picker of a procedure of this PC, found by any of its data. */
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
      // Not while the list answers an earlier text.
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
