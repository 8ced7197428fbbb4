import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { safeWebPage } from '#shared/domain/web-page.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { ActiveProfile } from '../../accounts/active-profile.ts'

export interface WebPageDeps {
  client: Pick<ServiceClient, 'getProcedure'>
  target: ActiveProfile['target']
}

/** Longest time that the user waits for a page to open. */
const TIMEOUT_MS = 15_000

/**
 * Fresh link to a procedure's page at the service: it may carry a token, so it is neither stored nor logged.
 * It opens only at the account's own service.
 */
export async function webPage({ client, target }: WebPageDeps, id: string): Promise<Result<string>> {
  const account = await target()
  if (!account.ok) return account
  const procedure = await client.getProcedure(id, AbortSignal.timeout(TIMEOUT_MS))
  if (!procedure.ok) return procedure
  const { webUrl } = procedure.value
  const url = webUrl === undefined ? null : safeWebPage(webUrl, account.value.baseUrl)
  return url === null ? fail(appError('bad-address')) : ok(url)
}
