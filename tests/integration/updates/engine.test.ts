import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDirectoryEngine } from '#electron/core/features/updates/directory-engine.ts'
import { createInstallation } from '#electron/core/features/updates/installation.ts'
import { createUpdateServer, isAllowedAddress } from '#electron/core/features/updates/update-server.ts'
import { updateFailure } from '#electron/core/features/updates/update-engine.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/fakes/small-disk.ts'
import {
  installVersion,
  OTHER_KEY,
  PLATFORM,
  publish,
  SIGNING_KEY,
  versionFiles,
} from '#tests/fakes/installed-versions.ts'
import { zstdTar } from '#tests/fakes/tar-entries.ts'
import { startUpdateServer, type UpdateServerFixture } from '#tests/fakes/update-server.ts'

let web: UpdateServerFixture
const client = createUpdateServer({ resolveProxy: async () => null })
const never = new AbortController().signal
const made: string[] = []

beforeAll(async () => {
  web = await startUpdateServer()
})
beforeEach(() => {
  Object.assign(web, { cut: null, ranges: true, intercept: () => false })
  web.files.clear()
  web.requests.length = 0
})
afterAll(async () => {
  await client.close()
  await web.close()
  await Promise.all(made.map((path) => rm(path, { recursive: true, force: true })))
})

async function installed(keys = [SIGNING_KEY.publicKey], installDir?: string) {
  const directory = installDir ?? (await installVersion('1.1.0'))
  made.push(directory)
  const installation = createInstallation({ installDir: directory, version: '1.1.0' })
  const source = { feed: web.url, keys }
  const engine = createDirectoryEngine({
    installation,
    package: 'windows',
    platform: PLATFORM,
    source,
    server: client,
    restart: () => undefined,
  })
  const progress: number[] = []
  const watch = { onProgress: (bytes: number) => progress.push(bytes), onUnpacking: () => undefined }
  return {
    directory,
    installation,
    engine,
    progress,
    look: (channel: 'stable' | 'beta' = 'stable') => engine.fetchFeed(source, channel, never),
    fetch: async (signal = never) =>
      engine.fetch(source, await engine.fetchFeed(source, 'stable', never), watch, signal),
    text: (path: string) => readFile(join(directory, path), 'utf8'),
    /** All that is not of the version that runs. */
    others: async () => (await readdir(directory)).filter((name) => !['current', 'versions'].includes(name)),
  }
}
const codeOf = (task: Promise<unknown>) =>
  task.then(
    () => 'done',
    (error: unknown) => updateFailure(error).code,
  )

describe('files that others replaced', () => {
  test('are those of another version that is whole and named, and never what was put there by this process', async () => {
    const { directory, engine, installation, fetch } = await installed()
    expect(engine.getReplacement()).toBeNull()
    await writeFile(join(directory, 'current'), '1.3.0\n')
    // Half unpacked by a package manager.
    expect(engine.getReplacement()).toBeNull()
    await installVersion('1.3.0', directory)
    expect([engine.getReplacement(), engine.getReadyVersion()]).toEqual(['1.3.0', '1.3.0'])
    await writeFile(join(directory, 'current'), '1.1.0\n')
    expect(engine.getReplacement()).toBeNull()
    await publish(web, '1.2.0')
    await fetch()
    expect(installation.swap()).toBe(true)
    expect(await readFile(join(directory, 'current'), 'utf8')).toBe('1.2.0\n')
    expect(engine.getReplacement()).toBeNull()
  })
})

