import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { releases } from '#shared/text/frame.ts'
import { CHANNELS } from '#shared/update-feed/format.ts'
import {
  makeFeed,
  readArchiveName,
  signElectronFeed,
  newKeyPair,
  publicKeyOf,
  UPDATE_SOURCE,
} from './make-feed.ts'

/**
 * `npm run package:feed -- --key=FILE dist/*.tar.zst` writes the feed of each archive, and its signature.
 *
 * Options: `--channel=beta`, `--staging=20`, `--out=DIRECTORY`. A second `--key` signs with a second key too.
 * `--sign=FILE` signs a feed of electron-builder. `--new-key=FILE` makes a key (build/packages/feed/README.md).
 */
const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}
const printLine = (line: string) => void process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string', multiple: true, default: [] },
    channel: { type: 'string', default: 'stable' },
    staging: { type: 'string' },
    out: { type: 'string' },
    sign: { type: 'string', multiple: true, default: [] },
    'new-key': { type: 'string' },
  },
})

if (values['new-key'] !== undefined) {
  const path = resolve(values['new-key'])
  if (existsSync(path)) refuse(`${path} is there already`)
  const { privateKey, publicKey } = newKeyPair()
  writeFileSync(path, privateKey, { mode: 0o600, flag: 'wx' })
  printLine(
    `${path} is written; keep it out of every repository. For build/packages/feed/public-keys.json:\n${publicKey}`,
  )
  process.exit()
}

const channel =
  CHANNELS.find((one) => one === values.channel) ?? refuse(`--channel takes ${CHANNELS.join(', ')}`)
if (values.key.length === 0) refuse('--key=FILE: the private key that signs')
const keys = values.key.map((path) => readFileSync(path, 'utf8'))
if (!keys.some((key) => UPDATE_SOURCE.keys.includes(publicKeyOf(key))))
  process.stderr.write('none of these keys is in public-keys.json: packages made here will refuse the feed\n')
const staging = values.staging === undefined ? undefined : Number(values.staging)
if (staging !== undefined && !(staging >= 0 && staging <= 100)) refuse('--staging takes 0 to 100')

for (const archive of positionals) {
  const { version } = readArchiveName(archive.replace(/^.*[\\/]/, ''))
  const points = releases.find((release) => release.version === version)?.points
  printLine(
    await makeFeed({
      archive,
      outDir: values.out ?? dirname(archive),
      channel,
      keys,
      releaseDate: new Date(),
      ...(points && { releaseNotes: points.join('\n') }),
      ...(staging !== undefined && { stagingPercentage: staging }),
    }),
  )
}
for (const feed of values.sign) {
  await signElectronFeed(feed, keys)
  printLine(feed)
}
