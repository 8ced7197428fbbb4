import { randomUUID } from 'node:crypto'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { Handover } from '#shared/bridge/handovers.ts'
import { type AppError, appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Vault } from '../../store/vault.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { Sharing } from '../sharing/sharing.ts'
import { formatPart, PART_BYTES, parsePart } from './handovers.rules.ts'
import type { HandoverStep, RelayPart } from './handover-steps.store.ts'
import type { GiveOutcome } from './handovers.store.ts'

/** Hands drafts over to colleagues with their documents, and collects those that a colleague hands over. */
export interface Handovers {
  list(): Promise<Result<{ rows: Handover[] }>>
  give(about: {
    draftId: string
    version: number
    person: string
    note: string
  }): Promise<Result<{ id: string }>>
  withdraw(id: string): Promise<Result<Record<string, never>>>
  take(id: string): Promise<Result<{ draftId: string }>>
  /** Call this when hand-overs arrived from the relay, or when the connection to it begins or ends. */
  wake(): void
  resume(): void
  stop(): Promise<void>
}

export interface HandoversDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  /** Vault with the documents of drafts. */
  vault: Vault
  assumptions: Pick<AccountAssumptions, 'maxDocumentBytes'>
  sealed: Sharing['sealed']
  /** True while the relay is connected and this PC shares. */
  isConnected: () => boolean
  /** True if this PC has a relay. */
  hasRelay: () => Promise<boolean>
  onChanged: () => void
}

/** Delay after a failure, in milliseconds. */
const RETRY_MS = 5_000
/** Delay while the relay has no room for the office, in milliseconds. */
const FULL_MS = 10 * 60_000

const REFUSALS = {
  unknown: 'not-found',
  busy: 'draft-busy',
  changed: 'draft-changed',
  begun: 'handover-begun',
  'too-large': 'handover-too-large',
  off: 'handover-off',
} as const satisfies Record<Exclude<GiveOutcome, 'given'>, AppError['code']>

