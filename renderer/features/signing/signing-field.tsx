import type { ReactNode } from 'react'
import { SIGNING_FIELDS, type SigningField as FieldName } from '#shared/bridge/signing.ts'
import { checkSigningField } from '#shared/domain/signing/check-signing.ts'
import { signingText as text } from '#shared/text/app-signing.ts'
import { signingFieldLabels } from '#shared/text/signing-fields.ts'
import { ComboField, type ComboOption } from '../../design/combo-field.tsx'
import { Field } from '../../design/field.tsx'
import { FieldLine, FieldWays } from '../autosave/field-line.tsx'
import { signingFace } from './signing-face.ts'
import type { SigningOnScreen } from './use-signing.ts'

const KEYBOARDS: Readonly<Partial<Record<FieldName, 'email' | 'numeric' | 'tel'>>> = {
  zipCode: 'numeric',
  phone: 'tel',
  email: 'email',
}
/** Whether nothing would be missed without it, as the rest of the form is. */
const isOptional = ({ judged }: SigningOnScreen, name: FieldName): boolean =>
  checkSigningField(name, { ...judged, fields: { ...judged.fields, [name]: '' } }).level === 'empty'

export interface SigningFieldProps {
  name: FieldName
  signing: SigningOnScreen
  label?: string
  end?: ReactNode
}

/** What every field of the form has: its label, what is understood of it underneath, and how it is kept. */
function fieldProps({ name, signing, label }: SigningFieldProps) {
  const face = signingFace(signing.judged, name, signing.isStrict(name))
  return {
    face,
    field: {
      label: label ?? signingFieldLabels[name],
      aside: isOptional(signing, name) ? text.optional : undefined,
      value: signing.fields[name],
      maxLength: SIGNING_FIELDS[name],
      inputMode: KEYBOARDS[name],
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      'aria-invalid': face.tone === 'stop',
      help: <FieldLine face={face} />,
      onBlur: () => signing.leaveField(name),
    },
    ways: (
      <FieldWays
        face={face}
        onPut={(value) => signing.put(name, value)}
        onAccept={(what, on) => signing.form.accept(what, on)}
      />
    ),
  }
}

/** One field of a request to sign, kept as it is typed. */
export function SigningField(props: SigningFieldProps) {
  const { name, signing, end } = props
  const { field, ways } = fieldProps(props)
  return (
    <div className={`wizard-field signing-field--${name}`} data-field={name}>
      <Field {...field} end={end} onChange={(event) => signing.typeIn(name, event.target.value)} />
      {ways}
    </div>
  )
}

export interface SigningComboProps<O extends ComboOption> extends SigningFieldProps {
  options: readonly O[]
  listLabel: string
  firstIsMeant?: boolean
  opensAtOnce?: boolean
  /** How it is shown, and what is kept of what is typed: the same, unless a word of the service has one of ours. */
  shown?: string
  keep?: (typed: string) => string
  onPick: (option: O) => void
}

/** A field that is completed as one types. */
export function SigningCombo<O extends ComboOption>(props: SigningComboProps<O>) {
  const { name, signing, end, options, listLabel, firstIsMeant = false, opensAtOnce = false, onPick } = props
  const { field, ways } = fieldProps(props)
  const { keep = (typed) => typed, shown = field.value } = props
  return (
    <div className={`wizard-field signing-field--${name}`} data-field={name}>
      <ComboField
        {...field}
        value={shown}
        options={options}
        listLabel={listLabel}
        count={text.options}
        firstIsMeant={firstIsMeant}
        opensAtOnce={opensAtOnce}
        end={end}
        onType={(value) => signing.typeIn(name, keep(value))}
        onPick={onPick}
      />
      {ways}
    </div>
  )
}
