import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAIN, spawnService } from './support/process.ts'
import { startReceiver } from './support/receiver.ts'
import { createReport, get, KEY, post, settledReport, temporaryDirectory } from './support/service.ts'

/** Each test starts processes, on a machine that may be busy with others. */

const KEYS = `${KEY}=B12345674`

describe('starting', () => {
  it('prints one JSON line on stdout and everything else on stderr', async () => {
    const service = spawnService({ keys: KEYS, args: ['--port=0', '--report-delay-ms=20'] })
    const { listening } = await service.ready
    expect(new URL(listening)).toMatchObject({ hostname: '127.0.0.1', protocol: 'http:' })
    const { id } = await createReport(listening, '1234BCD')
    expect((await settledReport(listening, id)).status).toBe('completed')
    service.child.kill('SIGTERM')
    await service.exited
    expect(service.stdout()).toBe(`${JSON.stringify({ listening })}\n`)
    expect(service.stderr()).toContain('SIGTERM')
    expect(service.stdout() + service.stderr()).not.toContain(KEY)
  })

  it('a key made here is printed, works, and is stable across restarts of a data directory', async () => {
    const directory = await temporaryDirectory()
    const args = ['--port=0', `--data-dir=${join(directory, 'new', 'data')}`]
    const first = spawnService({ args })
    const { listening, apiKey = '' } = await first.ready
    const { id } = await createReport(listening, '1234BCD', apiKey)
    first.child.kill('SIGTERM')
    await first.exited

    const second = spawnService({ args })
    const again = await second.ready
    expect(again.apiKey).toBe(apiKey)
    expect((await get(`${again.listening}/v1/reports/${id}`, apiKey)).status).toBe(200)
    const file = await stat(join(directory, 'new', 'data', 'api-key'))
    expect(file.mode & 0o777).toBe(0o600)
  })

  it.each(['--help', '-h'])('%s prints the options and ends well', (option) => {
    const printed = execFileSync(process.execPath, [MAIN, option], { encoding: 'utf8' })
    for (const name of ['--port', '--data-dir', '--retry-profile', 'SERVICE_API_KEYS'])
      expect(printed).toContain(name)
  })

  it('in memory every start makes another key', async () => {
    const [one, two] = await Promise.all([spawnService().ready, spawnService().ready])
    expect(one.apiKey).toMatch(/^dev_.{32}$/)
    expect(one.apiKey).not.toBe(two.apiKey)
  })

  it('tells a parent that forked it, over the channel', async () => {
    const service = spawnService({ keys: KEYS, ipc: true })
    const [message] = await once(service.child, 'message')
    expect(message).toEqual(await service.ready)
  })

  it('listens on the loopback address it is told', async () => {
    const { listening } = await spawnService({ keys: KEYS, args: ['--port=0', '--host=127.0.0.2'] }).ready
    expect(listening).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
    expect((await get(`${listening}/v1/reports/x`)).status).toBe(404)
  })
})

