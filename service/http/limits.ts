/**
 * Time and size limits of a request. A body has no total time limit: it must keep arriving
 * (`bodyIdleMs`) and at a minimum rate, measured over each window. Fastify's defaults never cut a slow body,
 * and Node's default checking interval would make a limit of 10 s fire at 30 s.
 */
export const defaultLimits = {
  headersTimeoutMs: 5_000,
  bodyIdleMs: 10_000,
  bodyWindowMs: 10_000,
  bodyBytesPerSecond: 8 * 1024,
  /** For the rest of a body answered before its end. */
  lingerMs: 10_000,
  connectionsCheckingIntervalMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
}

export type Limits = typeof defaultLimits
