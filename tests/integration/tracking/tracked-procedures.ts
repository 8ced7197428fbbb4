import { afterAll, afterEach, beforeEach } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startTracking, type TrackingFixture, type TrackingOptions } from '#tests/fakes/tracking-fixture.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'

/** Service whose procedures a test sets, and the tracking of them: new for each test of the file. */
export interface TrackedProcedures {
  service: FaultService
  procedures: FakeProcedures
  /** Starts the tracking; stopped after the test. */
  start(options?: TrackingOptions): Promise<TrackingFixture>
  /** Tracks the procedure `id`, if it was not, and lets it be found in another state. */
  change(of: TrackingFixture, id: string, status?: string): Promise<void>
  /** Adds open procedures, all of them due. */
  seed(of: TrackingFixture, ids: readonly string[]): Promise<void>
}

export function setUpTracking(): TrackedProcedures {
  let fixture: TrackingFixture | undefined
  const desk = {
    async start(options = {}) {
      fixture = await startTracking(desk.service.url, options)
      return fixture
    },
    async change(of, id, status = 'BLOCKED') {
      if (!desk.procedures.all.has(id)) {
        desk.procedures.set(id, 'PENDING')
        await of.tracking.changes.add(id)
      }
      desk.procedures.set(id, status)
      await of.tracking.changes.refresh('procedure', id)
    },
    async seed(of, ids) {
      const now = Date.now()
      for (const id of ids) {
        desk.procedures.set(id, 'PENDING')
        await of.store.call('resourceAnswered', {
          seen: {
            kind: 'procedure',
            id,
            status: 'PENDING',
            statusDescription: null,
            subject: { vrm: '1234BCD' },
            updatedAt: null,
            provisionalSince: null,
            revision: 'seed',
            body: { id, status: 'PENDING' },
          },
          now: now - 3_600_000,
          officeHours: true,
          random: 0.5,
          cause: 'poll',
          insist: false,
        })
      }
    },
  } as TrackedProcedures
  beforeEach(async () => {
    desk.procedures = createProcedures()
    desk.service = await startFaultService(desk.procedures.respond)
  })
  afterEach(async () => {
    await fixture?.stop()
    fixture = undefined
    await desk.service.close()
  })
  afterAll(removeTemporaryDirectories)
  return desk
}
