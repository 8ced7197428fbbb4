import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'

const run = promisify(execFile)

/** Desktop session of one test: its bus, its home, and GNOME's keyring in it. */
export interface KeyringSession {
  /** Environment of the session. */
  env: NodeJS.ProcessEnv
  /** Starts the keyring, unlocked, replacing a running one. */
  unlock(): Promise<void>
  lock(): Promise<void>
  /** Kills the keyring, like a crash. The bus starts another, locked, on the next request. */
  killKeyring(): Promise<void>
  /** Suspends the keyring: it neither ends nor answers. */
  freezeKeyring(): Promise<void>
  /** Later password prompts of the keyring are never answered. */
  neverAnswerPrompts(): Promise<void>
  /** Resolves once such a prompt has been started. */
  asked(): Promise<void>
  /** Number of our secrets in it, locked or not. */
  count(service: string): Promise<number>
  killBus(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'of the keyring'
const SECRETS = 'org.freedesktop.secrets'

export async function startKeyringSession(): Promise<KeyringSession> {
  const home = await temporaryDirectory()
  const place = (name: string) => join(home, name)
  await mkdir(place('runtime'), { mode: 0o700 })
  await mkdir(place('data/dbus-1/services'), { recursive: true })
  const bare: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'] ?? '/usr/bin',
    HOME: home,
    XDG_RUNTIME_DIR: place('runtime'),
    XDG_DATA_HOME: place('data'),
  }
  // Lives while its standard input is open, and so never longer than this process.
  const bus = spawn(
    'dbus-run-session',
    ['--', 'sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null'],
    {
      env: bare,
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string]
  const env = { ...bare, DBUS_SESSION_BUS_ADDRESS: address }
  let keyring: ChildProcess | null = null

  const send = async (destination: string, path: string, method: string, ...args: string[]) => {
    const to = ['--session', '--print-reply', `--dest=${destination}`, path, method, ...args]
    return (await run('dbus-send', to, { env })).stdout
  }
  const busPid = async (name: string) => {
    const method = 'org.freedesktop.DBus.GetConnectionUnixProcessID'
    const reply = await send('org.freedesktop.DBus', '/', method, `string:${name}`)
    return Number(/uint32 (\d+)/.exec(reply)?.[1])
  }
  const signal = async (name: NodeJS.Signals) => process.kill(await busPid(SECRETS), name)
  const until = async (what: () => Promise<boolean>) => {
    const deadline = performance.now() + 60_000
    while (!(await what().catch(() => false))) {
      if (performance.now() > deadline) throw new Error('the keyring did not get ready')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const ended = (child: ChildProcess) =>
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve()

  const session: KeyringSession = {
    env,
    async unlock() {
      const args = ['--foreground', '--replace', '--unlock', '--components=secrets']
      const child = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
      child.stdin.end(PASSWORD)
      keyring = child
      await until(async () => (await busPid(SECRETS)) === child.pid)
      const collection = '/org/freedesktop/secrets/collection/login'
      const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked']
      const get = 'org.freedesktop.DBus.Properties.Get'
      await until(async () => (await send(SECRETS, collection, get, ...property)).includes('false'))
    },
    async lock() {
      const login = 'array:objpath:/org/freedesktop/secrets/collection/login'
      await send(SECRETS, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', login)
    },
    async killKeyring() {
      await signal('SIGKILL')
      if (keyring) await ended(keyring)
    },
    freezeKeyring: async () => void (await signal('SIGSTOP')),
    async neverAnswerPrompts() {
      // The prompter is started by name: this one never reports that it is ready.
      const name = 'org.gnome.keyring.SystemPrompter'
      const text = `[D-BUS Service]\nName=${name}\nExec=/bin/sh -c "touch ${place('asked')}; exec sleep 20"\n`
      await writeFile(place(`data/dbus-1/services/${name}.service`), text)
      await send('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.ReloadConfig')
    },
    asked: () => until(async () => existsSync(place('asked'))),
    async count(service) {
      const search = 'org.freedesktop.Secret.Service.SearchItems'
      const reply = await send(
        SECRETS,
        '/org/freedesktop/secrets',
        search,
        `dict:string:string:service,${service}`,
      )
      return [...reply.matchAll(/object path/g)].length
    },
    async killBus() {
      process.kill(await busPid('org.freedesktop.DBus'), 'SIGKILL')
      await until(async () => !(await busPid('org.freedesktop.DBus').then(Boolean, () => false)))
    },
    async stop() {
      keyring?.kill('SIGKILL')
      bus.stdin.end()
      await ended(bus)
      await rm(home, { recursive: true, force: true })
    },
  }
  await session.unlock()
  return session
}
