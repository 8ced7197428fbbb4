import type { IpcMain, WebContents } from 'electron'
import * as z from 'zod'
import { CHANNELS } from '#shared/bridge/ipc.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log/log.ts'
import { lastBeat, windowIn } from '../window-beat.ts'
import { readFrame } from './frames.ts'
import type { SenderOf } from './sender.ts'

export interface CallsDeps {
  ipcMain: Pick<IpcMain, 'handle'>
  senderOf: SenderOf
  /** Calls made before the core has started wait for it: the page and the store open in parallel. */
  started: Promise<unknown>
  log: Log
}

const callSchema = z.object({ command: z.string(), args: z.unknown() })

/** Serves commands: checks the sender, then the frame, then (in the router) the name and the arguments. */
export function serveCalls({ ipcMain, senderOf, started, log }: CallsDeps): void {
  const windows = new WeakMap<WebContents, string>()
  /** A page reloaded in the same window is another one; closing the window ends it. */
  function remember(contents: WebContents, windowId: string, router: Router): void {
    const before = windows.get(contents)
    if (before === windowId) return
    windows.set(contents, windowId)
    const end = (id: string) =>
      void router
        .call('notifications.window', lastBeat(id))
        .catch((error: unknown) => log.error('shell: the end of a window could not be told', error))
    if (before !== undefined) return end(before)
    contents.once('destroyed', () => end(windows.get(contents) ?? windowId))
  }

  ipcMain.handle(CHANNELS.call, async (event, text: unknown): Promise<Result<unknown>> => {
    const router = senderOf(event)?.router
    if (!router) {
      log.warn('shell: a call from a page that is not ours')
      return fail(appError('invalid-request', { detail: 'sender' }))
    }
    const frame = readFrame(text, callSchema)
    if (!frame) {
      log.warn('shell: a call that is not a frame, or too large')
      return fail(appError('invalid-request', { detail: 'frame' }))
    }
    const windowId = windowIn(frame.command, frame.args)
    if (windowId !== null) remember(event.sender, windowId, router)
    await started
    return router.call(frame.command, frame.args)
  })
}