describe('an update of the lightweight edition', () => {
  test.skipIf(process.platform === 'win32').each(['symbolic', 'hard'])(
    'is never written through a %s link in the place of the download',
    async (kind) => {
      await publish(web, '1.2.0')
      const { directory, look, fetch, engine } = await installed()
      const { files } = await look()
      const name = Buffer.from(files[0]?.sha512 ?? '', 'base64')
        .toString('hex')
        .slice(0, 32)
      const target = join(directory, 'of-another')
      await writeFile(target, 'kept')
      await mkdir(join(directory, 'staging'))
      await (kind === 'hard' ? link : symlink)(target, join(directory, 'staging', `${name}.part`))
      await fetch()
      expect(engine.getReadyVersion()).toBe('1.2.0')
      expect(await readFile(target, 'utf8')).toBe('kept')
    },
  )

  test('is read, checked, downloaded, unpacked, and waits for the next start', async () => {
    await publish(web, '1.2.0', { releaseNotes: 'Más rápida' })
    const { look, fetch, engine, text, directory, progress, installation } = await installed()
    const feed = await look()
    expect(feed).toMatchObject({ version: '1.2.0', releaseNotes: 'Más rápida', platform: PLATFORM })
    await fetch()
    expect(engine.getReadyVersion()).toBe('1.2.0')
    expect(await text('current')).toBe('1.1.0\n')
    expect(await text('versions/1.2.0/node')).toContain('1.2.0')
    expect(progress.at(-1)).toBe(engine.getSize(feed))
    expect(await readdir(directory)).not.toContain('staging')
    // What installed this one stays on record, and with it who may remove it.
    expect(JSON.parse(await text('versions/1.2.0/edition.json'))).toMatchObject({ package: 'windows' })

    expect(installation.swap()).toBe(true)
    expect([await text('current'), await text('previous'), await text('trial')]).toEqual([
      '1.2.0\n',
      '1.1.0\n',
      '1.2.0\n',
    ])
    expect(engine.getReadyVersion()).toBeNull()
  })

  test.each([
    ['by another', async () => publish(web, '1.2.0', { keys: [OTHER_KEY.privateKey] }), 'other-signature'],
    [
      'by nobody',
      async () => {
        const { feed } = await publish(web, '1.2.0')
        web.files.delete(`${feed}.sig`)
      },
      'unsigned',
    ],
    [
      'with anything else for a signature',
      async () => {
        const { feed } = await publish(web, '1.2.0')
        web.files.set(`${feed}.sig`, Buffer.from('<html>'))
      },
      'unsigned',
    ],
    [
      'and changed by a byte',
      async () => {
        const { feed } = await publish(web, '1.2.0')
        const bytes = web.files.get(feed)
        web.files.set(feed, Buffer.from(String(bytes).replace('1.2.0', '1.3.0')))
      },
      'other-signature',
    ],
    [
      'with the name of our key, by another',
      async () => {
        const { feed } = await publish(web, '1.2.0')
        const [, ours] = String(web.files.get(`${feed}.sig`)).split(' ')
        await publish(web, '1.2.0', { keys: [OTHER_KEY.privateKey] })
        const [word, , signature] = String(web.files.get(`${feed}.sig`)).split(' ')
        web.files.set(`${feed}.sig`, Buffer.from([word, ours, signature].join(' ')))
      },
      'other-signature',
    ],
    [
      'for another channel',
      async () => {
        const { feed } = await publish(web, '1.2.0', { channel: 'beta' })
        for (const ending of ['', '.sig'])
          web.files.set(feed.replace('beta', 'latest') + ending, web.files.get(feed + ending) ?? Buffer.of())
      },
      'feed-damaged',
    ],
  ])('signed %s is not looked at, and nothing is written', async (_, prepare, code) => {
    await prepare()
    const { look, others } = await installed()
    expect(await codeOf(look())).toBe(code)
    expect(await others()).toEqual([])
    expect(web.requests.some(({ path }) => path.endsWith('.zst'))).toBe(false)
  })

  test('signed by the next key as well is taken by installations of either', async () => {
    await publish(web, '1.2.0', { keys: [OTHER_KEY.privateKey, SIGNING_KEY.privateKey] })
    for (const keys of [
      [SIGNING_KEY.publicKey],
      [OTHER_KEY.publicKey],
      [OTHER_KEY.publicKey, SIGNING_KEY.publicKey],
    ])
      expect(await codeOf((await installed(keys)).look())).toBe('done')
  })

  test('cut in half goes on from there, also after the download was cancelled', async () => {
    const { archive } = await publish(web, '1.2.0')
    const { fetch, engine, progress } = await installed()
    web.cut = 100
    expect(await codeOf(fetch())).toBe('cut')
    expect(engine.getReadyVersion()).toBeNull()
    progress.length = 0
    await fetch()
    const of = web.requests.filter(({ path }) => path === archive)
    expect(of.map(({ range }) => range)).toEqual([undefined, `bytes=${progress[0]}-`])
    expect(progress[0]).toBeGreaterThan(0)
    expect(engine.getReadyVersion()).toBe('1.2.0')
  })

  test('of a server without ranges begins anew', async () => {
    await publish(web, '1.2.0')
    const { fetch, engine } = await installed()
    web.cut = 100
    expect(await codeOf(fetch())).toBe('cut')
    web.ranges = false
    await fetch()
    expect(engine.getReadyVersion()).toBe('1.2.0')
  })

  test('whose bytes are others is refused, and not gone on with', async () => {
    const { archive } = await publish(web, '1.2.0')
    const bytes = Buffer.from(web.files.get(archive) ?? '')
    web.files.set(archive, Buffer.from(bytes.map((byte, index) => (index === 50 ? byte ^ 1 : byte))))
    const { fetch, engine, directory } = await installed()
    expect(await codeOf(fetch())).toBe('archive-damaged')
    expect(await readdir(join(directory, 'staging'))).toEqual([])
    web.files.set(archive, Buffer.concat([bytes, Buffer.from('more')]))
    expect(await codeOf(fetch())).toBe('archive-damaged')
    web.files.set(archive, bytes)
    await fetch()
    expect(engine.getReadyVersion()).toBe('1.2.0')
  })

  test('whose archive is replaced by a well-formed one of the same length is refused', async () => {
    const entriesWith = (content: Buffer) => [
      ...versionFiles('1.2.0'),
      { path: 'ventanilla/versions/1.2.0/random', content },
    ]
    const { archive } = await publish(web, '1.2.0', { entries: entriesWith(randomBytes(1_000)) })
    const { length } = web.files.get(archive) ?? Buffer.of()
    let replaced: Buffer = Buffer.of()
    // Random bytes cannot be compressed: nearly every other archive has the same length.
    while (replaced.length !== length) replaced = zstdTar(entriesWith(randomBytes(1_000)))
    web.files.set(archive, replaced)
    const { fetch, engine, directory } = await installed()
    expect(await codeOf(fetch())).toBe('archive-damaged')
    expect(engine.getReadyVersion()).toBeNull()
    expect(await readdir(join(directory, 'versions'))).toEqual(['1.1.0'])
  })

  test.each([
    [
      'another version',
      versionFiles('1.2.0').map((one) => ({
        ...one,
        content: String(one.content).replace('1.2.0', '1.0.0'),
      })),
    ],
    ['another platform', versionFiles('1.2.0', 'win32-x64')],
    ['half of it', versionFiles('1.2.0').slice(0, 3)],
    ['nothing', []],
    ['a link', [...versionFiles('1.2.0'), { path: 'ventanilla/versions/1.2.0/x', type: '2', link: '/etc' }]],
  ])('that holds %s is refused, though it is signed', async (_, entries) => {
    await publish(web, '1.2.0', { entries })
    const { fetch, engine, directory } = await installed()
    expect(await codeOf(fetch())).toBe('archive-refused')
    expect(engine.getReadyVersion()).toBeNull()
    expect(await readdir(join(directory, 'versions'))).toEqual(['1.1.0'])
  })

  test('with more in it than it says is refused', async () => {
    await publish(web, '1.2.0')
    const { engine, installation } = await installed()
    const source = { feed: web.url, keys: [SIGNING_KEY.publicKey] }
    const feed = await engine.fetchFeed(source, 'stable', never)
    const files = feed.files.map((file) => ({ ...file, unpackedSize: 500 }))
    const watch = { onProgress: () => undefined, onUnpacking: () => undefined }
    expect(await codeOf(engine.fetch(source, { ...feed, files }, watch, never))).toBe('archive-refused')
    expect(installation.next()).toBeNull()
  })

  test.each([
    ['is not there', 'not-there', () => web.files.clear()],
    [
      'is a page of a hotel',
      'unsigned',
      () => {
        web.intercept = (_, response) => {
          response.end('<html>Accept our terms</html>')
          return true
        }
      },
    ],
    [
      'never ends',
      'feed-damaged',
      () => {
        web.intercept = (_, response) => {
          response.end(Buffer.alloc(200_000, 'x'))
          return true
        }
      },
    ],
    [
      'leads to an address without https',
      'address',
      () => {
        web.intercept = (_, response) => {
          response.writeHead(302, { location: 'http://updates.example/latest.yml' }).end()
          return true
        }
      },
    ],
    [
      'leads in circles',
      'unreachable',
      () => {
        web.intercept = (_, response) => {
          response.writeHead(302, { location: web.url }).end()
          return true
        }
      },
    ],
    [
      'fails',
      'unreachable',
      () => {
        web.intercept = (_, response) => {
          response.writeHead(503).end()
          return true
        }
      },
    ],
  ])('whose feed %s says so: %s', async (_, code, prepare) => {
    await publish(web, '1.2.0')
    prepare()
    expect(await codeOf((await installed()).look())).toBe(code)
  })

  test('is asked of https alone, and of this PC for trials', async () => {
    const { engine } = await installed()
    const look = (feed: string, keys = [SIGNING_KEY.publicKey]) =>
      codeOf(engine.fetchFeed({ feed, keys }, 'stable', never))
    expect(await look('http://updates.example/')).toBe('address')
    expect(await look('file:///etc')).toBe('address')
    expect(await look('nonsense')).toBe('address')
    expect(await look('https://user:password@updates.example/')).toBe('address')
    expect(await look('http://127.0.0.1:1/')).toBe('unreachable')
    expect(await look('')).toBe('no-feed')
    expect(await look(web.url, [])).toBe('no-feed')
    expect(isAllowedAddress(new URL('https://updates.example/'))).toBe(true)
    expect(isAllowedAddress(new URL('http://127.0.0.1.updates.example/'))).toBe(false)
  })

  test('does not begin without room for it', async ({ skip }) => {
    const why = whyNoSmallDisk()
    if (why !== null) return skip(why)
    const disk = mountSmallDisk(40)
    try {
      await publish(web, '1.2.0')
      const directory = join(disk.directory, 'installation')
      const { cp } = await import('node:fs/promises')
      await cp(await installVersion('1.1.0'), directory, { recursive: true })
      const { fetch, engine } = await installed([SIGNING_KEY.publicKey], directory)
      expect(await codeOf(fetch())).toBe('no-room')
      expect(web.requests.some(({ path }) => path.endsWith('.zst'))).toBe(false)
      expect(engine.getReadyVersion()).toBeNull()
    } finally {
      disk.close()
    }
  })

  test('unpacked before, and not chosen, is unpacked again', async () => {
    await publish(web, '1.2.0')
    const { fetch, installation, directory, text } = await installed()
    await fetch()
    installation.cancelNext()
    await writeFile(join(directory, 'versions/1.2.0/node'), 'changed')
    await fetch()
    expect(await text('versions/1.2.0/node')).toContain('#!/bin/sh')
    await installation.sweep()
    expect((await readdir(join(directory, 'versions'))).toSorted()).toEqual(['1.1.0', '1.2.0'])
  })

  test('is for who may write there alone', async ({ skip }) => {
    if (process.getuid?.() === 0) return skip('root may write everywhere')
    const directory = await installVersion('1.1.0')
    await chmod(directory, 0o555)
    expect((await installed(undefined, directory)).engine.owner).toBe('administrator')
    await chmod(directory, 0o755)
  })
})
