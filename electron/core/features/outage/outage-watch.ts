import type { Outage } from '#shared/bridge/inbox.ts'
import type { Transport } from '../../api/transport.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Attempt } from './attempts.store.ts'
import type { Log } from '../../runtime/log/log.ts'
import { redact } from '../../runtime/log/redact.ts'
import {
  attemptOutcome,
  attemptResource,
  attemptWhat,
  createOutageSense,
  type OutageSense,
} from './outage.ts'

/** Outage detection, fed by every request to the service. */
export interface OutageWatch extends OutageSense {
  /** Wraps a transport to note every outcome. */
  observed(transport: Transport): Transport
  /** Writes the pending attempts. */
  flush(): Promise<void>
}

export interface OutageWatchDeps {
  clock: Clock
  log: Log
  record: (attempts: Attempt[]) => Promise<void>
  onState: (state: Outage) => void
}

/** Batches the attempts of one moment. */
const GATHER_MS = 500

export function createOutageWatch({ clock, log, record, onState }: OutageWatchDeps): OutageWatch {
  let unwritten: Attempt[] = []
  let writing: Promise<void> | null = null
  const gathered = new AbortController()

  async function write(): Promise<void> {
    await clock.sleep(GATHER_MS, gathered.signal)
    const attempts = unwritten
    unwritten = []
    writing = null
    await record(attempts).catch((error: unknown) =>
      log.error('outage: attempts could not be written down', error),
    )
  }

  const sense = createOutageSense({
    clock,
    record(attempt) {
      unwritten.push(attempt)
      writing ??= write()
    },
    onState,
  })

  return {
    ...sense,
    observed: (transport) => ({
      ...transport,
      async request(request) {
        const answer = await transport.request(request)
        const outcome = attemptOutcome(answer)
        if (outcome !== null)
          sense.note(
            attemptWhat(request.path),
            outcome,
            answer.ok ? undefined : redact(answer.error.detail ?? ''),
            attemptResource(request.path, request.body),
          )
        return answer
      },
    }),
    async flush() {
      gathered.abort()
      await writing
    },
  }
}
