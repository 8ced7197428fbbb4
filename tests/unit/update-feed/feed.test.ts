import fc from 'fast-check'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { describe, expect, test } from 'vitest'
import { feedSchema, readFeed, writeFeed, type Feed } from '#shared/update-feed/feed.ts'
import { electronFeedName, webFeedName, readSignatures, writeSignatures } from '#shared/update-feed/format.ts'

const hash = fc
  .uint8Array({ minLength: 64, maxLength: 64 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))
const name = fc.constantFrom('ventanilla-1.2.0-linux-x64.tar.gz', 'Ventanilla 1.2.0.exe', '1', 'null')
const feed: fc.Arbitrary<Feed> = fc
  .record({
    version: fc.constantFrom('1.2.0', '1.0.0', '10.0.0-beta.1', '1.2.3-7'),
    files: fc.array(fc.record({ url: name, sha512: hash, size: fc.integer({ min: 1, max: 5e8 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    path: name,
    sha512: hash,
    releaseDate: fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString()),
    stagingPercentage: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    releaseNotes: fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }), { nil: undefined }),
    edition: fc.constant('web' as const),
    channel: fc.constantFrom('stable' as const, 'beta' as const),
  })
  .map((value) => feedSchema.parse(value))

describe('a feed', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(feed, (value) => {
        expect(readFeed(writeFeed(value))).toEqual(value)
      }),
    )
  })

  test('is the same to electron-updater', () => {
    fc.assert(
      fc.property(feed, (value) => {
        const url = new URL('https://updates.example/latest.yml')
        expect(parseUpdateInfo(writeFeed(value), 'latest.yml', url)).toEqual(value)
      }),
    )
  })

  test('of any bytes never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(() => readFeed(text)).not.toThrow()
        expect(() => readSignatures(text)).not.toThrow()
      }),
    )
  })

  test('cut off anywhere is none, or the same', () => {
    fc.assert(
      fc.property(feed, fc.nat(), (value, at) => {
        const text = writeFeed(value)
        const read = readFeed(text.slice(0, at % text.length))
        if (read)
          expect(value).toMatchObject({ version: read.version, files: read.files, sha512: read.sha512 })
      }),
    )
  })

  test.each(['../x.tar.gz', '/etc/x', 'https://other.example/x', 'a/b', '.hidden', '', 'a\\b', 'x?y', 'x#y'])(
    'leads to no other place: %s',
    (url) => {
      const [value] = fc.sample(feed, 1)
      const files = [{ ...value?.files[0], url }]
      expect(feedSchema.safeParse({ ...value, files }).success).toBe(false)
    },
  )

  test('of the lightweight edition has a name that electron-updater looks for on no platform', () => {
    const electrons = ['linux', 'darwin', 'win32'].flatMap((platform) =>
      ['x64', 'arm64', 'ia32', 'armv7l'].flatMap((arch) =>
        (['stable', 'beta'] as const).map((channel) => electronFeedName(channel, platform, arch)),
      ),
    )
    expect(electrons).toContain('latest-linux.yml')
    expect(electrons).toContain('beta-mac.yml')
    expect(electrons).toContain('latest.yml')
    expect(electrons).not.toContain(webFeedName('stable', 'linux-x64'))
    expect(webFeedName('beta', 'win32-x64')).toBe('beta-web-win32-x64.yml')
  })
})

test('signatures are read as they were written', () => {
  const line = fc.record({
    keyId: fc.stringMatching(/^[0-9a-f]{16}$/),
    signature: fc
      .uint8Array({ minLength: 64, maxLength: 64 })
      .map((bytes) => Buffer.from(bytes).toString('base64')),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      expect(readSignatures(writeSignatures(lines))).toEqual(lines)
    }),
  )
})