describe('what the operator gives', () => {
  it('a subscription of an account that has no key is refused', async () => {
    const file = join(await temporaryDirectory(), 's.json')
    await writeFile(file, JSON.stringify([{ url: 'http://127.0.0.1:9/', account: 'ZZZ' }]))
    const service = spawnService({ keys: KEYS, args: ['--port=0', `--subscriptions=${file}`] })
    expect(await service.exited).toMatchObject({ code: 2 })
    expect(service.stderr()).toContain('0.account is an account without a key')
  })

  it('assumptions and subscriptions from files; the same subscription once, however many starts', async () => {
    const directory = await temporaryDirectory()
    const receiver = await startReceiver()
    const [assumptions, subscriptions] = [join(directory, 'a.json'), join(directory, 's.json')]
    await writeFile(assumptions, '{"notificationPath":"/v1/procedures/sale","notificationType":"SALE"}')
    await writeFile(
      subscriptions,
      JSON.stringify([{ url: receiver.url, header: { name: 'X-Key', value: 'abc' } }]),
    )
    const args = [
      '--port=0',
      `--data-dir=${join(directory, 'data')}`,
      `--assumptions=${assumptions}`,
      `--subscriptions=${subscriptions}`,
    ]
    const first = spawnService({ keys: KEYS, args })
    await first.ready
    first.child.kill('SIGTERM')
    await first.exited
    const { listening } = await spawnService({ keys: KEYS, args }).ready
    expect(await (await get(`${listening}/v1/webhooks`)).json()).toMatchObject([{ url: receiver.url }])
    const body = { vrm: '1234BCD', userEmail: 'a@example.com', documents: [] }
    expect(await (await post(`${listening}/v1/procedures/sale`, body)).json()).toMatchObject({ type: 'SALE' })
    await expect.poll(receiver.count).toBe(1)
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-key': 'abc' })
  })

  it('a seed: two runs are the same', async () => {
    const ids = async () => {
      const { listening } = await spawnService({ keys: KEYS, args: ['--port=0', '--seed=abc'] }).ready
      return [await createReport(listening, '1234BCD'), await createReport(listening, '1234BCD')].map(
        ({ id }) => id,
      )
    }
    const [one, two] = [await ids(), await ids()]
    expect(one).toEqual(two)
    expect(new Set(one).size).toBe(2)
  })

  it.each(['not json', '{"notificationPth":"/x"}', '{"maxDocuments":"many"}'])(
    'a file of assumptions that is wrong (%s): one clear line and exit code 2',
    async (text) => {
      const file = join(await temporaryDirectory(), 'a.json')
      await writeFile(file, text)
      const service = spawnService({ keys: KEYS, args: ['--port=0', `--assumptions=${file}`] })
      expect(await service.exited).toEqual({ code: 2, signal: null })
      expect(service.stderr()).toMatch(/^service: --assumptions[^\n]+\n$/)
    },
  )
})

describe('refusing to start', () => {
  it.each([
    ['an option that does not exist', { args: ['--prot=1'] }, '--prot'],
    ['every address of the machine', { args: ['--host=0.0.0.0'] }, '--host'],
    ['malformed SERVICE_API_KEYS', { keys: 'secret-one=B12345674,secret-two' }, 'entry 2'],
  ])('%s: one clear line and exit code 2', async (_, options, named) => {
    const service = spawnService(options)
    expect(await service.exited).toEqual({ code: 2, signal: null })
    expect(service.stdout()).toBe('')
    expect(service.stderr()).toMatch(/^service: [^\n]+\n$/)
    expect(service.stderr()).toContain(named)
    expect(service.stderr()).not.toContain('secret')
  })

  it('a port in use: one clear line and exit code 1', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const service = spawnService({ keys: KEYS, args: [`--port=${address.port}`] })
    expect(await service.exited).toEqual({ code: 1, signal: null })
    expect(service.stderr()).toMatch(/^service: the port is in use[^\n]*\n$/)
  })

  it('a data directory in use: one clear line and exit code 1', async () => {
    const args = ['--port=0', `--data-dir=${await temporaryDirectory()}`]
    await spawnService({ args }).ready
    const second = spawnService({ args })
    expect(await second.exited).toEqual({ code: 1, signal: null })
    expect(second.stderr()).toBe('service: the data directory is in use by another service\n')
  })

  it('a stored key that is damaged: said, and not replaced', async () => {
    const directory = await temporaryDirectory()
    await writeFile(join(directory, 'api-key'), '')
    const service = spawnService({ args: ['--port=0', `--data-dir=${directory}`] })
    expect(await service.exited).toEqual({ code: 1, signal: null })
    expect(service.stderr()).toMatch(/^service: .*api-key does not hold a key[^\n]*\n$/)
    expect(await readFile(join(directory, 'api-key'), 'utf8')).toBe('')
  })
})

