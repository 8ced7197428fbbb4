import type { IpcMain, WebContents } from 'electron'
import { CHANNELS } from '#shared/bridge/ipc.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Router } from '../core/bridge/router.ts'
import type { SenderCheck } from './sender.ts'

export interface TopicsDeps {
  ipcMain: Pick<IpcMain, 'on'>
  isOurs: SenderCheck
  router: Pick<Router, 'subscribe'>
}

export interface Topics {
  /** Navigates the page to a route: now, or once it listens. */
  openRoute(route: Route): void
  /** A page about to be replaced receives nothing more. */
  follow(contents: WebContents): void
}

/** Sends topics to the page once it listens. A route requested before is kept and sent once. */
export function serveTopics({ ipcMain, isOurs, router }: TopicsDeps): Topics {
  let listener: WebContents | null = null
  let waiting: Route | null = null

  const send = (topic: string, payload: unknown) => {
    if (listener?.isDestroyed() === false) listener.send(CHANNELS.topic, topic, payload)
  }
  router.subscribe(({ topic, payload }) => send(topic, payload))

  ipcMain.on(CHANNELS.listen, (event) => {
    if (!isOurs(event)) return
    listener = event.sender
    if (waiting) send('route', { route: waiting })
    waiting = null
  })

  return {
    openRoute(route) {
      if (listener?.isDestroyed() === false) send('route', { route })
      else waiting = route
    },
    follow(contents) {
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument && listener === contents) listener = null
      })
    },
  }
}
