import { useState, useId, useEffect } from 'react'
import { ClipboardPaste } from 'lucide-react'
import { pastedText as text } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import type { Wizard } from '../wizard/feature.ts'
import { asText, clipboardText } from './use-paste-outside.ts'
import { PasteOffers } from './paste-offers.tsx'
import './pasted-text.css'

interface PasteDialogProps {
  /** Pasted text; empty to ask for it. */
  pasted: string
  /** True if the user pasted into a field that the text does not fit in. */
  isFromField: boolean
  wizard: Wizard
  onClose: () => void
}

/**
 * Offers the data of a pasted text for the fields of a draft. The text is only in this component: closing the dialog
 * discards it.
 */
export function PasteDialog({ pasted, isFromField, wizard, onClose }: PasteDialogProps) {
  const [source, setSource] = useState(pasted)
  if (source === '') return <PasteEntry onText={setSource} onClose={onClose} />
  return (
    <PasteOffers
      key={source}
      source={source}
      title={text.title}
      note={isFromField && source === pasted ? text.notInField : ''}
      wizard={wizard}
      onAnother={() => setSource('')}
      onClose={onClose}
    />
  )
}

interface PasteEntryProps {
  onText: (text: string) => void
  onClose: () => void
}

/** Asks for a text. The user may paste it with the keyboard, the mouse menu or a button, or type it. */
function PasteEntry({ onText, onClose }: PasteEntryProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const mayRead = useMayRead()
  const id = useId()
  const acceptText = async (given: string | Promise<string>) => {
    const givenText = await given
    if (givenText.trim() !== '') onText(givenText)
    else setProblem(text.clipboardEmpty)
  }
  const read = () =>
    navigator.clipboard.readText().then(
      (copied) => void acceptText(asText(copied)),
      () => setProblem(text.clipboardRefused),
    )
  return (
    <FormDialog
      title={text.title}
      variant="wide"
      cancel={text.cancel}
      submit={text.find}
      disabled={typed.trim() === ''}
      start={
        mayRead ? (
          <Button icon={ClipboardPaste} onClick={() => void read()}>
            {text.readClipboard}
          </Button>
        ) : (
          mayRead === false && <span className="small second">{text.byKeyboard}</span>
        )
      }
      onSubmit={() => void acceptText(asText(typed))}
      onClose={onClose}
    >
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {text.entryLabel}
        </label>
        <div className="field__box pasted__entry">
          <textarea
            id={id}
            className="field__input"
            rows={10}
            value={typed}
            spellCheck={false}
            aria-describedby={`${id}-help`}
            onPaste={(event) => {
              // A large text is never rendered in the field: its data are shown at once.
              if (typed.trim() !== '') return
              const pasted = clipboardText(event.clipboardData)
              if (pasted === '') return
              event.preventDefault()
              void acceptText(pasted)
            }}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <p className="field__help" id={`${id}-help`}>
          {text.entryHelp}
        </p>
      </div>
      {problem !== '' && (
        <p role="alert" className="field__help field__help--error">
          {problem}
        </p>
      )}
    </FormDialog>
  )
}

/**
 * True if a button may read the clipboard; `null` until that is known. The policy of our windows allows it nowhere.
 * Some browsers ignore that policy and ask the user instead.
 */
function useMayRead(): boolean | null {
  const [may, setMay] = useState<boolean | null>(null)
  useEffect(() => {
    let isLatest = true
    void readsClipboard().then((answer) => {
      if (isLatest) setMay(answer)
    })
    return () => {
      isLatest = false
    }
  }, [])
  return may
}

async function readsClipboard(): Promise<boolean> {
  // `clipboard` is absent outside of a secure page, whatever its type says.
  const { clipboard, permissions } = navigator as Partial<Navigator>
  if (clipboard?.readText === undefined) return false
  try {
    const status = await permissions?.query({ name: 'clipboard-read' as PermissionName })
    return status?.state !== 'denied'
  } catch {
    // A browser without this permission shows its own prompt.
    return true
  }
}
