import type { WorkerMessage } from './worker-messages.ts'

/** Fixed names: the browser keeps one worker per scope, whichever build it came from. */
const WORKER = '/notice-worker.js'
/** No page is under it: the worker controls none and sees no request. */
const SCOPE = '/avisos/'

/**
 * Registers the worker that lets notifications outlive their tab, and resolves once it is active: a busy browser may take
 * many seconds. `null` if unavailable (a private window, a policy).
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  // Typed as always present; missing in some browsers, and on some addresses.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!container) return null
  try {
    const registration = await container.register(WORKER, { scope: SCOPE })
    return (await becomesActive(registration)) ? registration : null
  } catch {
    return null
  }
}

function becomesActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<boolean> {
  const worker = installing ?? waiting
  if (active !== null || !worker) return Promise.resolve(active !== null)
  return new Promise((resolve) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve(worker.state === 'activated')
    }),
  )
}

export interface WorkerListener {
  /** True while this window can still open routes. */
  isHere: () => boolean
  onClick: (tag: string) => void
}

/** Answers the worker, which asks the windows before it brings one to the front. */
export function answerWorker({ isHere, onClick }: WorkerListener): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  container?.addEventListener('message', ({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data.notice === 'clicked') onClick(data.tag)
    else if (isHere()) ports[0]?.postMessage(true)
  })
  container?.startMessages()
}
