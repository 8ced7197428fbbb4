import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { REGISTRATION } from './support/bodies.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { KEY, post, startService, temporaryDirectory } from './support/service.ts'

const PART =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n'
const CHUNK = Buffer.alloc(200_000, ' ')

async function setup() {
  const clock = createFakeClock()
  const filesDirectory = join(await temporaryDirectory(), 'files')
  const service = await startService({ clock, filesDirectory, limits: { connectionsCheckingIntervalMs: 10 } })
  const { id } = await (await post(`${service.url}/v1/procedures/registration`, REGISTRATION)).json()
  /** Bytes received of the file being uploaded. */
  function arrived(): number {
    const incoming = join(filesDirectory, 'incoming')
    return readdirSync(incoming).reduce((sum, name) => sum + statSync(join(incoming, name)).size, 0)
  }
  return { clock, arrived, ...service, path: `/v1/procedures/${id}/documents` }
}

/** Connection that sends as slowly as the test wants. */
async function open(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let answer = ''
  let isClosed = false
  socket.on('data', (chunk) => (answer += chunk))
  socket.on('close', () => (isClosed = true))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return {
    write: (data: string | Buffer) => new Promise<void>((done) => socket.write(data, () => done())),
    answer: () => answer,
    isClosed: () => isClosed,
  }
}

const head = (path: string, length: number, key = KEY) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`

describe('a body has no limit of time as long as it comes', () => {
  it('a file that takes three minutes arrives', async () => {
    const { clock, url, path, arrived, server } = await setup()
    // Node's own limit covers the whole request, by the machine's clock.
    expect(server.requestTimeout).toBe(0)
    const rounds = 20
    const end = '\r\n--x--\r\n'
    const connection = await open(url)
    await connection.write(head(path, PART.length + rounds * CHUNK.length + end.length) + PART)
    await expect.poll(arrived).toBeGreaterThan(0)
    for (let round = 1; round <= rounds; round++) {
      await connection.write(CHUNK)
      // Busboy holds back less than this, in case it is the boundary.
      await expect.poll(arrived).toBeGreaterThan(round * CHUNK.length - 100)
      clock.advance(9_000)
    }
    await connection.write(end)
    await expect.poll(connection.answer).toContain('HTTP/1.1 201')
  })

  it('one that stops is cut after ten seconds: 408, and nothing is left', async () => {
    const { clock, url, path, arrived } = await setup()
    const connection = await open(url)
    await connection.write(head(path, 1_000_000) + PART + CHUNK.toString())
    await expect.poll(arrived).toBeGreaterThan(CHUNK.length - 100)
    clock.advance(5_000)
    await connection.write(CHUNK)
    await expect.poll(arrived).toBeGreaterThan(2 * CHUNK.length - 100)
    expect(connection.answer()).toBe('')
    // Repeated until the sweep has seen the last bytes.
    await expect
      .poll(() => {
        clock.advance(10_001)
        return connection.answer()
      })
      .toMatch(/^HTTP\/1\.1 408 [^]*"statusCode":408/)
    await expect.poll(arrived).toBe(0)
  })

  it('one that drips is cut: 8 KiB a second, over ten seconds', async () => {
    const { clock, url, path, arrived } = await setup()
    const connection = await open(url)
    await connection.write(head(path, 1_000_000) + PART)
    await expect.poll(arrived).toBeGreaterThan(0)
    for (let second = 1; second <= 9; second++) {
      clock.advance(1_000)
      await connection.write(Buffer.alloc(1_000, ' '))
      await expect.poll(arrived).toBeGreaterThan(second * 1_000 - 100)
    }
    expect(connection.answer()).toBe('')
    clock.advance(1_001)
    await connection.write(Buffer.alloc(1_000, ' '))
    await expect.poll(connection.answer).toMatch(/^HTTP\/1\.1 408 [^]*"statusCode":408/)
  })

  it('the rest of a body that was refused has ten seconds', async () => {
    const { clock, url, path } = await setup()
    const connection = await open(url)
    await connection.write(head(path, 1_000_000_000, 'of-nobody') + PART)
    await expect.poll(connection.answer).toContain('HTTP/1.1 401')
    await expect
      .poll(async () => {
        clock.advance(5_000)
        await connection.write(CHUNK)
        return connection.isClosed()
      })
      .toBe(true)
  })
})
