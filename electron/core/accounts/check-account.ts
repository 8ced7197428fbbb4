import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { ResolveProxy } from '../api/dispatchers.ts'
import { createTransport, type Probe, type Transport } from '../api/transport.ts'

/** No report has this id: an accepted key gets a 404, a refused one a 401. */
const IMPOSSIBLE_PATH = endpoints.getReport.path('ventanilla-comprobacion')

const LIMITS = { connectMs: 5_000, answerMs: 10_000, maxBytes: 1024 * 1024, maxDepth: 32 } as const

/** Checks an address and a key with the service itself. */
export async function checkAccount(
  baseUrl: string,
  apiKey: string,
  resolveProxy: ResolveProxy,
): Promise<Result<Probe>> {
  const target = () => Promise.resolve(ok({ baseUrl, apiKey }))
  const transport = createTransport({ ...LIMITS, target, resolveProxy })
  try {
    return await probeKey(transport)
  } finally {
    await transport.close()
  }
}

/** Checks the key of an account in use. */
export async function probeKey(transport: Transport): Promise<Result<Probe>> {
  const probe = await transport.probe(IMPOSSIBLE_PATH)
  if (!probe.ok) return probe
  const { status, json } = probe.value
  if (status === 401 || status === 403) return fail(appError('unauthorized'))
  if (status === 429) return fail(appError('rate-limited'))
  if (status >= 500) return fail(appError('service-failed', { detail: `HTTP ${status}` }))
  // Any answer but "no such report" comes from something that is not the service.
  return status === 404 && json ? probe : fail(appError('wrong-service', { detail: `HTTP ${status}` }))
}
