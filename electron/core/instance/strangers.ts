import type { Server, Socket } from 'node:net'

export interface Strangers {
  /** The connection is authenticated: it is no longer counted or timed. */
  admit(socket: Socket): void
}

/**
 * Bounds the connections that other users of the PC can hold on a loopback server. Until a connection shows a
 * secret the owner and a stranger look alike, so a new one is always let in: above the limit, an
 * unauthenticated one is cut at random, so that the owner's cannot be targeted. Each has `patienceMs` in all.
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
