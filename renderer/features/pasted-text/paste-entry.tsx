import { ClipboardPaste } from 'lucide-react'
import { useId, useState } from 'react'
import { pastedText as text } from '#shared/text/app-pasted-text.ts'
import { Button } from '../../design/button.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { asText, clipboardText } from './clipboard-text.ts'
import { useMayRead } from './use-may-read.ts'

export interface PasteEntryProps {
  onText: (text: string) => void
  onClose: () => void
}

/** Asks for a text: pasted by keyboard, by the menu of the mouse, by a button, or typed. */
export function PasteEntry({ onText, onClose }: PasteEntryProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const mayRead = useMayRead()
  const id = useId()
  const give = async (given: string | Promise<string>) => {
    const read = await given
    if (read.trim() !== '') onText(read)
    else setProblem(text.clipboardEmpty)
  }
  const read = () =>
    navigator.clipboard.readText().then(
      (copied) => void give(asText(copied)),
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
      onSubmit={() => void give(asText(typed))}
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
              // Straight to the data: a large text is never drawn in a field.
              if (typed.trim() !== '') return
              const pasted = clipboardText(event.clipboardData)
              if (pasted === '') return
              event.preventDefault()
              void give(pasted)
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
