import { useCallback, useEffect, useRef, useState } from 'react'
import { Copy } from 'lucide-react'
import { switchWords } from '#shared/text/setting-texts.ts'
import { globalShortcutText as text, acceleratorWords, PANEL_COMMAND } from '#shared/text/shortcuts.ts'
import type { GlobalShortcut } from '#shared/bridge/quick-lookup.ts'
import { relativeAge } from '#shared/text/dates.ts'
import { Keys } from '../../design/kbd.tsx'
import { useSlice, useNow } from '../../replica/use-replica.ts'
import { desktop } from '../../app/shortcuts.ts'
import { drawnKeys } from '../../app/key-hints.tsx'
import { SHORTCUTS } from '../../app/shortcut-table.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { showToast } from '../../app/toasts.ts'
import { useClient } from '../../replica/client.ts'
import { SettingSwitch } from '../../app/setting-controls.tsx'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import {
  SHORTCUT_WORDS,
  ShortcutRow,
  useShortcutSetting,
  acceleratorIn,
  type ShortcutSetting,
} from './shortcut-row.tsx'
import { useSettings } from '../../app/use-settings.ts'
import { shortcutViewModel, type ShortcutViewModel, type ShortcutTest } from './quick-lookup-view-model.ts'
import '../../app/setting-rows.css'

const CLIPBOARD = switchWords('screens.quickLookup.readClipboard')
const BROWSER = [text.browser, text.browserHelp, text.search]

/** Quick lookup: its global shortcut, where the host has one, and the clipboard. */
export function QuickLookupSection() {
  const { settings } = useSettings()
  const state = useSlice('globalShortcut')
  const setting = useShortcutSetting()
  if (!settings || !state) return null
  const { shortcut } = settings.quickLookup
  return (
    <SettingsSection
      id="quick-lookup"
      rows={
        state === 'unsupported'
          ? [BROWSER, CLIPBOARD]
          : [SHORTCUT_WORDS, STATE_WORDS, COMMAND_WORDS, CLIPBOARD]
      }
    >
      <ul className="setting-rows">
        {state === 'unsupported' ? (
          <>
            <SettingRow words={BROWSER} title={text.browser} help={text.browserHelp}>
              <Keys keys={drawnKeys(SHORTCUTS['quick.toggle'])} />
            </SettingRow>
            {desktop === 'linux' && <DesktopCommandRow />}
          </>
        ) : (
          <>
            <ShortcutRow shortcut={shortcut} setting={setting} />
            <ShortcutStateRow state={state} shortcut={shortcut} setting={setting} />
          </>
        )}
        <SettingSwitch of="screens.quickLookup.readClipboard" />
      </ul>
    </SettingsSection>
  )
}

const STATE_WORDS = [text.test, text.search]
const COMMAND_WORDS = [text.desktop, text.desktopHelp, PANEL_COMMAND, text.search]

const ACTIONS: Record<Exclude<ShortcutViewModel['action'], null>, string> = {
  test: text.test,
  'test-again': text.testAgain,
  stop: text.stopTest,
  retry: text.retry,
}

interface ShortcutStateRowProps {
  state: Exclude<GlobalShortcut, 'unsupported'>
  shortcut: string | null
  setting: ShortcutSetting
}

/** State of the shortcut as far as known: the system's answer, a test, and an alternative. */
function ShortcutStateRow({ state, shortcut, setting }: ShortcutStateRowProps) {
  const { test, start, end } = useShortcutTest(shortcut)
  const now = useNow(1_000)
  const words = shortcut === null ? '' : acceleratorWords(shortcut, desktop)
  const { sign, title, help, action, offersCommand } = shortcutViewModel(
    state,
    words,
    test,
    (at) => relativeAge(at, now),
    desktop,
  )
  const act = () => {
    if (action === 'stop') end('idle')
    else if (action === 'retry') void setting.change(shortcut)
    else void start()
  }
  return (
    <>
      <SettingRow words={STATE_WORDS}>
        <div role="status">
          <span className="shortcut-state">
            <Sign kind={sign} />
            <b>{title}</b>
          </span>
          <span className="small muted">{help}</span>
        </div>
        {action && (
          <Button
            size="low"
            aria-label={action === 'test' ? text.testIt : undefined}
            aria-disabled={setting.busy || undefined}
            onClick={() => !setting.busy && act()}
            onKeyDown={(event) => {
              if (test.state !== 'waiting' || shortcut === null || acceleratorIn(event) !== shortcut) return
              // A shortcut with Space must not press the button.
              event.preventDefault()
              end('only-here')
            }}
          >
            {ACTIONS[action]}
          </Button>
        )}
      </SettingRow>
      {offersCommand && <DesktopCommandRow />}
    </>
  )
}

/** Command that opens the panel of the running application, for the shortcuts of the desktop itself. */
function DesktopCommandRow() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(PANEL_COMMAND)
      showToast(text.commandCopied)
    } catch {
      showToast(text.commandNotCopied, 'failed')
    }
  }
  return (
    <SettingRow words={COMMAND_WORDS}>
      <div>
        <b>{text.desktop}</b>
        <span className="small muted">
          {text.desktopHelp} <code className="shortcut-command">{PANEL_COMMAND}</code>
        </span>
      </div>
      <Button size="low" icon={Copy} onClick={() => void copy()}>
        {text.copyCommand}
      </Button>
    </SettingRow>
  )
}

const IDLE: ShortcutTest = { state: 'idle' }

/** Test of a shortcut: waits until the core receives its press from the system. */
function useShortcutTest(shortcut: string | null) {
  const { bridge, now } = useClient()
  const [last, setLast] = useState<{ of: string | null; test: ShortcutTest }>({ of: null, test: IDLE })
  const running = useRef<string | null>(null)
  const stopRunning = useCallback(() => {
    const id = running.current
    running.current = null
    if (id !== null) void bridge.call('quick-lookup.stop-test', { id })
  }, [bridge])
  const setTest = (test: ShortcutTest) => setLast({ of: shortcut, test })

  // Stop the test, so that it does not swallow presses of another shortcut or of a closed screen.
  useEffect(() => stopRunning, [stopRunning, shortcut])

  return {
    /** A test of another shortcut is not shown for this one. */
    test: last.of === shortcut ? last.test : IDLE,
    async start() {
      stopRunning()
      const id = crypto.randomUUID()
      running.current = id
      setTest({ state: 'waiting' })
      const answer = await bridge.call('quick-lookup.test', { id })
      if (running.current !== id) return
      running.current = null
      setTest(answer.ok && answer.value.arrived ? { state: 'arrived', at: now() } : { state: 'missed' })
    },
    /** Ends the test: the user stopped it, or the page received the press. */
    end(state: 'idle' | 'only-here') {
      stopRunning()
      setTest({ state })
    },
  }
}
