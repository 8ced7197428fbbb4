import { randomUUID } from 'node:crypto'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { Supply } from '#shared/bridge/papers.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { fileNameAs } from '#shared/domain/paper-name.ts'
import { FILE_ENDINGS, FILE_KINDS } from '#shared/domain/procedures/file-kind.ts'
import type { NewSupply, SupplyInside } from './supplies.store.ts'
import { createJobRunner, type JobBody } from '../../runtime/job-runner.ts'
import { createUploads } from '../../runtime/uploads.ts'
import { isNothingGiven, supplyInsisted } from './progress.rules.ts'
import { incidentStateOf, knownProcedure } from './situation.rules.ts'
import { createSupplying, type Supplying, type SupplyingDeps } from './supplying.ts'

/**
 * What is given to the service for a procedure that is already there. It leaves at the person's word alone: while the
 * connection is down it is queued, and when it is back the person says so again.
 */
export interface Supplies {
  list(procedureId: string): Promise<Result<{ supplies: Supply[] }>>
  solve(procedureId: string, incidentId: string): Promise<Result<Supply>>
  add(
    file: {
      procedureId: string
      incidentId?: string | undefined
      name: string
      size: number
      type: string
    },
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Result<Supply>>
  check(id: string): Promise<Result<Supply>>
  again(id: string): Promise<Result<Supply>>
  cancel(id: string): Promise<Result<Record<string, never>>>
  drop(id: string): Promise<Result<Record<string, never>>>
  /** Takes up what was on its way when the product last ended. */
  resume(): Promise<void>
  /** Files that no row needs any more. */
  removeFiles(files: readonly string[]): Promise<void>
  stop(): Promise<void>
}

export interface SuppliesDeps extends Omit<SupplyingDeps, 'sendsType' | 'onSent'> {
  assumptions: Pick<AccountAssumptions, 'maxDocumentBytes' | 'sendDocumentType'>
  /** Whether anything is kept in this session. */
  persists: () => boolean
  /** How long the word that an incident is solved can be taken back before it leaves. */
  undoMs: () => number
}

export function createSupplies(deps: SuppliesDeps): Supplies {
  const { call, clock, breaker, log, vault, assumptions, persists, undoMs, onChanged } = deps
  const sendsType = assumptions.sendDocumentType
  const jobs = createJobRunner<Supplying>({
    name: 'supplies',
    clock,
    log,
    onEnd({ procedureId }, id) {
      uploads.forget(id)
      onChanged(procedureId)
    },
  })
  /** Those that can still be taken back. Of this run alone: after it they are queued, and wait for the person. */
  const undoable = createJobRunner<JobBody & { sendAt: number }>({ name: 'supplies', clock, log })
  const uploads = createUploads<number>(clock)
  /** Files of an earlier run are swept: what comes in now stays. */
  const swept = Promise.withResolvers<void>()
  let isSwept = false

  async function get(id: string): Promise<Result<Supply>> {
    const inside = await call('supply', id)
    return inside ? ok(viewOf(inside.supply)) : fail(appError('not-found'))
  }

  function viewOf(supply: Supply): Supply {
    const sendAt = undoable.get(supply.id)?.body.sendAt
    if (supply.state === 'queued' && sendAt !== undefined) return { ...supply, sendAt }
    const sentBytes = supply.state === 'uploading' ? uploads.get(supply.id) : undefined
    if (!supply.document || sentBytes === undefined) return supply
    return { ...supply, document: { ...supply.document, sentBytes } }
  }

  function begin({ supply: { id, procedureId } }: SupplyInside): void {
    // One after the other, so that of two new documents it is known whose each is.
    const before = [...jobs.running].filter(
      ({ job, body }) => job.id !== id && body.procedureId === procedureId,
    )
    const after = Promise.all(before.map(({ done }) => done))
    const onSent = (bytes: number) => {
      if (uploads.sent(id, bytes)) onChanged(procedureId)
    }
    jobs.start(id, (job) => createSupplying({ ...deps, sendsType, onSent }, job, procedureId), after)
  }

  /** Why it cannot be given, as far as this PC knows. */
  async function refusal(procedureId: string, incidentId: string | undefined): Promise<AppError | null> {
    if (!persists()) return appError('nothing-persists')
    const known = await call('papersOf', procedureId)
    if (!known) return appError('not-found')
    if (incidentId === undefined) return null
    const procedure = knownProcedure(known.body)
    const incident = procedure ? incidentStateOf(procedure, incidentId) : 'open'
    if (incident === 'hold') return appError('not-solvable')
    if (incident === 'over') return appError('incident-gone')
    const open = await call('supplies', procedureId, clock.now())
    return open.some((one) => one.incidentId === incidentId && one.state !== 'done')
      ? appError('supply-open')
      : null
  }

  /** @param ms how long it can be taken back before it does */
  async function leave(supply: NewSupply, ms = 0): Promise<Result<Supply>> {
    if (!(await call('addSupply', supply))) return fail(appError('supply-open'))
    if (ms === 0 || isDown()) return depart(supply)
    const sendAt = clock.now() + ms
    undoable.start(supply.id, ({ signal }) => ({
      sendAt,
      async step() {
        await clock.sleep(ms, signal)
        if (!signal.aborted) await depart(supply)
        return 'over'
      },
    }))
    onChanged(supply.procedureId)
    return get(supply.id)
  }

  const isDown = () => breaker.state.state === 'down' || breaker.state.state === 'unauthorized'
  const depart = (supply: NewSupply) =>
    isDown() ? queued(supply, breaker.state.error ?? appError('unreachable')) : sent(supply.id)

  async function queued({ id, procedureId }: NewSupply, error: AppError): Promise<Result<Supply>> {
    const inside = await call('supply', id)
    if (inside) await call('supplyStep', id, { progress: inside.progress, error, now: clock.now() })
    onChanged(procedureId)
    return get(id)
  }

  /** The person's word: it leaves now. */
  async function sent(id: string): Promise<Result<Supply>> {
    const inside = await call('supply', id)
    if (!inside) return fail(appError('not-found'))
    const progress = supplyInsisted(inside.progress)
    await call('supplyStep', id, { progress, stage: 'sending', error: null, active: true, now: clock.now() })
    begin(inside)
    onChanged(inside.supply.procedureId)
    return get(id)
  }

  /** At the person's word. */
  async function stopped(id: string): Promise<SupplyInside | null> {
    await undoable.stop(id)
    jobs.get(id)?.body.cancel()
    await jobs.stop(id)
    return call('supply', id)
  }

  async function dropped({
    supply: { id, procedureId },
  }: SupplyInside): Promise<Result<Record<string, never>>> {
    await call('endSupply', id, 'dropped', clock.now())
    await vault.remove(id).catch(() => undefined)
    onChanged(procedureId)
    return ok({})
  }

  return {
    list: async (procedureId) =>
      ok({ supplies: (await call('supplies', procedureId, clock.now())).map(viewOf) }),

    async solve(procedureId, incidentId) {
      const refused = await refusal(procedureId, incidentId)
      if (refused) return fail(refused)
      return leave({ id: randomUUID(), procedureId, incidentId, document: null, at: clock.now() }, undoMs())
    },

    async add({ procedureId, incidentId, name, size, type }, body, signal) {
      const refused = await refusal(procedureId, incidentId)
      if (refused) return fail(refused)
      await swept.promise
      const id = randomUUID()
      const file = await vault.receive(id, body, { size, maxBytes: assumptions.maxDocumentBytes }, signal)
      if (!file.ok) return file
      const { kind, key, sha256 } = file.value
      const left = await leave({
        id,
        procedureId,
        incidentId: incidentId ?? null,
        document: {
          name: fileNameAs(name, FILE_ENDINGS[kind]),
          type,
          mime: FILE_KINDS[kind],
          size,
          sha256,
          key,
        },
        at: clock.now(),
      }).catch(async (error: unknown) => {
        if (!(await call('supply', id).catch(() => null))) await vault.remove(id)
        throw error
      })
      if (!left.ok) await vault.remove(id)
      return left
    },

    async check(id) {
      const inside = await call('supply', id)
      if (!inside) return fail(appError('not-found'))
      // What waits for the person's word is looked at once they give it (`again`).
      jobs.get(id)?.job.waits.skip()
      return ok(viewOf(inside.supply))
    },

    async again(id) {
      await undoable.stop(id)
      const inside = await call('supply', id)
      if (!inside) return fail(appError('not-found'))
      if (inside.stage !== 'queued' && inside.stage !== 'failed') return ok(inside.supply)
      return sent(id)
    },

    async cancel(id) {
      const inside = await stopped(id)
      if (!inside) return fail(appError('not-found'))
      if (isNothingGiven(inside.progress)) return dropped(inside)
      // It goes on from where it was: what nobody knows is looked at.
      if (inside.stage === 'sending') begin(inside)
      return fail(appError('too-late'))
    },

    async drop(id) {
      const inside = await stopped(id)
      return inside ? dropped(inside) : fail(appError('not-found'))
    },

    async resume() {
      // Once: a file that is just coming in is no leftover.
      if (!isSwept)
        await vault
          .sweep(new Set(await call('supplyFiles')))
          .catch((error: unknown) => log.error('supplies: cannot be swept', error))
      isSwept = true
      swept.resolve()
      for (const id of await call('sendingSupplies')) {
        const inside = await call('supply', id)
        if (inside) begin(inside)
      }
    },

    async removeFiles(files) {
      await Promise.all(files.map((file) => vault.remove(file).catch(() => undefined)))
    },

    async stop() {
      await undoable.close(false)
      await jobs.close(false)
    },
  }
}
