import type { ReactNode } from 'react'
import {
  SIGNATURE_REQUEST_FIELDS,
  type SignatureRequestField as FieldName,
} from '#shared/domain/signature-requests/fields.ts'
import { checkSignatureRequestField } from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureRequestText as text } from '#shared/text/signatures.ts'
import { signatureRequestFieldLabels, knownText } from '#shared/text/fields.ts'
import { ComboField, type ComboOption, Field } from '../../design/fields.tsx'
import { KnownHelp, useKnownLine } from '../known-parties/known-lines.tsx'
import { FieldWays } from '../autosave/field-line.tsx'
import { signatureRequestViewModel } from './signature-request-view-model.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

const KEYBOARDS: Readonly<Partial<Record<FieldName, 'email' | 'numeric' | 'tel'>>> = {
  zipCode: 'numeric',
  phone: 'tel',
  email: 'email',
}
const MEMORY_KEYS = { undo: 'signature-requests.unfill', take: 'signature-requests.take' } as const

/** True if the field may be left empty, as the rest of the form is. */
const isOptional = ({ judged }: SignatureRequestOnScreen, name: FieldName): boolean =>
  checkSignatureRequestField(name, { ...judged, fields: { ...judged.fields, [name]: '' } }).level === 'empty'

export interface SignatureRequestFieldProps {
  name: FieldName
  signatureRequest: SignatureRequestOnScreen
  label?: string
  end?: ReactNode
}

/** Common props of the form's fields: label, interpretation underneath, and autosave. */
function useFieldProps({ name, signatureRequest, label, end }: SignatureRequestFieldProps) {
  const viewModel = signatureRequestViewModel(signatureRequest.judged, name, signatureRequest.isStrict(name))
  const line = useKnownLine({
    name,
    value: signatureRequest.fields[name],
    known: signatureRequest.party,
    fills: signatureRequest.fills,
    isStrict: signatureRequest.isStrict(name),
    choose: knownText.choose[name],
    keys: MEMORY_KEYS,
  })
  return {
    viewModel,
    end: (
      <>
        {/* Its origin is said under the field. */}
        {line.end ?? end}
      </>
    ),
    field: {
      label: label ?? signatureRequestFieldLabels[name],
      aside: isOptional(signatureRequest, name) ? text.optional : undefined,
      value: signatureRequest.fields[name],
      maxLength: SIGNATURE_REQUEST_FIELDS[name],
      inputMode: KEYBOARDS[name],
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      'aria-invalid': viewModel.tone === 'stop',
      help: <KnownHelp line={line} viewModel={viewModel} />,
      onBlur: () => signatureRequest.leaveField(name),
    },
    ways: (
      <>
        <FieldWays
          viewModel={viewModel}
          onPut={(value) => signatureRequest.put(name, value)}
          onAccept={(what, on) => signatureRequest.form.accept(what, on)}
        />
        {line.ways}
      </>
    ),
  }
}

/** Field of a request, saved as it is typed. */
export function SignatureRequestField(props: SignatureRequestFieldProps) {
  const { name, signatureRequest } = props
  const { field, ways, end } = useFieldProps(props)
  return (
    <div className={`wizard-field signature-request-field--${name}`} data-field={name}>
      <Field {...field} end={end} onChange={(event) => signatureRequest.typeIn(name, event.target.value)} />
      {ways}
    </div>
  )
}

export interface SignatureRequestComboProps<O extends ComboOption> extends SignatureRequestFieldProps {
  options: readonly O[]
  listLabel: string
  firstIsMeant?: boolean
  opensAtOnce?: boolean
  /** `shown` and `keep` translate between text and stored value, for a code of the service with a label of ours. */
  shown?: string
  keep?: (typed: string) => string
  onPick: (option: O) => void
}

/** Field with completion. */
export function SignatureRequestCombo<O extends ComboOption>(props: SignatureRequestComboProps<O>) {
  const {
    name,
    signatureRequest,
    options,
    listLabel,
    firstIsMeant = false,
    opensAtOnce = false,
    onPick,
  } = props
  const { field, ways, end } = useFieldProps(props)
  const { keep = (typed) => typed, shown = field.value } = props
  return (
    <div className={`wizard-field signature-request-field--${name}`} data-field={name}>
      <ComboField
        {...field}
        value={shown}
        options={options}
        listLabel={listLabel}
        count={text.options}
        firstIsMeant={firstIsMeant}
        opensAtOnce={opensAtOnce}
        end={end}
        onType={(value) => signatureRequest.typeIn(name, keep(value))}
        onPick={onPick}
      />
      {ways}
    </div>
  )
}
