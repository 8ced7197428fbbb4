import { pageHeaders } from '../page-policy.ts'

/** The notification worker: renderer/notify/notice-worker.ts, under an address that stays. */
export const NOTICE_WORKER = '/notice-worker.js'

/**
 * What every answer of the web host carries: the policy of both hosts, and this one's socket and workers.
 * @param host name and port
 */
export const securityHeaders = (host: string): Readonly<Record<string, string>> =>
  pageHeaders([`ws://${host}`], [`http://${host}${NOTICE_WORKER}`, `http://${host}/assets/`])

/** The notification worker lives on when every page is gone: it loads nothing and speaks to nobody. */
export const workerHeaders = { 'content-security-policy': "default-src 'none'" } as const

/** The built files, whose names are hashes of what is in them. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
