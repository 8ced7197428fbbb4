import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** An address that leads to a server, and later to another: what a name or a virtual address does in a failover. */
export interface Forward {
  port: number
  /** Cuts what is open; new connections go there. */
  leadTo(port: number): void
  close(): void
}

export async function startForward(to: number): Promise<Forward> {
  let target = to
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const there = connect({ host: '127.0.0.1', port: target, noDelay: true })
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
