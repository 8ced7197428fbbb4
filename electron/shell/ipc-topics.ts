import type { IpcMain, WebContents } from 'electron'
import { CHANNELS } from '#shared/bridge/ipc.ts'
import type { TopicName, TopicPayload } from '#shared/bridge/contract.ts'
import type { SenderOf, TrustedWindow } from './sender.ts'

export interface TopicsDeps {
  ipcMain: Pick<IpcMain, 'on'>
  senderOf: SenderOf
  windows: readonly TrustedWindow[]
}

export interface Topics {
  /** Sends to one window alone: now, or once its page listens. Of several that wait, the last is sent. */
  tell<N extends TopicName>(window: TrustedWindow, topic: N, payload: TopicPayload<N>): void
  /** A page about to be replaced receives nothing more. */
  follow(contents: WebContents): void
}

interface Listener {
  contents: WebContents | null
  waiting: { topic: string; payload: unknown } | null
}

/** Sends each window's topics to its page, once that listens. */
export function serveTopics({ ipcMain, senderOf, windows }: TopicsDeps): Topics {
  const listeners = new Map<TrustedWindow, Listener>(
    windows.map((window) => [window, { contents: null, waiting: null }]),
  )
  const send = ({ contents }: Listener, topic: string, payload: unknown): boolean => {
    if (contents === null || contents.isDestroyed()) return false
    contents.send(CHANNELS.topic, topic, payload)
    return true
  }
  for (const [window, listener] of listeners)
    window.router.subscribe(({ topic, payload }) => void send(listener, topic, payload))

  ipcMain.on(CHANNELS.listen, (event) => {
    const window = senderOf(event)
    const listener = window && listeners.get(window)
    if (!listener) return
    listener.contents = event.sender
    const { waiting } = listener
    listener.waiting = null
    if (waiting) send(listener, waiting.topic, waiting.payload)
  })

  return {
    tell(window, topic, payload) {
      const listener = listeners.get(window)
      if (listener && !send(listener, topic, payload)) listener.waiting = { topic, payload }
    },
    follow(contents) {
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (!isMainFrame || isSameDocument) return
        for (const listener of listeners.values())
          if (listener.contents === contents) listener.contents = null
      })
    },
  }
}
