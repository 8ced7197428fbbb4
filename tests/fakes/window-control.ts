import type { BrowserContext } from '@playwright/test'
import { WebSocket } from 'ws'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { ServerFrame } from '#shared/bridge/frames.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Application } from './application.ts'

/** Calls to the core of a running web host, without a window: no heartbeat, no election, nothing on screen. */
export interface Control {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
  close(): void
}

/** Uses the session that a window of this browser has already opened. */
export async function controlOf(application: Application, context: BrowserContext): Promise<Control> {
  const { origin } = application
  const { host, port } = new URL(origin)
  const [cookie] = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, {
    headers: { host, origin, cookie: cookie ?? '' },
  })
  const waiting = new Map<number, (result: Result<unknown>) => void>()
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame
    if ('id' in frame) waiting.get(frame.id)?.(frame.result as Result<unknown>)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let id = 0
  return {
    async call(name, args) {
      const mine = ++id
      const answer = new Promise<Result<unknown>>((resolve) => waiting.set(mine, resolve))
      socket.send(JSON.stringify({ id: mine, command: name, args }))
      const result = await answer
      if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.detail ?? ''}`)
      return result.value as never
    },
    close: () => socket.close(),
  }
}
