import { WORKER_PATH } from '#shared/bridge/frames.ts'
import { pageHeaders, permissionsPolicy } from '../page-policy.ts'

/** The notification worker: renderer/notify/notice-worker.ts, under a fixed address. */
export const NOTICE_WORKER = '/notice-worker.js'

/**
 * Headers of every answer of the web host: the policy of both hosts, and this one's socket and workers.
 * @param host name and port
 */
export const securityHeaders = (host: string): Readonly<Record<string, string>> =>
  pageHeaders([`ws://${host}`], [`http://${host}${NOTICE_WORKER}`, `http://${host}/assets/`])

/** Headers of an answer at another name. They do not tell this run's address, which other users of the PC must not learn. */
export const strangeHeaders = pageHeaders([], ["'none'"])

/** With the page that an old address has: nothing of the run that had it is of use. */
export const forgetHeaders = { 'clear-site-data': '"cache", "storage"' } as const

/** The panel may read the clipboard, once its user has allowed it. */
export const panelHeaders = { 'permissions-policy': permissionsPolicy('clipboard-read=(self)') } as const

/** The notification worker outlives every page: it loads nothing, and connects to the address of its calls alone. */
export const workerHeaders = (origin: string) => ({
  'content-security-policy': `default-src 'none'; connect-src ${origin}${WORKER_PATH}`,
})

/** For the built files, whose names are content hashes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
