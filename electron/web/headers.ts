import { pageHeaders } from '../page-policy.ts'

/**
 * What every answer of the web host carries: the policy of both hosts, and this one's socket.
 * @param host name and port, for the socket
 */
export const securityHeaders = (host: string): Readonly<Record<string, string>> =>
  pageHeaders([`ws://${host}`])

/** The built files, whose names are hashes of what is in them. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
