import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { UpdateChannel } from '#shared/update-feed/format.ts'
import { makeFeed, newKeyPair } from '../../build/packages/feed/make-feed.ts'
import { type TarEntry, zstdTar } from './tar-entries.ts'
import type { UpdateServerFixture } from './update-server.ts'

/** Made for each run: no key that signs is in the repository. */
export const SIGNING_KEY = newKeyPair()
export const OTHER_KEY = newKeyPair()
export const PLATFORM = 'linux-x64'

/** Files of a version that does nothing. */
export const versionFiles = (version: string, platform = PLATFORM): TarEntry[] =>
  [
    { path: 'node', content: `#!/bin/sh\n# ${version}\n`, mode: 0o755 },
    { path: 'package.json', content: JSON.stringify({ version }) },
    { path: 'edition.json', content: JSON.stringify({ package: 'archive', platform }) },
    { path: 'out/main/web.js', content: `// ${version}\n${'x'.repeat(5_000)}` },
    { path: 'out/renderer/index.html', content: version },
  ].map((entry) => ({ ...entry, path: `ventanilla/versions/${version}/${entry.path}` }))

/** Installation with one version, as an archive leaves it. */
export async function installVersion(version: string, into?: string): Promise<string> {
  const installDir = into ?? (await mkdtemp(join(tmpdir(), 'ventanilla-installed-')))
  for (const { path, content = '', mode } of versionFiles(version)) {
    const file = join(installDir, path.replace(/^ventanilla\//, ''))
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, content, { mode })
  }
  await writeFile(join(installDir, 'current'), `${version}\n`)
  return installDir
}

export interface PublishOptions {
  entries?: readonly TarEntry[]
  keys?: readonly string[]
  channel?: UpdateChannel
  stagingPercentage?: number
  releaseNotes?: string
}

/** Publishes a version on a server: its archive, its feed and the signature. */
export async function publish(
  server: Pick<UpdateServerFixture, 'files'>,
  version: string,
  options: PublishOptions = {},
): Promise<{ feed: string; archive: string }> {
  const {
    entries = versionFiles(version),
    keys = [SIGNING_KEY.privateKey],
    channel = 'stable',
    ...rest
  } = options
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-published-'))
  const archive = join(directory, `ventanilla-${version}-${PLATFORM}.tar.zst`)
  await writeFile(archive, zstdTar(entries))
  const releaseDate = new Date('2026-11-20T09:00:00Z')
  const feed = await makeFeed({ archive, outDir: directory, channel, keys, releaseDate, ...rest })
  for (const path of [archive, feed, `${feed}.sig`]) server.files.set(basename(path), await readFile(path))
  return { feed: basename(feed), archive: basename(archive) }
}
