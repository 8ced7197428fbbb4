import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatAccelerator, refusal } from '#shared/domain/accelerator.ts'
import {
  acceleratorWords,
  heldWords,
  refusalText,
  globalShortcutText as text,
} from '#shared/text/shortcuts.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { desktop } from '../../shortcuts/handlers.ts'
import { pressedIn } from './pressed-in.ts'

export interface ShortcutCaptureProps {
  /** A combination is being registered. */
  busy: boolean
  /** Why the last one was not. */
  problem: string | null
  onChosen: (accelerator: string) => void
  onOff: () => void
  /** The present shortcut was pressed, which the system keeps from the page. */
  onSame: () => void
  /** @param focus the focus is to go back, and has not gone elsewhere */
  onLeave: (focus: boolean) => void
}

/**
 * Field that takes a key combination instead of text. A field, so that a screen reader lets the keys through; Tab is
 * not taken, so that it can be left.
 */
export function ShortcutCapture({ busy, problem, onChosen, onOff, onSame, onLeave }: ShortcutCaptureProps) {
  const { bridge } = useClient()
  const field = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState('')
  const [unusable, setUnusable] = useState<string | null>(null)

  useEffect(() => field.current?.focus(), [])

  const same = useEffectEvent(onSame)
  useEffect(() => {
    const test = crypto.randomUUID()
    let open = true
    const wait = async () => {
      while (open) {
        const answer = await bridge.call('quick-lookup.test', { id: test })
        if (!open || !answer.ok) return
        if (answer.value.arrived) same()
      }
    }
    void wait()
    return () => {
      open = false
      void bridge.call('quick-lookup.stop-test', { id: test })
    }
  }, [bridge])

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.preventDefault()
    if (event.repeat || event.nativeEvent.isComposing) return
    const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (isAlone && event.key === 'Escape') return onLeave(true)
    if (busy) return
    if (isAlone && (event.key === 'Backspace' || event.key === 'Delete')) return onOff()
    const found = pressedIn(event)
    if (found.kind === 'held') return setShown(heldWords(found.modifiers, desktop))
    if (found.kind === 'unknown') {
      setShown('')
      return setUnusable(refusalText[found.why](desktop))
    }
    const accelerator = formatAccelerator(found.accelerator)
    const why = refusal(found.accelerator, desktop === 'mac')
    setShown(acceleratorWords(accelerator, desktop))
    setUnusable(why && refusalText[why](desktop))
    if (!why) onChosen(accelerator)
  }
  /** Modifiers let go without a key leave nothing behind. */
  const release = () => setShown((now) => (now.endsWith('…') ? '' : now))

  const error = unusable ?? problem
  return (
    <div
      className="shortcut-capture"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave(false)
      }}
    >
      <Field
        ref={field}
        label={text.newShortcut}
        hideLabel
        readOnly
        value={shown}
        placeholder={text.pressIt}
        aria-busy={busy}
        aria-invalid={error !== null}
        help={text.captureHelp}
        onKeyDown={press}
        onKeyUp={release}
      />
      <Button size="low" onClick={() => onLeave(true)}>
        {text.cancel}
      </Button>
      <span
        className={`small shortcut-capture__line${error ? ' shortcut-capture__line--error' : ''}`}
        role="status"
      >
        {busy ? text.trying : (error ?? '')}
      </span>
    </div>
  )
}
