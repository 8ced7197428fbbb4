import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { manifest, TARGETS, type Target } from '#extension/manifest.ts'
import { buildExtension } from '../../../build/extension/build-extension.ts'
import { packed } from '../../../build/packages/archive.ts'

/** Bytes of a package, of which the store's page is the user's first download. */
const MAX_BYTES = 150_000
const root = fileURLToPath(new URL('../../..', import.meta.url))
let built: Map<Target, Map<string, Uint8Array>>
const filesOf = (target: Target) => built.get(target) ?? new Map<string, Uint8Array>()
const textOf = (target: Target, name: string) => Buffer.from(filesOf(target).get(name) ?? []).toString('utf8')

beforeAll(async () => {
  built = await buildExtension('0.1.0', TARGETS)
})

describe.each(TARGETS)('the package for %s', (target) => {
  test('is small enough', () => {
    expect(packed(filesOf(target)).length).toBeLessThanOrEqual(MAX_BYTES)
  })

  test('has what its manifest names, and nothing that maps or makes code', () => {
    const names = [...filesOf(target).keys()]
    for (const name of ['popup.html', 'panel.html', 'options.html', 'background.js', 'content.js'])
      expect(names).toContain(name)
    const named = JSON.stringify(JSON.parse(textOf(target, 'manifest.json'))).match(
      /[\w/-]+\.(?:html|js|png)/g,
    )
    expect(named?.filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([])
    for (const name of names.filter((one) => /\.(?:js|html)$/.test(one))) {
      const text = textOf(target, name)
      expect(text).not.toMatch(/sourceMappingURL|\beval\(|new Function\(/)
      // What a page or a script would load from elsewhere.
      expect(text).not.toMatch(/(?:src|href)="https?:|import\("?https?:/)
    }
  })

  test('asks for these permissions alone', () => {
    const { permissions, ...rest } = manifest(target, '0.1.0')
    const common = ['activeTab', 'contextMenus', 'nativeMessaging', 'scripting', 'storage']
    expect((permissions as string[]).toSorted()).toEqual(
      target === 'firefox' ? common : [...common, 'sidePanel'].toSorted(),
    )
    for (const key of [
      'host_permissions',
      'optional_permissions',
      'content_scripts',
      'externally_connectable',
    ])
      expect(Object.keys(rest)).not.toContain(key)
  })
})

test('the same sources are the same package, byte for byte, in another process, zone and day', async () => {
  await promisify(execFile)(process.execPath, ['build/extension/package.ts'], {
    cwd: root,
    // Of the tests' own environment nothing may be in a package.
    env: { PATH: process.env['PATH'], TZ: 'Pacific/Auckland' },
  })
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string }
  for (const [target, files] of await buildExtension(version, TARGETS)) {
    const there = await readFile(`${root}/dist/extension/ventanilla-${target}-${version}.zip`)
    expect([target, there.equals(packed(files))]).toEqual([target, true])
    expect(Object.keys(unzipSync(there))).toEqual([...files.keys()].toSorted())
  }
})

test('the order in which files are found is not that of the package', () => {
  const files: [string, Uint8Array][] = [
    ['b.js', new Uint8Array([1])],
    ['a.js', new Uint8Array([2])],
  ]
  expect(packed(new Map(files))).toEqual(packed(new Map(files.toReversed())))
})
