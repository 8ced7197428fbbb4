import { useState } from 'react'
import { MAX_BASE_ADDRESS, readBaseAddress } from '#shared/domain/base-address.ts'
import {
  addAccountText as text,
  addressHints,
  addressProblems,
  hintSentence,
} from '#shared/text/app-accounts.ts'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { Field } from '../../design/field.tsx'

/** Address of the service. Shows live the part that will be used; complains once the field is left. */
export function AddressField({
  value,
  strict,
  fixed = false,
  onChange,
}: {
  value: string
  strict: boolean
  /** An administrator fixed it. */
  fixed?: boolean
  onChange: (text: string) => void
}) {
  const [left, setLeft] = useState(false)
  const reading = readBaseAddress(value)
  const complains = strict || (left && value.trim() !== '')
  const hint = reading.ok
    ? `${text.addressRead(reading.url)}. ${hintSentence(reading.hints.map((one) => addressHints[one]))}`.trim()
    : text.addressHelp
  return (
    <Field
      label={text.address}
      value={value}
      inputMode="url"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={MAX_BASE_ADDRESS * 2}
      placeholder={text.addressPlaceholder}
      readOnly={fixed}
      help={fixed ? <FixedNote /> : hint}
      error={complains && !reading.ok ? addressProblems[reading.problem] : undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setLeft(true)}
    />
  )
}
