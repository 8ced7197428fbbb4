import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import type { Place } from '#shared/bridge/route.ts'
import { clipboardPlates } from '#shared/domain/plates/list.ts'
import type { Client } from '../../replica/client.ts'

interface PanelShown {
  /** Incremented each time the panel is hidden, which resets it. */
  serial: number
  /** Plates in the clipboard; `undefined` while unknown. */
  clipboard: ClipboardPlates | undefined
  /** True if the browser asks for permission first: the clipboard is then read only after a press. */
  canAskClipboard: boolean
}

/** Differences between the panel as a desktop window and as a browser page. */
export interface PanelHost {
  shown: StoreApi<PanelShown>
  readClipboard(): Promise<void>
  /** @returns false if the place could not be opened */
  open(place: Place): Promise<boolean>
  close(): Promise<void>
  /** Tells the host that the height of the content has changed. */
  resize(height: number): void
}

export function createPanelHost({ bridge, replica }: Client, isInShell: boolean): PanelHost {
  const shown = createStore<PanelShown>(() => ({ serial: 0, clipboard: undefined, canAskClipboard: false }))
  const end = () =>
    shown.setState(({ serial }) => ({ serial: serial + 1, clipboard: undefined, canAskClipboard: false }))
  // The clipboard arrives later, when the user may already be typing.
  const offer = (clipboard: ClipboardPlates | undefined, canAskClipboard = false) =>
    shown.setState({ clipboard, canAskClipboard })

  const readClipboard = async () => {
    const text = await navigator.clipboard.readText().catch(() => '')
    offer(clipboardPlates(text))
  }
  const close = async () => {
    // The panel is cleared before hiding: when it opens again, the window shows its last frame for an instant.
    end()
    const answer = await bridge.call('panel.close', {})
    if (answer.ok && answer.value.closed) return
    window.close()
    // The browser does not close a tab that the user opened.
    offer(null)
  }

  if (isInShell) {
    bridge.on('panel', ({ clipboard }) => offer(clipboard))
    addEventListener('blur', end)
    document.addEventListener('visibilitychange', () => document.hidden && end())
  } else {
    // The clipboard is not read before the settings are known, and therefore not while the window is locked.
    const unsubscribe = replica.subscribe(({ slices }) => {
      if (!slices) return
      unsubscribe()
      void beginInBrowser(slices.settings.quickLookup.readClipboard)
    })
  }

  async function beginInBrowser(mayRead: boolean) {
    if (!mayRead) return offer(null)
    const permission = await navigator.permissions
      .query({ name: 'clipboard-read' as PermissionName })
      .then(({ state }) => state)
      // A browser without this permission. The user can still paste.
      .catch(() => 'denied')
    if (permission === 'granted') await readClipboard()
    else offer(null, permission === 'prompt')
  }

  return {
    shown,
    readClipboard,
    close,
    async open(place) {
      const answer = await bridge.call('app.open-route', place)
      if (!answer.ok) return false
      // The place opens in the window that opened this page, or in a new window.
      if (answer.value.opened) (window.opener as Window | null)?.focus()
      else if (!window.open('/', '_blank')) return false
      await close()
      return true
    },
    resize(height) {
      if (isInShell) void bridge.call('panel.resize', { height })
    },
  }
}
