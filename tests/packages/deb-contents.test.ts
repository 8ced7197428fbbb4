import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAstAsync } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeb, type DebOptions } from '../../build/packages/deb.ts'
import { ensurePrograms } from '../system.ts'

const EPOCH = 1_790_000_000
const MB = 1_000_000
const isFull = process.env['FULL'] === '1'
const platform = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64'
const why =
  process.platform === 'linux'
    ? await ensurePrograms(
        'strip',
        'xz',
        'desktop-file-validate',
        'appstreamcli',
        ...(isFull ? (['lintian'] as const) : []),
      )
    : 'Debian packages are made on Linux'
if (why !== null) process.stdout.write(`skipped: what the Debian package holds: ${why}\n`)

/** What draws the service's documents, and is not bundled. */
const DRAWING = [
  '@noble/ciphers/*.js',
  '@noble/hashes/*.js',
  '@swc/helpers/cjs/*.cjs',
  'base64-js/*.js',
  'brotli/*.js',
  'brotli/dec/*.js',
  'clone/*.js',
  'dfa/*.js',
  'fast-deep-equal/*.js',
  'fontkit/dist/*.cjs',
  'linebreak/dist/*.cjs',
  'linebreak/node_modules/base64-js/lib/*.js',
  'pdfkit/js/*.js',
  'pdfkit/js/standard-fonts/*.cjs',
  'pdfkit/js/standard-fonts/chunks/*.cjs',
  'png-js/lib/*.cjs',
  'restructure/dist/*.cjs',
  'tiny-inflate/*.js',
  'unicode-properties/dist/*.cjs',
  'unicode-trie/*.js',
  '@noble/ciphers/package.json',
  '@noble/hashes/package.json',
  '@swc/helpers/package.json',
  'base64-js/package.json',
  'brotli/package.json',
  'clone/package.json',
  'dfa/package.json',
  'fast-deep-equal/package.json',
  'fontkit/package.json',
  'linebreak/package.json',
  'linebreak/node_modules/base64-js/package.json',
  'pdfkit/package.json',
  'png-js/package.json',
  'restructure/package.json',
  'tiny-inflate/package.json',
  'unicode-properties/package.json',
  'unicode-trie/package.json',
]

