import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import { spawnRelayCommand } from '../relay/support/process.ts'
import { eventOf, OFFICE, pageOf, post, postMany, temporaryDirectory } from '../relay/support/relay.ts'
import { buildImage } from './support/containerfile.ts'

const whyNot =
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'only root on Linux can shut a process into the files of the image'
if (whyNot !== null) console.warn(`container: skipped: ${whyNot}`)

const run = promisify(execFile)

test.skipIf(whyNot !== null)(
  'the files of the image are enough, for a user who may write to the volume alone',
  async () => {
    const image = buildImage(await temporaryDirectory())
    const inside = (command: readonly string[]) => [
      'chroot',
      `--userspec=${image.user}`,
      image.directory,
      ...command,
    ]
    const env = {
      ...image.environment,
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin',
      RELAY_OFFICE: JSON.stringify(OFFICE),
    }
    const ops = await freePort()
    // What listens on this machine is not the image's matter.
    const options = ['--host=127.0.0.1', '--port=0', `--ops-port=${ops}`, '--min-free-mb=0', '--inbox-rate=0']
    const relay = await spawnRelayCommand(inside([...image.entrypoint, ...options]), env)
    const [health = '', ...rest] = inside(image.health.map((word) => word.replace(':9420/', `:${ops}/`)))
    await run(health, rest, { env })
    await expect(
      run('chroot', inside(['node', '-e', 'fs.writeFileSync("/app/x", "")']).slice(1), { env }),
    ).rejects.toThrow('EACCES')

    // Many at once: what SQLite needs for a large transaction has no other place to be.
    await postMany(relay.url, 100)
    const note = 'x'.repeat(20_000)
    const large = Array.from({ length: 300 }, (_, index) =>
      post(relay.url, JSON.stringify({ event: 'something.new', data: { id: `${index}`, note } })),
    )
    for (const answer of await Promise.all(large)) expect(answer.status).toBe(200)
    expect((await post(relay.url, JSON.stringify(eventOf('last')))).status).toBe(200)
    expect(await pageOf(relay.url)).toMatchObject({ head: 401 })
    relay.kill(image.stopSignal)
    expect(await relay.exited).toEqual({ code: 0, signal: null })
    await expect(run(health, rest, { env })).rejects.toThrow('Command failed')
    expect(readdirSync(join(image.directory, image.volume)).toSorted()).toEqual([
      'database-stamp',
      'epoch-guard',
      'relay.db',
      'relay.lock',
      'reserve',
      'secrets.json',
    ])
  },
)
