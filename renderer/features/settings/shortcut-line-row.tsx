import { acceleratorWords } from '#shared/text/accelerator.ts'
import { globalShortcutText as text, shortcutLine } from '#shared/text/app-global-shortcut.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { desktop } from '../../shortcuts/desktop.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

export const SHORTCUT_LINE_WORDS = [text.diagnosis, text.search]

/** State of the shortcut of quick lookup, in one line. */
export function useShortcutLine(): string {
  const state = useSlice('globalShortcut')
  const shortcut = useSlice('settings')?.quickLookup.shortcut ?? null
  return state === null ? '' : shortcutLine(state, shortcut && acceleratorWords(shortcut, desktop))
}

/** The shortcut of quick lookup, in Diagnóstico. */
export function ShortcutLineRow() {
  const line = useShortcutLine()
  if (line === '') return null
  return (
    <ul className="setting-rows">
      <li>
        <div>
          <b>{text.diagnosis}</b>
          <span className="small muted">{line}</span>
        </div>
        <Button
          size="low"
          aria-label={`${text.see}: ${text.diagnosis}`}
          onClick={() => openSettings('quick-lookup')}
        >
          {text.see}
        </Button>
      </li>
    </ul>
  )
}
