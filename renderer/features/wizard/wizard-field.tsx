import { useId } from 'react'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { FIELD_LENGTHS, REQUIRED_FIELDS } from '#shared/domain/procedures/fields.ts'
import { fieldAsides, wizardText as text } from '#shared/text/wizard.ts'
import { fieldLabels, rememberedText } from '#shared/text/fields.ts'
import { Field } from '../../design/fields.tsx'
import { PlateField } from '../../design/plate-field.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { FieldLine, FieldWays } from '../autosave/field-line.tsx'
import {
  KnownHelp,
  type KnownLine,
  KnownWords,
  UndoButton,
  useKnownLine,
} from '../known-parties/known-lines.tsx'
import { type FieldViewModel, fieldViewModel } from './field-view-model.ts'
import { leaveWizard } from './leave-wizard.ts'
import type { Wizard } from './use-wizard.ts'

interface FieldProps {
  name: FieldName
  wizard: Wizard
  /** First field of the step, which takes the focus. */
  start: boolean
}

const KEYBOARDS: Readonly<Partial<Record<FieldName, 'decimal' | 'email' | 'numeric'>>> = {
  taxableBase: 'decimal',
  userEmail: 'email',
  contractDate: 'numeric',
}

/** Field of a draft, saved as it is typed, with its interpretation underneath. */
export function WizardField({ name, wizard, start }: FieldProps) {
  const { draft, form } = wizard
  const now = useNow(60_000)
  const viewModel = fieldViewModel(draft, name, wizard.isStrict(name), now)
  const line = useMemoryLine(name, wizard)
  return (
    <div className={`wizard-field wizard-field--${name}`} data-field={name}>
      {name === 'vrm' ? (
        <PlateInput viewModel={viewModel} wizard={wizard} start={start} />
      ) : name === 'notes' ? (
        <NotesInput viewModel={viewModel} wizard={wizard} />
      ) : (
        <Field
          label={fieldLabels[name]}
          aside={asideOf(name, wizard)}
          value={draft.fields[name]}
          maxLength={FIELD_LENGTHS[name]}
          inputMode={KEYBOARDS[name]}
          autoCapitalize="off"
          spellCheck={false}
          aria-required={REQUIRED_FIELDS[draft.kind].includes(name) || undefined}
          aria-invalid={viewModel.tone === 'stop'}
          data-step-start={start || undefined}
          help={<KnownHelp line={line} viewModel={viewModel} />}
          end={
            <>
              {name === 'taxableBase' && <span className="wizard-field__unit">€</span>}
              {line.end}
            </>
          }
          onChange={(event) => wizard.type(name, event.target.value)}
          onBlur={() => wizard.leave(name)}
        />
      )}
      <FieldWays
        viewModel={viewModel}
        onPut={(value) => wizard.put(name, value)}
        onAccept={(what, on) => form.accept(what, on)}
      />
      {line.ways}
    </div>
  )
}

const MEMORY_KEYS = { undo: 'wizard.unfill', take: 'wizard.take' } as const

/** Where the field's value comes from, when the user did not type it. */
function useMemoryLine(name: FieldName, { draft, memory, fills, isStrict }: Wizard): KnownLine {
  const known = memory.partyOf(name)
  const line = useKnownLine(
    known && { name, value: draft.fields[name], known, fills, isStrict: isStrict(name), keys: MEMORY_KEYS },
  )
  if (!memory.isRemembered(name)) return line
  return {
    words: <KnownWords>{rememberedText.mark}</KnownWords>,
    end: <UndoButton label={rememberedText.clear} onUndo={() => fills.put({ userEmail: '' })} />,
    ways: null,
  }
}

/** Note beside a label: optional, or never sent. */
const asideOf = (name: FieldName, { draft }: Wizard): string | undefined =>
  fieldAsides[name] ?? (REQUIRED_FIELDS[draft.kind].includes(name) ? undefined : text.optional)

function PlateInput({
  viewModel,
  wizard,
  start,
}: {
  viewModel: FieldViewModel
  wizard: Wizard
  start: boolean
}) {
  const { draft, form } = wizard
  const id = useId()
  const understood = viewModel.tone === 'ok' ? viewModel.words : ''
  return (
    <div className="field">
      <PlateField
        // The plate field has no clickable label of its own.
        ref={(input) => {
          input?.toggleAttribute('data-step-start', start)
        }}
        label={fieldLabels.vrm}
        value={draft.fields.vrm}
        placeholder={text.platePlaceholder}
        hint={understood}
        shortcut={null}
        invalid={viewModel.tone === 'stop'}
        marks={[]}
        describedBy={id}
        maxLength={FIELD_LENGTHS.vrm}
        onChange={(value) => form.type('vrm', value)}
        // On one page Enter goes on to the next field, as in any other.
        onEnter={() => !wizard.singlePage && wizard.next()}
        onEscape={() => void leaveWizard(wizard)}
        onFocusChange={(focused) => !focused && wizard.leave('vrm')}
      />
      <p className="field__help" id={id}>
        {viewModel.tone === 'ok' ? '' : <FieldLine viewModel={viewModel} />}
      </p>
    </div>
  )
}

function NotesInput({ viewModel, wizard }: { viewModel: FieldViewModel; wizard: Wizard }) {
  const { draft, form } = wizard
  const id = useId()
  return (
    <div className="field wizard-notes">
      <label className="field__label" htmlFor={id}>
        {fieldLabels.notes}
        <span className="field__aside"> {asideOf('notes', wizard)}</span>
      </label>
      <div className="field__box">
        <textarea
          id={id}
          className="field__input"
          rows={3}
          value={draft.fields.notes}
          maxLength={FIELD_LENGTHS.notes}
          aria-invalid={viewModel.tone === 'stop'}
          aria-describedby={viewModel.words === '' ? undefined : `${id}-help`}
          onChange={(event) => form.type('notes', event.target.value)}
          onBlur={() => wizard.leave('notes')}
        />
      </div>
      {viewModel.words !== '' && (
        <p className="field__help" id={`${id}-help`}>
          <FieldLine viewModel={viewModel} />
        </p>
      )}
    </div>
  )
}
