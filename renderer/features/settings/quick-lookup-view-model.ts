import type { CommandResult } from '#shared/bridge/contract.ts'
import type { GlobalShortcut } from '#shared/bridge/quick-lookup.ts'
import {
  acceleratorWords,
  type Desktop,
  refusalText,
  globalShortcutText as text,
  shortcutStates,
} from '#shared/text/shortcuts.ts'
import type { SignKind } from '../../design/sign.tsx'

/**
 * Test of the shortcut. `missed`: no press arrived in time. `only-here`: the page received the press, and the system
 * did not.
 */
export type ShortcutTest =
  { state: 'idle' | 'waiting' | 'missed' | 'only-here' } | { state: 'arrived'; at: number }

export interface ShortcutViewModel {
  sign: SignKind
  title: string
  help: string
  /** Button of the row. */
  action: 'test' | 'test-again' | 'stop' | 'retry' | null
  /** True if a shortcut of the desktop itself is an alternative. */
  offersCommand: boolean
}

const SIGNS: Record<Exclude<GlobalShortcut, 'unsupported'>, SignKind> = {
  off: 'none',
  registered: 'ok',
  unproven: 'unknown',
  taken: 'warn',
  refused: 'warn',
}

/** View model of the shortcut's state. */
export function shortcutViewModel(
  state: Exclude<GlobalShortcut, 'unsupported'>,
  words: string,
  test: ShortcutTest,
  ago: (at: number) => string,
  desktop: Desktop,
): ShortcutViewModel {
  const isActive = state === 'registered' || state === 'unproven'
  // Only Linux desktops run a command on a shortcut.
  const offersCommand =
    desktop === 'linux' && (state !== 'registered' || test.state === 'missed' || test.state === 'only-here')
  if (!isActive)
    return {
      sign: SIGNS[state],
      ...shortcutStates[state],
      action: state === 'off' ? null : 'retry',
      offersCommand,
    }
  switch (test.state) {
    case 'idle':
      return { sign: SIGNS[state], ...shortcutStates[state], action: 'test', offersCommand }
    case 'waiting':
      return {
        sign: 'none',
        title: text.pressNow(words),
        help: text.pressNowHelp,
        action: 'stop',
        offersCommand,
      }
    case 'arrived':
      return {
        sign: 'ok',
        title: text.works,
        help: text.worksHelp(ago(test.at)),
        action: 'test-again',
        offersCommand: false,
      }
    case 'missed':
    case 'only-here':
      return {
        sign: 'warn',
        title: text.missed,
        help:
          state === 'unproven'
            ? text.missedDesktop
            : test.state === 'missed'
              ? text.missedHelp
              : text.onlyHere,
        action: 'test-again',
        offersCommand,
      }
  }
}

/** Reason why a combination was refused, and which combination stays active. */
export function changeProblem(
  wanted: string,
  { state, refusal, shortcut }: CommandResult<'quick-lookup.shortcut'>,
  desktop: Desktop,
): string {
  if (refusal) return refusalText[refusal](desktop)
  const words = acceleratorWords(wanted, desktop)
  const why = state === 'taken' ? text.taken(words) : text.refused(words)
  const stays = shortcut === null ? text.staysNone : text.stays(acceleratorWords(shortcut, desktop))
  return [why, ...(shortcut === wanted ? [] : [stays]), text.another].join(' ')
}
