import type { IpcMain } from 'electron'
import * as z from 'zod'
import { transfers } from '#shared/bridge/contract.ts'
import { CHANNELS } from '#shared/bridge/ipc.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log/log.ts'
import { readFrame } from './frames.ts'
import type { SenderOf } from './sender.ts'
import { createTransferLink, type TransferLink } from './transfer-link.ts'

export interface TransfersDeps {
  ipcMain: Pick<IpcMain, 'on'>
  senderOf: SenderOf
  started: Promise<unknown>
  log: Log
}

const requestSchema = z.object({ name: z.string(), args: z.unknown() })
type TransferRequest = z.infer<typeof requestSchema>

/** Far above normal use. */
const MAX_AT_ONCE = 16

/** Serves transfers in and out of the core, each over a message port of its own. */
export function serveTransfers({ ipcMain, senderOf, started, log }: TransfersDeps): void {
  let open = 0

  ipcMain.on(CHANNELS.transfer, (event, text: unknown) => {
    const { ports } = event
    const [port] = ports
    const router = senderOf(event)?.router
    if (!port || ports.length > 1 || !router || open >= MAX_AT_ONCE) {
      log.warn('shell: a transfer that is not ours to serve')
      for (const unwanted of ports) unwanted.close()
      return
    }
    open++
    port.once('close', () => open--)
    const link = createTransferLink(port)
    const request = readFrame(text, requestSchema)
    if (!request) return link.finish(fail(appError('invalid-request', { detail: 'frame' })))
    serve(router, link, request).catch((error: unknown) => {
      log.error(`shell: transfer ${request.name.slice(0, 60)}`, error)
      link.finish(fail(appError('internal')))
    })
  })

  async function serve(router: Router, link: TransferLink, { name, args }: TransferRequest): Promise<void> {
    await started
    const direction = Object.entries(transfers).find(([known]) => known === name)?.[1].direction
    if (direction !== 'out') return link.finish(await router.receive(name, args, link.body, link.signal))
    const sent = await router.send(name, args, link.signal)
    if (!sent.ok) return link.finish(sent)
    const { filename, contentType, bytes } = sent.value
    link.post({ type: 'file', filename, contentType })
    for await (const part of bytes) {
      if (!(await link.sendBytes(part))) return
    }
    link.finish(ok({}))
  }
}
