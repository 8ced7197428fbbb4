import type { SampleOffice } from '#shared/api/development.ts'
import { eventBody } from '../../events/emitter.ts'
import { createDraw } from '../../registry/draw.ts'
import { seededId } from '../../registry/seeded-id.ts'
import { isPlayable } from '../autoplay-steps.ts'
import { createPastWriter, type PastWriterDeps } from './past-writer.ts'
import { planOffice } from './plan.ts'

export interface SampleOfficeDeps extends PastWriterDeps {
  /** Called for each that is not over, in the same transaction; `share`, 0 to 1, tells them apart. */
  readonly onOpen: (id: string, share: number) => void
}

/**
 * Makes the office of the demonstration for an account, once: asked again, it gives the same one. It is written as
 * the past, and its events are returned instead of delivered: no subscription is older than the office.
 */
export function createSampleOffice({ onOpen, ...deps }: SampleOfficeDeps) {
  const { context, procedures, signatures } = deps
  const { db } = context
  const find = db.prepare<[string], { body: string }>('SELECT body FROM sample_office WHERE account = ?')
  const keep = db.prepare<[string, string]>('INSERT INTO sample_office (account, body) VALUES (?, ?)')

  /** Call it in a transaction. */
  function make(account: string, seed: string): SampleOffice {
    const known = find.get(account)
    if (known) return JSON.parse(known.body) as SampleOffice
    const nowMs = context.clock.now()
    const made = write(account, seed, nowMs)
    keep.run(account, JSON.stringify(made))
    const open = openOf(made)
    // Those of one state are next to each other: every seventh is another kind of thing.
    for (const [index, id] of open.entries()) onOpen(id, (((index * 7) % open.length) + 1) / open.length)
    return made
  }

  function openOf({ cases, signatures: sent }: SampleOffice): string[] {
    const isWaiting = (status?: string) => status === 'submitted' || status === 'sent'
    return [
      ...cases.filter(({ id }) => isPlayable(procedures.findAnyones(id)?.status ?? 'CANCELLED')),
      ...sent.filter(({ id }) => isWaiting(signatures.findAnyones(id)?.status)),
    ].map(({ id }) => id)
  }

  function write(account: string, seed: string, nowMs: number): SampleOffice {
    const plan = planOffice(seed, nowMs)
    const draw = createDraw(`${seed}/${account}/ids`)
    const past = createPastWriter(deps, account, () => seededId(draw))
    const cases = plan.procedures.map((planned) => ({ id: past.procedure(planned), ...planned.notes }))
    return {
      madeAt: iso(nowMs),
      cases,
      signatures: plan.signatures.map((planned) => {
        const procedureId = cases[planned.procedure ?? -1]?.id
        return { id: past.signature(planned), ...(procedureId !== undefined && { procedureId }) }
      }),
      reports: plan.reports.map((planned) => {
        const { type, vrm } = planned
        return { id: past.report(planned), type, vrm, at: iso(planned.atMs) }
      }),
      events: past.events().map(eventBody),
    }
  }

  return { make }
}

const iso = (ms: number) => new Date(ms).toISOString()