/** Every file of the package, and nothing else. `*` is a name or a part of one. */
const EXPECTED = [
  'bin/ventanilla',
  'lib/systemd/user/ventanilla.service',
  'lib/ventanilla/current',
  'lib/ventanilla/ventanilla',
  'lib/ventanilla/versions/*/edition.json',
  'lib/ventanilla/versions/*/licences/*.*',
  'lib/ventanilla/versions/*/node',
  'lib/ventanilla/versions/*/node-options',
  'lib/ventanilla/versions/*/node_modules/better-sqlite3-multiple-ciphers/lib/*.js',
  'lib/ventanilla/versions/*/node_modules/better-sqlite3-multiple-ciphers/lib/methods/*.js',
  'lib/ventanilla/versions/*/node_modules/better-sqlite3-multiple-ciphers/package.json',
  `lib/ventanilla/versions/*/node_modules/better-sqlite3-multiple-ciphers/prebuilds/${platform}.node`,
  'lib/ventanilla/versions/*/node_modules/keytar/lib/keytar.js',
  'lib/ventanilla/versions/*/node_modules/keytar/package.json',
  `lib/ventanilla/versions/*/node_modules/keytar/prebuilds/${platform}/keytar.node`,
  ...DRAWING.map((path) => `lib/ventanilla/versions/*/node_modules/${path}`),
  'lib/ventanilla/versions/*/out/main/chunks/*.js',
  'lib/ventanilla/versions/*/out/main/db-worker.js',
  'lib/ventanilla/versions/*/out/main/keytar-child.js',
  'lib/ventanilla/versions/*/out/main/native-host.cjs',
  'lib/ventanilla/versions/*/out/main/relay-writer.js',
  'lib/ventanilla/versions/*/out/main/relay-program.js',
  'lib/ventanilla/versions/*/out/main/relay.js',
  'lib/ventanilla/versions/*/out/main/service-program.js',
  'lib/ventanilla/versions/*/out/main/service.js',
  'lib/ventanilla/versions/*/out/main/web-program.js',
  'lib/ventanilla/versions/*/out/main/web.js',
  'lib/ventanilla/versions/*/out/renderer/assets/*.css',
  'lib/ventanilla/versions/*/out/renderer/assets/*.js',
  'lib/ventanilla/versions/*/out/renderer/assets/*/*.js',
  'lib/ventanilla/versions/*/out/renderer/assets/*.woff2',
  'lib/ventanilla/versions/*/out/renderer/icon*.png',
  'lib/ventanilla/versions/*/out/renderer/icon.svg',
  'lib/ventanilla/versions/*/out/renderer/index.html',
  'lib/ventanilla/versions/*/out/renderer/licences/notices.json',
  'lib/ventanilla/versions/*/out/renderer/licences/sbom-web.cdx.json',
  'lib/ventanilla/versions/*/out/renderer/notice-worker.js',
  'lib/ventanilla/versions/*/out/renderer/panel.html',
  'lib/ventanilla/versions/*/package.json',
  'share/applications/es.ventanilla.desktop.desktop',
  'share/doc/ventanilla/changelog.gz',
  'share/doc/ventanilla/copyright',
  'share/icons/hicolor/*/apps/es.ventanilla.desktop.png',
  'share/icons/hicolor/scalable/apps/es.ventanilla.desktop.svg',
  'share/lintian/overrides/ventanilla',
  'share/man/es/man1/ventanilla.1.gz',
  'share/man/man1/ventanilla.1.gz',
  'share/metainfo/es.ventanilla.desktop.metainfo.xml',
].map((path) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}$`))

describe.skipIf(why !== null)('the Debian package', () => {
  let directory: string
  let deb: string
  let usr: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ventanilla-contents-'))
    deb = await make({ workDir: join(directory, 'work'), outDir: directory })
    usr = join(directory, 'unpacked', 'usr')
    execFileSync('dpkg-deb', ['--extract', deb, join(directory, 'unpacked')])
    // As it is published, it is packed with all effort.
  }, 900_000)
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const make = (places: Pick<DebOptions, 'workDir' | 'outDir'>) =>
    makeDeb({ platform, epoch: EPOCH, effort: isFull ? 'release' : 'quick', ...places })

  async function files(): Promise<string[]> {
    const entries = await readdir(usr, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(usr.length + 1))
      .toSorted()
  }

  test('holds the files that are listed, each kind of them, and no other', async () => {
    const found = await files()
    expect(found.filter((path) => !EXPECTED.some((one) => one.test(path)))).toEqual([])
    expect(EXPECTED.filter((one) => !found.some((path) => one.test(path))).map(String)).toEqual([])
  })

  test('says nothing of where it was made, and names no map', async () => {
    const telling: string[] = []
    for (const path of await files()) {
      if (!/\.(?:js|cjs|css|html|json|desktop|xml|service)$/.test(path)) continue
      const text = await readFile(join(usr, path), 'utf8')
      if (text.includes(process.cwd()) || /sourceMappingURL=\S+\.map/.test(text)) telling.push(path)
    }
    expect(telling).toEqual([])
  })

  test('loads nothing but Node and the modules that it brings', async () => {
    const main = join(usr, 'lib/ventanilla/versions', await currentVersion(), 'out/main')
    const bundles = (await readdir(main, { recursive: true })).filter((name) => /\.c?js$/.test(name))
    const imported = new Set<string>()
    for (const name of bundles) {
      const { body } = await parseAstAsync(await readFile(join(main, name), 'utf8'))
      for (const statement of body)
        if ('source' in statement && statement.source) imported.add(statement.source.value)
    }
    const builtIn = (await import('node:module')).isBuiltin
    const modules = [...imported].filter((name) => !name.startsWith('.') && !builtIn(name))
    expect(modules.toSorted()).toEqual(['better-sqlite3-multiple-ciphers'])
  })

  test('can be read by everybody, and written by nobody but root', async () => {
    const listed = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8', maxBuffer: 1 << 24 })
    for (const line of listed.split('\n').filter(Boolean))
      expect(line).toMatch(/^(?:drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root\/root /)
    const programs = listed.split('\n').filter((line) => line.startsWith('-rwx'))
    expect(programs).toHaveLength(2)
  })

  test('takes at most 130 MB of disk', async () => {
    let bytes = 0
    for (const path of await files()) bytes += (await stat(join(usr, path))).size
    expect(bytes).toBeLessThan(130 * MB)
  })

  test.runIf(isFull)('takes at most 45 MB to download', async () => {
    expect((await stat(deb)).size).toBeLessThan(45 * MB)
  })

  test('is the same, byte for byte, made again elsewhere, at another time and by somebody else', async () => {
    const mask = process.umask(0o077)
    const zone = process.env['TZ']
    process.env['TZ'] = 'Pacific/Kiritimati'
    try {
      const again = await make({ workDir: join(directory, 'otra vez'), outDir: join(directory, 'again') })
      expect(await digest(again)).toBe(await digest(deb))
    } finally {
      process.umask(mask)
      process.env['TZ'] = zone
    }
  }, 900_000)

  test('needs no newer library than it asks for', async () => {
    const version = join(usr, 'lib/ventanilla/versions', await currentVersion())
    const binaries = [
      'node',
      `node_modules/keytar/prebuilds/${platform}/keytar.node`,
      `node_modules/better-sqlite3-multiple-ciphers/prebuilds/${platform}.node`,
    ].map((name) => join(version, name))
    const symbols = execFileSync('objdump', ['-T', ...binaries], { encoding: 'utf8', maxBuffer: 1 << 28 })
    const newest = (prefix: string) =>
      [...symbols.matchAll(new RegExp(`\\b${prefix}_(\\d+(?:\\.\\d+)+)`, 'g'))]
        .map(([, text = '']) => text.split('.').map(Number))
        .toSorted(
          (a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0),
        )
        .at(-1)
        ?.join('.')
    // What `Depends` names (build/packages/deb.ts): Debian 12, Ubuntu 22.04 and later.
    expect(newest('GLIBC')).toBe('2.34')
    // libstdc++6 11.
    expect(newest('GLIBCXX')).toBe('3.4.29')
  })

  const clean = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    const said = `${stdout}${stderr}`.replaceAll(/^running with root privileges.*\n/gm, '')
    expect({ said, status }).toEqual({
      said: program === 'appstreamcli' ? '✔ Validation was successful.\n' : '',
      status: 0,
    })
  }

  test('is clean for desktop-file-validate and appstreamcli', () => {
    clean('desktop-file-validate', join(usr, 'share/applications/es.ventanilla.desktop.desktop'))
    clean(
      'appstreamcli',
      'validate',
      '--no-net',
      join(usr, 'share/metainfo/es.ventanilla.desktop.metainfo.xml'),
    )
  })

  // It reads every word of Node's program: half a minute, and minutes on a busy machine.
  test.runIf(isFull)('is clean for lintian', { timeout: 900_000 }, () => {
    clean('lintian', '--fail-on=error,warning', deb)
  })

  const currentVersion = async () => (await readFile(join(usr, 'lib/ventanilla/current'), 'utf8')).trim()
})

const digest = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
