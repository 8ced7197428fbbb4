import { focusField, lookupState, setFieldText } from '../../ui-state/lookup-state.ts'
import type { ShortcutId } from '../../shortcuts/table.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { isAside } from './understand-typed.ts'

type Command = Extract<
  ShortcutId,
  `verdict.${'copy' | 'again' | 'complete' | 'transfer' | 'office' | 'client' | 'watch' | 'pdf' | 'save-pdf'}`
>

/**
 * Shortcuts of the verdict on screen. Any character that a plate can begin with starts the next one; from then on no
 * command acts on this one.
 */
export function useVerdictKeys(vrm: string, commands: Readonly<Record<Command, () => void>>) {
  const guarded = Object.entries(commands).map(([id, run]) => [
    id,
    () => {
      if (!isAside(lookupState().text, vrm)) run()
    },
  ])
  useShortcuts({
    ...(Object.fromEntries(guarded) as typeof commands),
    'verdict.next-plate': ({ key }) => {
      const { text } = lookupState()
      setFieldText(isAside(text, vrm) ? text + key : key)
      focusField(false)
    },
    'verdict.field': () => focusField(),
  })
}
