import { spawn, spawnSync } from 'node:child_process'
import { EventSource } from 'eventsource'
import { expect, onTestFinished, test } from 'vitest'
import { spawnRelay } from './support/process.ts'
import { OFFICE, pageOf, postMany, temporaryDirectory } from './support/relay.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** relay/README.md, "Subscribe", without a line of our client. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

test.runIf(hasCurl)('curl -N reads the list', async () => {
  const relay = await spawnRelay(await temporaryDirectory())
  await postMany(relay.url, 3)
  const { epoch } = await pageOf(relay.url)
  const authorization = `Authorization: Bearer ${OFFICE.adminToken}`
  const curl = spawn('curl', ['-sN', '-H', authorization, `${relay.url}/v1/stream?after=${epoch}.1`])
  onTestFinished(() => void curl.kill())
  let text = ''
  curl.stdout.on('data', (chunk) => (text += String(chunk)))
  const ids = () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)
  await expect.poll(ids).toEqual([`${epoch}.2`, `${epoch}.3`])
  await postMany(relay.url, 1, 'q')
  await expect.poll(ids).toEqual([`${epoch}.2`, `${epoch}.3`, `${epoch}.4`])
})

test('the package eventsource reads it, and goes on by itself when the relay is killed and comes back', async () => {
  const directory = await temporaryDirectory()
  const first = await spawnRelay(directory)
  const { port } = new URL(first.url)
  await postMany(first.url, 5)
  const { epoch } = await pageOf(first.url)
  const received: { id: string; seq: number }[] = []
  const stream = new EventSource(`${first.url}/v1/stream`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${OFFICE.adminToken}` } }),
  })
  onTestFinished(() => stream.close())
  stream.addEventListener('change', ({ lastEventId, data }) =>
    received.push({ id: lastEventId, seq: (JSON.parse(data) as { seq: number }).seq }),
  )
  await expect.poll(() => received.map(({ seq }) => seq)).toEqual(upTo(5))
  first.kill('SIGKILL')
  await first.exited
  const again = await spawnRelay(directory, [`--port=${port}`])
  await postMany(again.url, 5, 'q')
  await expect.poll(() => received.map(({ seq }) => seq)).toEqual(upTo(10))
  expect(received.map(({ id }) => id)).toEqual(upTo(10).map((seq) => `${epoch}.${seq}`))
})