export function createHandovers(deps: HandoversDeps): Handovers {
  const { call, clock, log, supervisor, vault, sealed, isConnected, onChanged } = deps
  const stopping = new AbortController()
  /** Hand-overs that failed, with the time of their next attempt. */
  const waiting = new Map<string, number>()
  const loop = createBackgroundLoop({ name: 'handovers', clock, log, supervisor, round: runRound })

  async function runRound(): Promise<number> {
    for (const file of await call('unwantedHandoverFiles')) {
      await vault.remove(file)
      await call('handoverFileRemoved', file)
    }
    if (!isConnected()) return Infinity
    const now = clock.now()
    for (const [id, at] of waiting) if (at <= now) waiting.delete(id)
    const step = await call('handoverStep', [...waiting.keys()], now)
    if (step === null) return waiting.size === 0 ? Infinity : Math.max(0, Math.min(...waiting.values()) - now)
    const done = await takeStep(step)
    if (stopping.signal.aborted) return Infinity
    if (!done.ok) waiting.set(step.id, now + (done.error.code === 'sharing-full' ? FULL_MS : RETRY_MS))
    await call('handoverFailed', step.id, done.ok ? null : done.error)
    onChanged()
    // One step per round: a round must not take longer than its supervisor waits.
    return 0
  }

  async function takeStep(step: HandoverStep): Promise<Result<unknown>> {
    switch (step.step) {
      case 'send':
        return sendParts(step)
      case 'fetch':
        return fetchPart(step)
      case 'join':
        return joinParts(step)
      case 'write':
        return sealed.write([{ id: step.recordId, after: step.after, content: step.content }])
      case 'erase':
        return sealed.write(
          step.parts.map(({ recordId, seq }) => ({ id: recordId, after: seq, content: null })),
        )
    }
  }

  async function sendParts({ file, key, parts }: HandoverStep & { step: 'send' }): Promise<Result<unknown>> {
    const content = await vault.read(file, key)
    if (!content.ok) return content
    const read = await readPieces(content.value, parts)
    return sealed.write(
      read.map(({ part, bytes }) => ({
        id: part.recordId,
        after: part.seq,
        content: formatPart(part.key, bytes),
      })),
    )
  }

  async function fetchPart({
    id,
    position,
    part,
  }: HandoverStep & { step: 'fetch' }): Promise<Result<unknown>> {
    const content = await sealed.read(part.recordId, part.seq)
    if (!content.ok) return content
    const bytes = content.value === null ? null : parsePart(part.key, content.value)
    if (bytes === null) return fail(appError('handover-damaged'))
    const file = randomUUID()
    const received = await vault.receivePart(file, bytes, stopping.signal)
    if (!received.ok) return received
    const { key } = received.value
    if (!(await call('handoverFetched', { id, position, part: part.index, file, key })))
      await vault.remove(file)
    return received
  }

  async function joinParts(step: HandoverStep & { step: 'join' }): Promise<Result<unknown>> {
    const { id, position, size, sha256, parts } = step
    async function* readParts(): AsyncGenerator<Uint8Array> {
      for (const { file, key } of parts) {
        const content = await vault.read(file, key)
        if (!content.ok) throw new Error('a part of the document cannot be read')
        yield* content.value
      }
    }
    const file = randomUUID()
    // The giver's account may accept larger documents than this one.
    const maxBytes = Math.max(size, deps.assumptions.maxDocumentBytes)
    const received = await vault.receive(file, readParts(), { size, maxBytes }, stopping.signal)
    if (!received.ok && ['disk-full', 'cancelled'].includes(received.error.code)) return received
    if (received.ok && received.value.sha256 === sha256) {
      const { key } = received.value
      if (!(await call('handoverFetched', { id, position, part: null, file, key }))) await vault.remove(file)
      return received
    }
    if (received.ok) await vault.remove(file)
    await call('handoverPartsDropped', id, position)
    return fail(appError('handover-damaged'))
  }

  function changed(): void {
    waiting.clear()
    onChanged()
    loop.wake()
  }

  return {
    list: async () => ok({ rows: await call('handovers', isConnected()) }),

    async give(about) {
      const id = randomUUID()
      const outcome = await call('giveDraft', id, about, clock.now())
      if (outcome !== 'given') return fail(appError(REFUSALS[outcome]))
      changed()
      return ok({ id })
    },

    async withdraw(id) {
      const isDone = await call('withdrawHandover', id, !(await deps.hasRelay()), clock.now())
      if (!isDone) return fail(appError('handover-over'))
      changed()
      return ok({})
    },

    async take(id) {
      const draftId = await call('takeHandover', id, randomUUID())
      if (draftId === null) return fail(appError('handover-over'))
      changed()
      return ok({ draftId })
    },

    wake() {
      waiting.clear()
      loop.wake()
    },

    resume() {
      loop.wake()
      loop.start()
    },

    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}

/** Bytes of some parts of a document, which lie one after another. */
async function readPieces(
  content: AsyncIterable<Uint8Array>,
  parts: readonly RelayPart[],
): Promise<{ part: RelayPart; bytes: Uint8Array }[]> {
  const pieces = parts.map((part) => ({ part, chunks: [] as Uint8Array[] }))
  const end = Math.max(...parts.map(({ index }) => (index + 1) * PART_BYTES))
  let at = 0
  for await (const chunk of content) {
    for (const { part, chunks } of pieces) {
      const from = part.index * PART_BYTES - at
      chunks.push(chunk.subarray(Math.max(0, from), Math.max(0, from + PART_BYTES)))
    }
    at += chunk.byteLength
    if (at >= end) break
  }
  return pieces.map(({ part, chunks }) => ({ part, bytes: Buffer.concat(chunks) }))
}

export const createHandoverCommands = ({ ask }: AccountQuestions): CommandsOf<'handovers'> => ({
  'handovers.list': () => ask(({ handovers }) => handovers.list()),
  'handovers.give': (about) => ask(({ handovers }) => handovers.give(about)),
  'handovers.withdraw': ({ id }) => ask(({ handovers }) => handovers.withdraw(id)),
  'handovers.take': ({ id }) => ask(({ handovers }) => handovers.take(id)),
})
