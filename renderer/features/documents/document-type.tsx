import { ChevronDown, FileWarning, Info } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { UNKNOWN_TYPE } from '#shared/domain/procedures/document-type.ts'
import { INPUT_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { documentsText, guessReasons, recognitionText, readingTexts } from '#shared/text/documents.ts'
import { ownDocumentLabel, documentLabel } from '#shared/text/labels.ts'
import type { DocumentReading } from '#shared/domain/procedures/document-file.ts'
import { Button } from '../../design/button.tsx'
import { fieldKeys } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu } from '../../design/menu.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { announce } from '../../app/announcer.tsx'

const MAX_TYPE = 100

/**
 * Digit key of each usual document type. The key gives this type to the focused document. The digits never change, so
 * that users learn them. `renderer/app/shortcut-table.ts` has the same keys.
 */
const QUICK_TYPES = {
  '1': 'national_id',
  '2': 'foreigner_id',
  '3': 'tax_id',
  '4': 'veh_registration_cert',
  '5': 'technical_sheet',
  '6': 'sales_agreement',
  '7': 'invoice',
  '8': 'representation_auth',
  '9': 'power_of_attorney',
  '0': UNKNOWN_TYPE,
} as const
type QuickDigit = keyof typeof QUICK_TYPES

const quickType = (key: string): string | undefined =>
  Object.hasOwn(QUICK_TYPES, key) ? QUICK_TYPES[key as QuickDigit] : undefined

function QuickKey({ type }: { type: string }) {
  const key = Object.entries(QUICK_TYPES).find(([, one]) => one === type)?.[0]
  return key === undefined ? null : <Kbd>{key}</Kbd>
}

interface DocumentTypeProps {
  document: Pick<DraftDocument, 'name' | 'type' | 'guessed' | 'reason'>
  /** Types that the checklist asks for besides the usual ones. */
  more?: readonly string[] | undefined
  /** True if the digit keys of the row give the document a type. */
  quick?: boolean
  /** Absent if the type can no longer be changed. */
  onChange?: (type: string) => void
}

/** Document type: always visible, chosen from the list or typed. A guess is marked until the user confirms it. */
export function DocumentType({ document, more = [], quick = false, onChange }: DocumentTypeProps) {
  const { name, type, guessed, reason } = document
  const button = useRef<HTMLButtonElement>(null)
  const [choosing, setChoosing] = useState(false)
  const [typing, setTyping] = useState(false)
  const label = ownDocumentLabel(type)
  // Without a reason there is no guess: the type is unknown.
  const guess = reason === 'none' ? recognitionText.unknown : documentsText.guessed
  const why = reason === undefined || reason === 'none' ? '' : guessReasons[reason]
  const mark = guessed && (
    <span className="document-type__mark" title={why}>
      <span className="document-type__guess">{guess}</span> {why && <span className="tiny muted">{why}</span>}
    </span>
  )
  if (!onChange)
    return (
      <span className="document-type">
        <span className="small second clip">{label}</span>
        {mark}
      </span>
    )
  if (typing)
    return (
      <OtherType
        name={name}
        onSave={(other) => {
          if (other !== '') onChange(other)
          // Render at once: a key pressed right after must find the button.
          flushSync(() => setTyping(false))
          button.current?.focus()
        }}
      />
    )
  const known: readonly string[] = [...new Set([...more, ...INPUT_DOCUMENT_TYPES, UNKNOWN_TYPE])]
  const items = [...(known.includes(type) ? [] : [type]), ...known]
  return (
    <span className="document-type">
      <Button
        ref={button}
        size="low"
        className="document-type__button"
        aria-haspopup="menu"
        aria-expanded={choosing}
        aria-label={`${documentsText.type(name, label)}${guessed ? `, ${[guess, why].filter(Boolean).join(' ')}` : ''}`}
        title={guessed ? documentsText.guessedHelp : label}
        onClick={() => setChoosing(true)}
      >
        <span className="clip">{label}</span>
        <Icon of={ChevronDown} />
      </Button>
      {mark}
      {choosing && (
        <Menu
          label={documentsText.types}
          anchor={button}
          onClose={() => setChoosing(false)}
          items={[
            ...items.map((item) => ({
              id: item,
              label: ownDocumentLabel(item),
              checked: item === type,
              kbd: quick && <QuickKey type={item} />,
              run: () => onChange(item),
            })),
            { id: ' ', label: documentsText.otherType, divided: true, run: () => setTyping(true) },
          ]}
        />
      )}
    </span>
  )
}

/** Field for a type outside the list: the service accepts other types. */
function OtherType({ name, onSave }: { name: string; onSave: (type: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <span className="document-type field__box">
      <input
        // The user has just chosen to type it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className="field__input"
        aria-label={documentsText.otherLabel(name)}
        maxLength={MAX_TYPE}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={fieldKeys({ onEnter: () => onSave(typed.trim()), onEscape: () => onSave('') })}
      />
      <Button size="low" onClick={() => onSave(typed.trim())}>
        {documentsText.otherSave}
      </Button>
    </span>
  )
}

/** Keys in the order of the keyboard. */
const KEYS = [...'1234567890'] as QuickDigit[]

/** Help line with the digits that give the focused document its type. */
export function QuickTypes() {
  return (
    <p className="quick-types tiny muted">
      <span>{recognitionText.quickHelp}</span>
      {KEYS.map((key) => (
        <span key={key} className="quick-types__one">
          <Kbd>{key}</Kbd> {documentLabel(QUICK_TYPES[key])}
        </span>
      ))}
    </p>
  )
}

/** Gives a document the type of a digit. Announces the type, because the focus stays on the row. */
export function retypeByKey({ name }: { name: string }, key: string, retype: (type: string) => void): void {
  const type = quickType(key)
  if (type === undefined) return
  retype(type)
  announce(recognitionText.retyped(name, ownDocumentLabel(type)))
}

/** True for a reading that deserves only a word beside the size: most papers of an office are scans. */
export const isMinor = (reading: DocumentReading | undefined): reading is 'scan' | 'slow' =>
  reading === 'scan' || reading === 'slow'

/** Readings that cause the recipient trouble too. */
const SERIOUS: ReadonlySet<DocumentReading> = new Set(['locked', 'damaged', 'form'])

/** Problem found while reading a file, with the remedy. Shown under the file's row. */
export function DocumentReadingNote({ reading }: { reading: Exclude<DocumentReading, 'scan' | 'slow'> }) {
  const { title, advice } = readingTexts[reading]
  const serious = SERIOUS.has(reading)
  return (
    <p className={`reading-note small ${serious ? 'reading-note--serious' : 'second'}`}>
      <Icon of={serious ? FileWarning : Info} />
      <span>
        {serious ? <b>{title}</b> : title} {advice}
      </span>
    </p>
  )
}
