import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { openDoor } from '#electron/native-host/door.ts'
import { builtHost, CHROME_ORIGIN } from '#tests/fakes/host-browser.ts'
import { contactFile } from '#tests/fakes/host-door.ts'
import { createHostScene } from '#tests/fakes/host-scene.ts'

const scene = createHostScene()
afterEach(scene.clear)

const SECRET_ARGS = { vrm: '1234BCD' }

describe('a program that is not the application', () => {
  test.each(['wrong-proof', 'silent'] as const)(
    'on its port after a kill (%s) gets nothing but a nonce',
    async (squats) => {
      const gone = await scene.door()
      await gone.kill()
      const squatter = await scene.door({ port: gone.port, writesFile: false, squats })
      const browser = scene.browser()
      const answer = await browser.ask('lookup.start', SECRET_ARGS)
      expect(answer.error).toEqual({ code: 'not-answering' })
      const heard = Buffer.concat(squatter.raw).toString()
      expect(
        heard
          .trim()
          .split('\n')
          .map((line) => Object.keys(JSON.parse(line) as object)),
      ).toEqual(
        heard
          .trim()
          .split('\n')
          .map(() => ['nonce']),
      )
      expect(heard).not.toContain('1234BCD')
      expect(heard).not.toContain('chrome-extension')
    },
  )

  test('that sends a line without end is cut at once', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.write('x'.repeat(100_000))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const contact = { port: (server.address() as AddressInfo).port, token: newSecret() }
    // With no patience to wait for.
    expect(await openDoor(contact, { origin: CHROME_ORIGIN, proofMs: 2 ** 30 })).toBe('unproved')
    server.close()
  })

  test('that answers with the proof of another conversation is refused', async () => {
    // It read the first line, and gives back what it was given.
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (line: Buffer) => {
        const { nonce } = JSON.parse(line.toString()) as { nonce: string }
        socket.write(`${JSON.stringify({ nonce, proof: nonce })}\n`)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    writeContact({ port: (server.address() as AddressInfo).port, token: newSecret() })
    expect((await scene.browser().ask('hello')).error).toEqual({ code: 'not-answering' })
    server.close()
  })
})

function writeContact(content: unknown): void {
  mkdirSync(scene.dataDir, { recursive: true })
  writeFileSync(contactFile(scene.dataDir), typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o600,
  })
}

describe('a file that cannot be trusted', () => {
  test.each([0o644, 0o640, 0o604, 0o620])('of mode %o is as none', async (mode) => {
    const door = await scene.door({ mode })
    expect((await scene.browser().ask('hello')).error).toEqual({ code: 'not-running' })
    expect(door.raw).toEqual([])
    chmodSync(contactFile(scene.dataDir), 0o600)
    expect((await scene.browser().ask('hello')).ok).toBe(true)
  })

  test('behind a link is as none', async () => {
    const door = await scene.door()
    const file = contactFile(scene.dataDir)
    const elsewhere = join(scene.dataDir, 'elsewhere.json')
    renameSync(file, elsewhere)
    symlinkSync(elsewhere, file)
    expect((await scene.browser().ask('hello')).error).toEqual({ code: 'not-running' })
    expect(door.raw).toEqual([])
  })

  test('of another user is as none', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can make a file of another user')
    const door = await scene.door()
    execFileSync('chown', ['12345', contactFile(scene.dataDir)])
    expect((await scene.browser().ask('hello')).error).toEqual({ code: 'not-running' })
    expect(door.raw).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['half', '{"port":80'],
    ['another form', '[]'],
    ['null', 'null'],
    ['no port', { token: newSecret() }],
    ['a port that is none', { port: 70_000, token: newSecret() }],
    ['a short token', { port: 80, token: 'abc' }],
    ['more than it may hold', `{"port":80,"token":"${'x'.repeat(5_000)}"}`],
  ])('with %s is as none', async (_, content) => {
    writeContact(content)
    const browser = scene.browser()
    expect((await browser.ask('hello')).error).toEqual({ code: 'not-running' })
    expect(browser.errors()).toBe('')
  })

  test('that is a pipe or a directory is as none, and waits for nobody', async () => {
    const file = contactFile(scene.dataDir)
    execFileSync('mkfifo', ['-m', '600', file])
    expect((await scene.browser().ask('hello')).error).toEqual({ code: 'not-running' })
    rmSync(file)
    mkdirSync(file)
    expect((await scene.browser().ask('hello')).error).toEqual({ code: 'not-running' })
  })
})

test('without an argument it looks in the usual directory of the user', async () => {
  const home = scene.dataDir
  const usual = join(home, 'Ventanilla')
  const door = await scene.door()
  mkdirSync(usual)
  writeFileSync(contactFile(usual), readFileSync(contactFile(home)), { mode: 0o600 })
  const command = [process.execPath, builtHost, CHROME_ORIGIN]
  const browser = scene.browser({ command, env: { XDG_DATA_HOME: home } })
  expect((await browser.ask('hello')).ok).toBe(true)
  expect(door.received).toHaveLength(1)
})
