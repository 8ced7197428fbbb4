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
  /** Takes the page to a place: now, or as soon as it listens. */
  openRoute(route: Route): void
  /** A page about to be replaced hears nothing any more. */
  follow(contents: WebContents): void
}

/** Topics go to the page that says it listens. Until then a place to go to is kept: a route is told once. */
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
