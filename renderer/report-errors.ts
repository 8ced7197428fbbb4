import type { MAX_PAGE_ERROR, PageError } from '#shared/bridge/diagnosis.ts'
import type { Bridge } from './bridge.ts'

const MAX_TEXT: typeof MAX_PAGE_ERROR = 4_000
/** Limit of reports: a page that fails in a loop must not keep the bridge busy. */
const MAX_REPORTS = 10
const WITHIN_MS = 60_000

/** Sends uncaught errors of this page to the core's log. The core also shows them on screen. */
export function startReportingErrors(
  bridge: Pick<Bridge, 'call'>,
  { target = window, now = () => performance.now() }: { target?: EventTarget; now?: () => number } = {},
): (where: PageError['where'], error: unknown) => void {
  let recent: number[] = []

  function report(where: PageError['where'], error: unknown): void {
    recent = recent.filter((at) => now() - at < WITHIN_MS)
    if (recent.length >= MAX_REPORTS) return
    recent.push(now())
    void bridge.call('diagnosis.page-error', { where, text: errorText(error).slice(0, MAX_TEXT) })
  }

  target.addEventListener('error', (event) => {
    const { error, message, filename } = event as ErrorEvent
    // This message is not a failure: the browser only delays some size notifications.
    if (!isOfExtension(filename, error) && !message.startsWith('ResizeObserver loop'))
      report('page', error ?? message)
  })
  target.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as PromiseRejectionEvent
    if (!isOfExtension('', reason)) report('page', reason)
  })
  return report
}

/** True for errors of browser extensions, which run in this page too. */
const isOfExtension = (filename: string, error: unknown): boolean =>
  /-extension:\/\//.test(error instanceof Error ? `${filename} ${error.stack}` : filename)

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? ''
  return stack.includes(error.message) ? stack : `${error.name}: ${error.message}\n${stack}`
}
