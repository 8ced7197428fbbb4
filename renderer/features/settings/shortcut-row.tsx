import { useId, useLayoutEffect, useRef, useState } from 'react'
import { parseAccelerator } from '#shared/domain/accelerator.ts'
import {
  acceleratorSpoken,
  acceleratorWords,
  keysOf,
  globalShortcutText as text,
} from '#shared/text/shortcuts.ts'
import { Button } from '../../design/button.tsx'
import { Keys } from '../../design/kbd.tsx'
import { desktop } from '../../shortcuts/handlers.ts'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { useFixed } from '../managed-settings/use-managed.ts'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import { ShortcutCapture } from './shortcut-capture.tsx'
import type { ShortcutSetting } from './use-shortcut-setting.ts'

export const SHORTCUT_WORDS = [text.shortcut, text.shortcutHelp, text.change, text.turnOff, text.search]

/** The shortcut, changed by pressing another one. */
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
                // The button goes with the shortcut.
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
