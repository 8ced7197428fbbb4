import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
} from 'react'
import {
  parseAccelerator,
  formatAccelerator,
  acceleratorRefusal,
  type PressedCombination,
  pressedCombination,
} from '#shared/domain/accelerator.ts'
import {
  acceleratorSpoken,
  acceleratorWords,
  keysOf,
  globalShortcutText as text,
  heldWords,
  refusalText,
} from '#shared/text/shortcuts.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Keys } from '../../design/kbd.tsx'
import { desktop } from '../../app/shortcuts.ts'
import { Field } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FixedNote, useFixed } from '../../app/managed.tsx'
import { SettingProblem, SettingRow } from '../../app/setting-rows.tsx'
import { changeProblem } from './quick-lookup-view-model.ts'

export const SHORTCUT_WORDS = [text.shortcut, text.shortcutHelp, text.change, text.turnOff, text.search]

/** The shortcut. The user changes it by pressing another combination. */
export function ShortcutRow({ shortcut, setting }: { shortcut: string | null; setting: ShortcutSetting }) {
  const [capturing, setCapturing] = useState(false)
  const fixed = useFixed('quickLookup.shortcut')
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const focusButton = useRef(false)
  useLayoutEffect(() => {
    if (capturing || !focusButton.current) return
    focusButton.current = false
    button.current?.focus()
  }, [capturing])

  const leave = (focus: boolean) => {
    focusButton.current = focus
    setCapturing(false)
  }
  const choose = async (next: string | null) => {
    if (await setting.change(next)) leave(true)
  }
  const accelerator = shortcut === null ? null : parseAccelerator(shortcut)
  return (
    <SettingRow
      words={SHORTCUT_WORDS}
      title={text.shortcut}
      help={desktop === 'mac' ? text.shortcutHelp : text.altGrHelp}
      under={
        !capturing && (
          <>
            {fixed && <FixedNote id={id} />}
            <span className="small" role="status">
              {setting.line}
            </span>
            {setting.problem !== null && <SettingProblem>{setting.problem}</SettingProblem>}
          </>
        )
      }
    >
      {capturing ? (
        <ShortcutCapture
          busy={setting.busy}
          problem={setting.problem}
          onChosen={(next) => void choose(next)}
          onOff={() => void choose(null)}
          onSame={() => {
            setting.reset(shortcut === null ? '' : text.same(acceleratorWords(shortcut, desktop)))
            leave(true)
          }}
          onLeave={(focus) => {
            setting.reset()
            leave(focus)
          }}
        />
      ) : (
        <div className="shortcut-keys">
          {shortcut !== null && accelerator ? (
            <span>
              <Keys keys={keysOf(accelerator, desktop)} />
              <span className="visually-hidden">{acceleratorSpoken(shortcut, desktop)}</span>
            </span>
          ) : (
            <span className="small muted">{text.none}</span>
          )}
          <Button
            ref={button}
            size="low"
            disabled={fixed}
            aria-describedby={fixed ? id : undefined}
            aria-label={shortcut === null ? undefined : text.changeIt}
            onClick={() => {
              setting.reset()
              setCapturing(true)
            }}
          >
            {shortcut === null ? text.choose : text.change}
          </Button>
          {shortcut !== null && !fixed && (
            <Button
              size="low"
              tone="plain"
              aria-label={text.turnItOff}
              aria-disabled={setting.busy || undefined}
              onClick={() => {
                if (setting.busy) return
                // The focus moves first, because this button disappears with the shortcut.
                button.current?.focus()
                void setting.change(null)
              }}
            >
              {text.turnOff}
            </Button>
          )}
        </div>
      )}
    </SettingRow>
  )
}

interface ShortcutCaptureProps {
  /** A combination is being registered. */
  busy: boolean
  /** Reason why the last combination was refused. */
  problem: string | null
  onChosen: (accelerator: string) => void
  onOff: () => void
  /**
   * The user pressed the present shortcut. The core reports it, because the system hides that press from the page.
   */
  onSame: () => void
  /** @param focus true if the focus goes back to the button, false if the user moved it elsewhere */
  onLeave: (focus: boolean) => void
}

/**
 * Field that records a key combination instead of text. A screen reader passes keys through to a field. Tab is not
 * recorded, so that the user can leave.
 */
function ShortcutCapture({ busy, problem, onChosen, onOff, onSame, onLeave }: ShortcutCaptureProps) {
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
    const why = acceleratorRefusal(found.accelerator, desktop === 'mac')
    setShown(acceleratorWords(accelerator, desktop))
    setUnusable(why && refusalText[why](desktop))
    if (!why) onChosen(accelerator)
  }
  /** Clears the field if the user releases the modifiers without a key. */
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

/** Reads the combination of a key press on this keyboard. */
function pressedIn(event: KeyboardEvent): PressedCombination {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const altGraph = event.getModifierState('AltGraph')
  return pressedCombination({ key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph }, desktop === 'mac')
}

/** Accelerator of a key press; `null` while the combination is incomplete. */
export function acceleratorIn(event: KeyboardEvent): string | null {
  const found = pressedIn(event)
  return found.kind === 'pressed' ? formatAccelerator(found.accelerator) : null
}

/** Changes the shortcut. The outcome is a line, or the problem of a refused combination. */
export function useShortcutSetting() {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<'change'>()
  const [problem, setProblem] = useState<string | null>(null)
  const [line, setLine] = useState('')
  const failed = task.state === 'failed' ? errorTexts[task.error.code] : null

  /** @returns true if the new shortcut is active */
  const change = async (shortcut: string | null): Promise<boolean> => {
    setProblem(null)
    setLine('')
    const done = await run('change', () => bridge.call('quick-lookup.shortcut', { shortcut }))
    if (!done) return false
    const { state } = done.value
    if (shortcut !== null && state !== 'registered' && state !== 'unproven') {
      setProblem(changeProblem(shortcut, done.value, desktop))
      return false
    }
    setLine(shortcut === null ? text.turnedOff : text.changed(acceleratorWords(shortcut, desktop)))
    return true
  }
  /** Clears the outcome, and ignores the answer of a running change. */
  const reset = (next = '') => {
    forget()
    setProblem(null)
    setLine(next)
  }
  return {
    busy: task.state === 'busy',
    problem: failed ? `${failed.title} ${failed.advice}` : problem,
    line,
    change,
    reset,
  }
}

export type ShortcutSetting = ReturnType<typeof useShortcutSetting>
