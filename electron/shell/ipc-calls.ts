import type { IpcMain } from 'electron'
import * as z from 'zod'
import { CHANNELS } from '#shared/bridge/ipc.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/log/log.ts'
import { readFrame } from './frames.ts'
import type { SenderCheck } from './sender.ts'

export interface CallsDeps {
  ipcMain: Pick<IpcMain, 'handle'>
  isOurs: SenderCheck
  router: Pick<Router, 'call'>
  /** Calls made before the core has started wait for it: the page and the store open side by side. */
  started: Promise<unknown>
  log: Log
}

const callSchema = z.object({ command: z.string(), args: z.unknown() })

/** Commands: the sender, then the frame, then (in the router) the name and the arguments. */
export function serveCalls({ ipcMain, isOurs, router, started, log }: CallsDeps): void {
  ipcMain.handle(CHANNELS.call, async (event, text: unknown): Promise<Result<unknown>> => {
    if (!isOurs(event)) {
      log.warn('shell: a call from a page that is not ours')
      return fail(appError('invalid-request', { detail: 'sender' }))
    }
    const frame = readFrame(text, callSchema)
    if (!frame) {
      log.warn('shell: a call that is not a frame, or too large')
      return fail(appError('invalid-request', { detail: 'frame' }))
    }
    await started
    return router.call(frame.command, frame.args)
  })
}
