import type { Server, Socket } from 'node:net'

export interface Strangers {
  /** Marks a connection as authenticated. It is no longer counted or timed. */
  admit(socket: Socket): void
}

/**
 * Limits the connections that other users of the PC can hold on a loopback server. The owner and a stranger look
 * alike until a connection shows a secret, so a new connection is always accepted. Above the limit, a random
 * unauthenticated connection is closed, so that a stranger cannot target the owner's. Each connection has
 * `patienceMs` in total.
 */
export function limitStrangers(
  server: Pick<Server, 'on'>,
  { max, patienceMs }: { max: number; patienceMs: number },
): Strangers {
  const strangers = new Map<Socket, NodeJS.Timeout>()

  function forget(socket: Socket): void {
    clearTimeout(strangers.get(socket))
    strangers.delete(socket)
  }

  server.on('connection', (socket: Socket) => {
    if (strangers.size >= max) {
      const victim = [...strangers.keys()][Math.floor(Math.random() * strangers.size)]
      if (victim) {
        forget(victim)
        victim.destroy()
      }
    }
    const timer = setTimeout(() => socket.destroy(), patienceMs)
    timer.unref()
    strangers.set(socket, timer)
    socket.once('close', () => forget(socket))
  })

  return { admit: forget }
}
