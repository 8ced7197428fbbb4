import { extensionText as text } from '#shared/text/extension.ts'
import type { Connection } from './connection-state.ts'

const MAX_SHOWN = 99
/** `--accent` of the light theme, which is legible on both (tokens.css). */
const ACCENT = '#1746b4'

/** Number of unread changes on the extension's icon: nothing while it is not known. */
export function createBadge(action: typeof chrome.action): (connection: Connection) => void {
  let shown: number | null = null
  return (connection) => {
    const unread = connection.kind === 'approved' ? (connection.unread ?? 0) : 0
    if (unread === shown) return
    shown = unread
    const words = unread === 0 ? '' : unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
    void action.setBadgeText({ text: words })
    void action.setTitle({ title: unread === 0 ? text.name : `${text.name}: ${text.unread(unread)}` })
    if (unread === 0) return
    void action.setBadgeBackgroundColor({ color: ACCENT })
    void action.setBadgeTextColor({ color: '#ffffff' })
  }
}
