import { text } from 'node:stream/consumers'
import type * as z from 'zod'
import {
  GROWING_KINDS,
  MOVE_KINDS,
  type MoveIn,
  moveInWire,
  type MoveKind,
  moveOutWire,
  movePageWire,
  movePermissionWire,
  moveRecordWire,
} from '#shared/api/relay-move.ts'
import { relayErrorWire } from '#shared/api/relay.ts'
import { UsageError } from '#shared/server/options.ts'
import type { Said } from './commands.ts'
import { type Ask, AnswerError, type OfficeApi } from './office-api.ts'
import type { Options } from './options.ts'

/** `receive`: permits that one office is moved here. */
export async function receiveCommand(api: OfficeApi): Promise<Said> {
  const { token, expiresAt } = movePermissionWire.parse(await api.askAsOperator('POST', '/v1/moves'))
  return {
    json: { token, expiresAt },
    lines: [
      `Token: ${token}`,
      `For move --to=THIS_RELAY at the relay that the office is at, until ${expiresAt}.`,
    ],
  }
}

/** Longest time of one call, and time for which one that is not answered is tried again. */
const CALL_MS = 30_000
const PATIENCE_MS = 60_000
const RETRY_MS = 500

/**
 * `move`: copies what is there while the office is in use, ends its list here, copies the rest, and opens it there.
 * Each step is written down by the relays, so that the same command goes on from wherever it was interrupted.
 */
export async function moveCommand(api: OfficeApi, { to, isCancelled }: Options): Promise<Said> {
  if (to === null) throw new UsageError('move needs --to: the address of the relay that the office goes to')
  const token = await readToken()
  const here = patient(api.ask)
  const there = patient(askerOf(to, token))
  const tell = (line: string) => void process.stderr.write(`${line}\n`)

  if (isCancelled) {
    // The other relay gives it up first: this one asks it before it goes on with the list.
    const before = moveOutWire.parse(await here('GET', '/v1/office/move'))
    if (before.state === 'here') await there('DELETE', '/v1/move-in')
    await here('DELETE', '/v1/office/move', { token })
    return { json: { state: 'here' }, lines: ['The office stays here.'] }
  }

  const out = moveOutWire.parse(await here('GET', '/v1/office/move'))
  if (out.state !== 'here' && out.to !== to) throw new Error(`this office is, or is moving, at ${out.to}`)
  const done = { json: { state: 'moved', to }, lines: [`The office is at ${to}. Point its address there.`] }
  let move = moveInWire.parse(await there('GET', '/v1/move-in'))
  if (out.state === 'moved') return done
  if (move.state === 'discarded')
    throw new Error('this move was cancelled: run move --cancel, or get another token')
  if (move.state === 'open' && out.state === 'here')
    throw new Error('this token was for a move before: get another one')
  if (move.state !== 'open') {
    move = moveInWire.parse(await there('PUT', '/v1/move-in', await recordHere()))
    if (out.state === 'here') {
      tell('Copying; the office is in use meanwhile…')
      for (const kind of GROWING_KINDS) await copy(kind)
    }
    await here('PUT', '/v1/office/move', { to, token, operatorToken: api.operatorToken })
    tell('The office is closed for a moment…')
    for (const kind of MOVE_KINDS) await copy(kind)
    const { positions } = move
    await there('POST', '/v1/move-in/finish', { record: await recordHere(), positions })
  }
  await here('POST', '/v1/office/move/settle', { token })
  return done

  async function recordHere() {
    return moveRecordWire.parse(await here('GET', '/v1/office/move/record'))
  }

  /** Everything of a kind that the other relay does not have yet. */
  async function copy(kind: MoveKind): Promise<void> {
    for (;;) {
      const after = move.positions[kind] ?? ''
      const page = movePageWire.parse(await here('GET', `/v1/office/move/rows?kind=${kind}&after=${after}`))
      if (page.rows.length === 0) return
      move = await there('POST', '/v1/move-in/rows', page).then(
        parsed(moveInWire),
        async (error: unknown) => {
          // The answer to the same page was lost: it is there.
          if (!(error instanceof AnswerError && error.code === 'elsewhere')) throw error
          const now = moveInWire.parse(await there('GET', '/v1/move-in'))
          if (now.positions[kind] === after) throw error
          return now
        },
      )
      if (move.state !== 'receiving') throw new Error('the move has ended at the other relay')
    }
  }
}

/** `forget`: the relay no longer knows an office that has moved away. */
export async function forgetCommand(api: OfficeApi, { argument }: Options): Promise<Said> {
  await api.ask('DELETE', '/v1/office/move/record')
  return {
    json: { forgotten: argument },
    lines: ['Forgotten: what still comes here for that office is refused.'],
  }
}

const parsed =
  (schema: z.ZodType<MoveIn>) =>
  (value: unknown): MoveIn =>
    schema.parse(value)

/** From `RELAY_MOVE_TOKEN` or stdin: other users of a machine see a command line. */
async function readToken(): Promise<string> {
  const given = process.env['RELAY_MOVE_TOKEN'] ?? (await text(process.stdin))
  const token = given.trim()
  if (token === '') throw new UsageError('give the token of receive in RELAY_MOVE_TOKEN or on stdin')
  return token
}

/** Asks the relay that the office goes to. */
const askerOf =
  (to: string, token: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(to + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    })
    const said = await answer.text()
    if (answer.ok) return JSON.parse(said)
    throw errorOf(answer.status, said, to)
  }

function errorOf(status: number, said: string, to: string): AnswerError {
  try {
    const { code, message } = relayErrorWire.parse(JSON.parse(said))
    return new AnswerError(status, code, `${to}: ${message}`)
  } catch {
    return new AnswerError(status, 'unknown', `${to} answered ${status}: is it a relay of this version?`)
  }
}

/** Asks a relay again for a minute while it does not answer, or answers that it is to be asked later. */
function patient(ask: Ask): Ask {
  return async (...given) => {
    const until = performance.now() + PATIENCE_MS
    for (;;)
      try {
        return await ask(...given)
      } catch (error) {
        const isPassing =
          error instanceof AnswerError ? error.status === 503 || error.status === 429 : isNetwork(error)
        if (!isPassing || performance.now() > until) throw explained(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
  }
}

/** `fetch` hides why in the cause. */
const isNetwork = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || (error instanceof TypeError && error.cause !== undefined))

function explained(error: unknown): unknown {
  const cause = error instanceof TypeError ? error.cause : null
  return cause instanceof Error ? new Error(`a relay does not answer: ${cause.message}`) : error
}
