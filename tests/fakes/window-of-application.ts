import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import { BRIDGE_PATH, type AnswerFrame } from '#shared/bridge/frames.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Application } from './application.ts'

/** Window of the built web host without a browser: its session and its socket. */
export interface ApplicationWindow {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  /** Places that it was taken to. */
  readonly routes: Route[]
  close(): void
}

/** Address in the entry file, which admits one window. */
export async function entryAddress({ entry }: Pick<Application, 'entry'>): Promise<URL> {
  const page = await readFile(fileURLToPath(entry), 'utf8')
  return new URL(/url=([^"]+)"/.exec(page)?.[1] ?? '')
}

/** Uses up the token. @returns the session's cookie */
export async function enter(address: URL): Promise<string> {
  const { port, host, pathname, search } = address
  const outgoing = request({ host: '127.0.0.1', port, path: pathname + search, headers: { host } })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage]
  answer.resume()
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

export async function openWindow({ port, host, origin }: URL, cookie: string): Promise<ApplicationWindow> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${BRIDGE_PATH}`, { headers: { host, origin, cookie } })
  const routes: Route[] = []
  const waiting = new Map<number, (result: never) => void>()
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Partial<AnswerFrame> & { topic?: string; payload?: unknown }
    if (frame.topic === 'route') routes.push((frame.payload as { route: Route }).route)
    if (frame.id !== undefined) waiting.get(frame.id)?.(frame.result as never)
  })
  await once(socket, 'open')
  let last = 0
  return {
    routes,
    call: (command, args) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve)
        socket.send(JSON.stringify({ id: last, command, args }))
      }),
    close: () => socket.terminate(),
  }
}
