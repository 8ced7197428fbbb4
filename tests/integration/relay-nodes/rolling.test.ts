import { expect, test } from 'vitest'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { ensurePrograms } from '#tests/system.ts'
import { startCaddyOfNodes } from '../relay-deployed/support/proxies.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { allEvents, eventOf, OFFICE, post, temporaryDirectory } from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'

const whyNot = await ensurePrograms('caddy')
if (whyNot !== null) console.warn(`rolling restarts: skipped: ${whyNot}`)

const SENDERS = 3
/** Between two events of a sender: what is tried here is the replacement, and not how much the machine bears. */
const PAUSE_MS = 20

test.skipIf(whyNot !== null)('two nodes are replaced one by one, and no webhook is refused', async () => {
  const directory = await temporaryDirectory()
  const ports = [await freePort(), await freePort()] as const
  const start = (port: number) => spawnRelay(directory, [`--port=${port}`])
  const nodes = await Promise.all(ports.map(start))
  const url = await startCaddyOfNodes(ports)
  const stream = openStream(url, OFFICE.adminToken)
  expect(await stream.status).toBe(200)
  const refusals: string[] = []
  let taken = 0
  let isOver = false
  const working = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let index = 0; !isOver; index++) {
      const answer = await post(url, JSON.stringify(eventOf(`s${sender}-${index}`)))
      if (answer.status === 200) taken += 1
      else refusals.push(`${answer.status} ${await answer.text()}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, port] of ports.entries()) {
      const before = taken
      await expect.poll(() => taken).toBeGreaterThan(before + 20)
      const former = nodes[index]
      former?.kill('SIGTERM')
      expect(await former?.exited).toEqual({ code: 0, signal: null })
      const next = await start(port)
      nodes[index] = next
      // The proxy sends it events again: only then is the other one replaced (docs/relay/nodes.md).
      const figures = async () => (await fetch(`${next.ops}/metrics`)).text()
      await expect.poll(figures).toMatch(/^relay_ingest_total\{result="stored"\} [1-9]/m)
    }
  isOver = true
  await Promise.all(working)
  expect(refusals).toEqual([])
  expect((await allEvents(url)).map(({ seq }) => seq)).toEqual(Array.from({ length: taken }, (_, i) => i + 1))
  await stream.ended
  expect(stream.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'stopping' } })
})
