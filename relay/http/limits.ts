/**
 * Time and size limits of a request. Fastify's defaults never cut a slow body, and with Node's default checking
 * interval a limit of 10 s fired after 30 s.
 */
export const defaultLimits = {
  headersTimeoutMs: 5_000,
  /** For a whole request with its body, of 256 KB at most. */
  requestTimeoutMs: 10_000,
  connectionsCheckingIntervalMs: 1_500,
  keepAliveTimeoutMs: 65_000,
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  connections: 12_000,
}

export type Limits = typeof defaultLimits