describe('ending', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s finishes the request under way, folds the log in and exits 0',
    async (signal) => {
      const directory = await temporaryDirectory()
      const service = spawnService({ keys: KEYS, args: ['--port=0', `--data-dir=${directory}`] })
      const { hostname, port } = new URL((await service.ready).listening)
      const body = '{"vrm":"1234BCD"}'
      const socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk))
      socket.write(
        `POST /v1/reports/reduced HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
      )
      await expect
        .poll(() => get(`http://${hostname}:${port}/v1/reports/x`).then(({ status }) => status))
        .toBe(404)

      const started = Date.now()
      service.child.kill(signal)
      await expect.poll(() => service.stderr()).toContain(signal)
      socket.write(body.slice(5))
      expect(await service.exited).toEqual({ code: 0, signal: null })
      expect(Date.now() - started).toBeLessThan(3_000)
      expect(answer).toMatch(/^HTTP\/1\.1 201 /)
      expect(existsSync(join(directory, 'service.db-wal'))).toBe(false)
    },
  )

  it('a request that never ends does not hold up the stop: exit 0 in less than 3 s', async () => {
    const service = spawnService({ keys: KEYS })
    const { hostname, port } = new URL((await service.ready).listening)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /v1/reports/reduced HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: 9\r\n\r\n`,
    )
    await get(`http://${hostname}:${port}/v1/reports/x`)
    const started = Date.now()
    service.child.kill('SIGTERM')
    expect(await service.exited).toEqual({ code: 0, signal: null })
    expect(Date.now() - started).toBeLessThan(3_000)
  })

  it('a subscriber that never answers does not hold up the stop, and is told again afterwards', async () => {
    const receiver = await startReceiver((response, _, index) => index === 0 || response.end())
    const args = ['--port=0', `--data-dir=${await temporaryDirectory()}`]
    const service = spawnService({ keys: KEYS, args })
    const { listening } = await service.ready
    await post(`${listening}/v1/webhooks`, { url: receiver.url })
    await createReport(listening, '0000DDD')
    await expect.poll(receiver.count).toBe(1)
    const started = Date.now()
    service.child.kill('SIGTERM')
    expect(await service.exited).toEqual({ code: 0, signal: null })
    expect(Date.now() - started).toBeLessThan(5_000)
    await spawnService({ keys: KEYS, args }).ready
    await expect.poll(receiver.count).toBe(2)
  })

  it('kill -9 in the middle of processing: after a restart the report completes', async () => {
    const args = ['--port=0', `--data-dir=${await temporaryDirectory()}`, '--report-delay-ms=700']
    const first = spawnService({ keys: KEYS, args })
    const { listening } = await first.ready
    const created = await Promise.all(
      ['1234BCD', '0000BBB', '0000DDD'].map((vrm) => createReport(listening, vrm)),
    )
    first.child.kill('SIGKILL')
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })

    const second = await spawnService({ keys: KEYS, args }).ready
    const settled = await Promise.all(created.map(({ id }) => settledReport(second.listening, id)))
    expect(settled.map(({ status }) => status)).toEqual(['completed', 'completed', 'error'])
  })

  it('kill -9 of the parent that forked it: the service ends by itself', async () => {
    const directory = await temporaryDirectory()
    const parentFile = join(directory, 'parent.mjs')
    await writeFile(
      parentFile,
      `import { fork } from 'node:child_process'
       const child = fork(${JSON.stringify(MAIN)}, ['--port=0'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
       child.once('message', (listening) => process.send({ ...listening, pid: child.pid }))`,
    )
    const parent = fork(parentFile, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [{ pid, listening, apiKey }] = await once(parent, 'message')
    expect((await get(`${listening}/v1/reports/x`, apiKey)).status).toBe(404)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

/** A zombie process is not running. */
function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('Z')
  } catch {
    return false
  }
}
