import { UsageError } from '#shared/server/options.ts'

/** Descriptor of the first socket that a service manager passes; see sd_listen_fds(3). */
const FIRST_FD = 3

/**
 * Descriptor of the listening socket that the service manager opened for this process, or `null` without one. The
 * manager keeps the socket while the relay restarts, so that no connection is refused meanwhile.
 */
export function inheritedSocket(env: NodeJS.ProcessEnv, pid: number): number | null {
  const count = env['LISTEN_FDS']
  // With the id of another process, the variables were meant for that one and only inherited.
  if (count === undefined || env['LISTEN_PID'] !== String(pid)) return null
  if (count !== '1') throw new UsageError(`LISTEN_FDS is ${count}: the relay listens on one socket`)
  return FIRST_FD
}
