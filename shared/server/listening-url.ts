import type { Server } from 'node:net'

/** Address that a server listens on, as a URL without a final slash. Throws before it listens. */
export function listeningUrl({ server }: { server: Pick<Server, 'address'> }): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
