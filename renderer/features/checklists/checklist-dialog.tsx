import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  DOCUMENT_PARTIES,
  type ChecklistItem,
  SIGNERS,
  type Situation,
} from '#shared/domain/procedures/checklists.ts'
import { OTHER_TYPES } from '#shared/domain/procedures/document-type.ts'
import { type DraftKind, hasOwner } from '#shared/domain/procedures/kinds.ts'
import { GENERATED_DOCUMENT_TYPES, INPUT_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { checklistDialogText as text, partyLabel, signerLabel } from '#shared/text/checklists.ts'
import { requirementLabel } from '#shared/text/fields.ts'
import { listed } from '#shared/text/grammar.ts'
import { ownDocumentLabel } from '#shared/text/labels.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field, SelectField, useFirstInvalid } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../app/announcer.tsx'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { FieldLine } from '../../app/forms/field-line.tsx'
import './checklists.css'

/** Limits of a list and of a name, as in shared/bridge/checklists.ts, which windows do not load. */
const MAX_ITEMS = 50
const MAX_NAME = 100

/** Document as typed. `label`: its name on the screen, which the program gives or the office wrote. */
interface TypedItem {
  key: string
  item: ChecklistItem
  label: string
}

interface ChecklistDialogProps {
  kind: DraftKind
  situation: Situation
  items: readonly ChecklistItem[]
  builtIn: readonly ChecklistItem[]
  /** Documents of all lists of the procedure type. */
  known: readonly ChecklistItem[]
  isOwn: boolean
  version: number
  onClose: () => void
}

/** Edits a list: documents are added, removed, renamed and moved. A save based on an older version is refused. */
export function ChecklistDialog(props: ChecklistDialogProps) {
  const { kind, situation, items, builtIn, known, isOwn, version, onClose } = props
  const { bridge } = useClient()
  const toTyped = (item: ChecklistItem): TypedItem => ({
    key: crypto.randomUUID(),
    item,
    label: requirementLabel(item.name || item.id, kind),
  })
  const [lines, setLines] = useState(() => items.map(toTyped))
  const [isDirty, setDirty] = useState(false)
  const [strict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFirstInvalid(form)
  const { task, run, forget } = useOnce<'save'>()
  const change = (next: TypedItem[]) => {
    setLines(next)
    setDirty(true)
    forget()
  }
  const set = (key: string, values: Partial<TypedItem>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...values } : line)))
  const move = (at: number, to: number) => {
    const line = lines[at]
    if (!line || to < 0 || to >= lines.length) return
    change(lines.toSpliced(at, 1).toSpliced(to, 0, line))
    announce(text.moved(line.label, to + 1, lines.length))
  }
  const add = () => {
    const item: ChecklistItem = {
      id: `o-${crypto.randomUUID()}`,
      name: '',
      types: [],
      party: 'none',
      signer: 'none',
    }
    change([...lines, { key: item.id, item, label: '' }])
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(item.id)}"] input`)?.focus(),
    )
  }
  const save = async (next: readonly ChecklistItem[] | null, said: string) => {
    const done = await run('save', () =>
      bridge.call('checklists.save', {
        kind,
        situation,
        items: next && next.map((item) => ({ ...item, types: [...item.types] })),
        version,
      }),
    )
    if (!done) return
    showToast(said)
    onClose()
  }
  const submit = () => {
    if (!isDirty) return onClose()
    setStrict(true)
    if (lines.some(({ label }) => label.trim() === '')) return focusInvalid()
    const next = lines.map((line) => readLine(line, kind))
    // A list equal to the program's is stored as none, so that a later version may improve it.
    const isBuiltIn = JSON.stringify(next) === JSON.stringify(builtIn)
    return save(isBuiltIn ? null : next, text.saved)
  }
  return (
    <FormDialog
      title={text.title(kind, situation)}
      variant="wide"
      form={form}
      dismissable={!isDirty}
      start={
        isOwn && (
          <Button
            tone="plain"
            disabled={task.state === 'busy'}
            onClick={() => void save(null, text.restored)}
          >
            {text.restore}
          </Button>
        )
      }
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second">{situation === 'person' ? text.personHelp : text.situationHelp}</p>
      {lines.length === 0 && <p className="small muted">{text.none}</p>}
      <ol className="checklist-lines">
        {lines.map((line, at) => (
          <li key={line.key} data-line={line.key}>
            <ItemFields
              kind={kind}
              line={line}
              at={at}
              of={lines.length}
              known={known}
              strict={strict}
              onChange={(values) => set(line.key, values)}
              onMove={(to) => move(at, to)}
              onRemove={() => change(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button size="low" icon={Plus} disabled={lines.length >= MAX_ITEMS} onClick={add}>
          {text.add}
        </Button>
      </div>
      {task.state === 'failed' && (
        <FailedNotice error={task.error} texts={{ 'draft-changed': { title: text.changed, advice: '' } }} />
      )}
    </FormDialog>
  )
}

/** Document of a line. A name that the user did not change stays the program's. */
function readLine({ item, label }: TypedItem, kind: DraftKind): ChecklistItem {
  const typed = label.trim()
  const isSame = typed === requirementLabel(item.name || item.id, kind)
  // A document without types is known by its name, as it is shown.
  return isSame && item.types.length > 0 ? item : { ...item, name: typed }
}

interface ItemFieldsProps {
  kind: DraftKind
  line: TypedItem
  at: number
  of: number
  known: readonly ChecklistItem[]
  strict: boolean
  onChange: (values: Partial<TypedItem>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const TYPES: readonly string[] = [
  ...INPUT_DOCUMENT_TYPES,
  ...Object.values(OTHER_TYPES),
  ...GENERATED_DOCUMENT_TYPES,
]
/** Value of the list of types for a document with several. */
const SEVERAL = 'several'

/** Values that a procedure type has, and the present one. A single party is the owner, in the place of the buyer. */
const optionsFor = <T extends string>(values: readonly T[], present: T, kind: DraftKind): readonly T[] =>
  values.filter((value) => value === present || !hasOwner(kind) || (value !== 'seller' && value !== 'both'))

function ItemFields({ kind, line, at, of, known, strict, onChange, onMove, onRemove }: ItemFieldsProps) {
  const { item, label } = line
  const set = (values: Partial<ChecklistItem>) => onChange({ item: { ...item, ...values } })
  // Several types stay together: the program knows them for this document.
  const several = [item, ...known].find(({ id, types }) => id === item.id && types.length > 1)?.types
  const value = item.types.length > 1 ? SEVERAL : (item.types[0] ?? '')
  const isNameless = strict && label.trim() === ''
  const shown = label || text.line(at + 1)
  return (
    <fieldset className="checklist-line">
      <legend className="visually-hidden">{text.line(at + 1)}</legend>
      <Field
        label={text.name}
        value={label}
        maxLength={MAX_NAME}
        aria-invalid={isNameless}
        help={isNameless && <FieldLine viewModel={{ tone: 'stop', words: text.nameMissing }} />}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <SelectField
        label={text.type}
        value={value}
        options={[
          { value: '', label: text.byName },
          ...(several
            ? [{ value: SEVERAL, label: text.severalTypes(listed(several.map(ownDocumentLabel))) }]
            : []),
          ...(value !== '' && value !== SEVERAL && !TYPES.includes(value) ? [{ value, label: value }] : []),
          ...TYPES.map((type) => ({ value: type, label: ownDocumentLabel(type) })),
        ]}
        onChange={(type) => set({ types: type === SEVERAL ? (several ?? []) : type === '' ? [] : [type] })}
      />
      <SelectField
        label={text.party}
        value={item.party}
        options={optionsFor(DOCUMENT_PARTIES, item.party, kind).map((party) => ({
          value: party,
          label: partyLabel(party, kind),
        }))}
        onChange={(party) => set({ party: party as ChecklistItem['party'] })}
      />
      <SelectField
        label={text.signer}
        value={item.signer}
        options={optionsFor(SIGNERS, item.signer, kind).map((signer) => ({
          value: signer,
          label: signerLabel(signer, kind),
        }))}
        onChange={(signer) => set({ signer: signer as ChecklistItem['signer'] })}
      />
      <span className="checklist-line__ways">
        <IconButton
          icon={ArrowUp}
          label={text.up(shown)}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={text.down(shown)}
          disabled={at === of - 1}
          onClick={() => onMove(at + 1)}
        />
        <IconButton icon={X} label={text.remove(shown)} onClick={onRemove} />
      </span>
    </fieldset>
  )
}
