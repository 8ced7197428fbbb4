import type { HostBrowser } from '#shared/bridge/extension.ts'
import { hostLine, leftLine } from '#shared/text/extension.ts'
import type { SignKind } from '../../design/sign.tsx'

export interface BrowserViewModel {
  sign: SignKind
  line: string
  /** Of its button: `take-over` writes over the entry of another installation. */
  action: 'install' | 'take-over' | 'uninstall' | null
}

const SIGNS: Readonly<Record<HostBrowser['host'], SignKind>> = {
  installed: 'ok',
  missing: 'none',
  other: 'warn',
}
const ACTIONS = { installed: 'uninstall', missing: 'install', other: 'take-over' } as const

/** A browser in Ajustes: whether the extension finds this installation from it, and what can be done. */
export function browserViewModel({ found, host }: HostBrowser): BrowserViewModel {
  // Only removing makes sense in a browser that is gone.
  if (!found)
    return host === 'installed'
      ? { sign: 'none', line: leftLine, action: 'uninstall' }
      : { sign: SIGNS[host], line: hostLine[host], action: null }
  return { sign: SIGNS[host], line: hostLine[host], action: ACTIONS[host] }
}

/** Browsers of this PC, and those that left an entry of this installation behind. */
export const listedBrowsers = (rows: readonly HostBrowser[]): readonly HostBrowser[] =>
  rows.filter(({ found, host }) => found || host === 'installed')
