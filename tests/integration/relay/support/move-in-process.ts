import { expect } from 'vitest'
import { moveCommand } from '#relay/cli/move-command.ts'
import { AnswerError, type Ask } from '#relay/cli/office-api.ts'
import { parseOptions } from '#relay/cli/options.ts'
import { bearer, call, OFFICE, type RunningRelay } from './relay.ts'

/** A permission of a relay in this process. */
export async function permit({ url, relay }: RunningRelay): Promise<string> {
  const answer = await call(`${url}/v1/moves`, 'POST', relay.operatorToken)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { token: string }).token
}

const askAt =
  (url: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...bearer(OFFICE.adminToken), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = (await answer.json()) as { code: string; message: string }
    if (answer.ok) return said
    throw new AnswerError(answer.status, said.code, said.message)
  }

/** The command `move`, between two relays in this process. */
export async function runMove(from: RunningRelay, to: RunningRelay, token: string, ...more: string[]) {
  const ask = askAt(from.url)
  const { operatorToken } = from.relay
  const api = { ask, askAsOperator: ask, operatorToken, isRunning: true, relay: null, close: async () => {} }
  process.env['RELAY_MOVE_TOKEN'] = token
  try {
    return await moveCommand(api, parseOptions(['move', `--to=${to.url}`, ...more]))
  } finally {
    delete process.env['RELAY_MOVE_TOKEN']
  }
}

export const moveNow = async (from: RunningRelay, to: RunningRelay) => runMove(from, to, await permit(to))
