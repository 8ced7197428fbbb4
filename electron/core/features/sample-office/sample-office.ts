import { SAMPLE_OFFICE_PATH, sampleOfficeSchema, type SampleOffice } from '#shared/api/sample-office.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Transport } from '../../api/transport.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { StoreCall } from '../../store/client.ts'
import { readOffice } from './office-reader.ts'
import type { SampleFill } from './sample-office.store.ts'

export { readOffice }

/** The office of *Demostración*: made by its own service, read through the service's API, and stored here. */
export interface SampleOfficeFiller {
  /** Fills an empty demonstration, once. Never rejects: what failed is tried again at the next start. */
  fill(): Promise<void>
  stop(): Promise<void>
}

export interface SampleOfficeDeps {
  call: StoreCall
  client: Pick<ServiceClient, 'getProcedure' | 'getSignature' | 'getReport'>
  transport: Pick<Transport, 'request'>
  clock: Clock
  log: Log
  /** It is filled: everything shown has changed. */
  onFilled: () => Promise<void>
}

/** The embedded service may still be starting, or be started again. */
const RETRY_MS = 1_000
const MAX_ATTEMPTS = 5

export function createSampleOffice(deps: SampleOfficeDeps): SampleOfficeFiller {
  const { call, transport, clock, log, onFilled } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let filling: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    if (!(await call('wantsSampleOffice'))) return
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !signal.aborted; attempt++) {
      const fill = await read()
      if (fill.ok) {
        if (signal.aborted || !(await call('fillSampleOffice', fill.value))) return
        log.info(`sample office: ${fill.value.resources.length} procedures and signatures`)
        return onFilled()
      }
      log.warn(`sample office: ${fill.error.code} ${fill.error.detail ?? ''}`)
      await clock.sleep(RETRY_MS, signal)
    }
  }

  async function read(): Promise<Result<SampleFill>> {
    const made = await makeOffice()
    return made.ok ? readOffice(deps, made.value, signal) : made
  }

  async function makeOffice(): Promise<Result<SampleOffice>> {
    const answer = await transport.request({ method: 'POST', path: SAMPLE_OFFICE_PATH, body: {}, signal })
    if (!answer.ok) return answer
    const office = sampleOfficeSchema.safeParse(answer.value)
    return office.success ? ok(office.data) : fail(appError('bad-answer', { detail: office.error.message }))
  }

  return {
    fill() {
      filling = run().catch((error: unknown) => {
        if (!signal.aborted) log.error('sample office: it could not be filled', error)
      })
      return filling
    },
    async stop() {
      stopping.abort()
      await filling
    },
  }
}
