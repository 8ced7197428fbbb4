import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModuleRecord } from '../../../build/notices/package.ts'
import { noticesJson, noticesText } from '../../../build/notices/notices.ts'
import { refusal } from '../../../build/notices/shipped.ts'
import { checkSbom, sbomOf } from '../../../build/notices/sbom.ts'
import { decidedList, type Decisions, listShipped } from '../../../build/notices/shipped.ts'

const MIT = 'MIT License\n\nCopyright (c) Ana\n'
const NONE: Decisions = { reviewed: {}, prebuilt: {}, unbundled: [], added: [] }
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ventanilla-notices-'))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Installs a package in a made-up `node_modules/`. */
function install(
  name: string,
  manifest: object = { license: 'MIT' },
  files: Record<string, string> = {},
): string {
  const dir = join(root, 'node_modules', name)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
  for (const [file, text] of Object.entries({ LICENSE: MIT, ...files }))
    if (text !== '') writeFileSync(join(dir, file), text)
  return dir
}
const bundled = (dirs: readonly string[], prebuilt: readonly string[] = []): ModuleRecord => ({
  record: () => ({ name: 'none' }),
  packages: () => new Map(dirs.map((dir) => [dir, new Set(['main' as const])])),
  prebuilt: () => new Set(prebuilt),
  unknown: () => [],
})
const list = (
  dirs: readonly string[],
  decisions: Partial<Decisions> = {},
  prebuilt: readonly string[] = [],
) => listShipped(root, bundled(dirs, prebuilt), { ...NONE, ...decisions })

describe('licences that the product can carry', () => {
  test.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND Zlib', 'OFL-1.1', '(AFL-2.1 OR BSD-3-Clause)'])(
    '%s',
    (licence) => expect(refusal(licence)).toBeNull(),
  )
  test.each([
    'GPL-3.0-only',
    'GPL-2.0-or-later',
    'LGPL-3.0-or-later',
    'AGPL-3.0-only',
    'MPL-2.0',
    'MIT AND GPL-3.0-only',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    '',
  ])('not %s', (licence) => expect(refusal(licence)).not.toBeNull())
})

describe('a build ends', () => {
  test('at a package under the GPL, which something else brought', () => {
    const gpl = install('borrowed', { license: 'GPL-3.0-only' })
    expect(list([install('harmless'), gpl]).problems).toEqual([
      'borrowed@1.0.0: its licence is not among those allowed: GPL-3.0-only',
    ])
    expect(() => decidedList(root, bundled([gpl]), NONE)).toThrow('borrowed@1.0.0')
  })

  test('at one that declares no licence, until somebody has read its file, and again at its next version', () => {
    const dir = install('silent', {})
    expect(list([dir]).problems).toEqual(['silent@1.0.0: declares no licence'])
    const reviewed = { 'silent@1.0.0': { licence: 'MIT', why: 'read' } }
    expect(list([dir], { reviewed }).problems).toEqual([])
    install('silent', { version: '1.0.1' })
    expect(list([dir], { reviewed }).problems).toEqual(['silent@1.0.1: declares no licence'])
  })

  test('at one without a text', () => {
    const dir = install('bare', { license: 'MIT' }, { LICENSE: '' })
    expect(list([dir]).problems).toEqual(['bare@1.0.0: has no text of its licence'])
  })

  test('at one that comes minified, until somebody has looked into it', () => {
    install('inside', { license: 'GPL-3.0-only' })
    const dir = install('outside', { license: 'MIT', dependencies: { inside: '1' } })
    expect(list([dir], {}, [dir]).problems).toEqual([
      'outside: comes minified; say in PREBUILT whether it holds others',
    ])
    expect(list([dir], { prebuilt: { outside: 'nothing' } }, [dir]).problems).toEqual([])
    expect(list([dir], { prebuilt: { outside: 'its-own' } }, [dir]).problems).toEqual([
      'inside@1.0.0: its licence is not among those allowed: GPL-3.0-only',
    ])
  })

  test('at what is installed beside the bundles with what it needs', () => {
    install('beside', { license: 'MIT', dependencies: { deep: '1' } })
    install('deep', { license: 'AGPL-3.0-only' })
    expect(list([], { unbundled: ['beside'] }).problems).toHaveLength(1)
  })

  test('at a module of no package', () => {
    const record = { ...bundled([]), unknown: () => ['\0virtual:somebody'] }
    expect(listShipped(root, record, NONE).problems).toHaveLength(1)
  })
})

test('notices have each text once, and the editions that they are of', () => {
  const { shipped } = list([install('b'), install('a'), install('c', {}, { LICENSE: 'Other' })], {
    reviewed: { 'c@1.0.0': { licence: 'ISC', why: 'read' } },
    added: [
      {
        name: 'Run',
        licence: 'MIT',
        texts: [],
        home: 'https://run.example',
        kind: 'platform',
        editions: ['web'],
      },
    ],
  })
  const notices = noticesJson(shipped)
  expect(notices.texts).toEqual([MIT.trim(), 'Other', ''])
  const text = noticesText(notices, 'electron', { title: 'P', version: '1' })
  expect(text).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nMIT License')
  expect(text).not.toContain('Run')
  expect(noticesText(notices, 'web', { title: 'P', version: '1' })).toContain('Run (MIT)')
})

test('the SBOM is valid, has hashes and licences, and is the same whatever the order', async () => {
  const sha512 = Buffer.alloc(64, 7)
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({
      packages: { 'node_modules/@s/a': { integrity: `sha512-${sha512.toString('base64')}` } },
    }),
  )
  const dirs = [install('@s/a', { license: '(MIT OR GPL-2.0-only)', dependencies: { b: '1' } }), install('b')]
  const made = (shipped: ReturnType<typeof list>['shipped'], epoch: number | null = 1_700_000_000) =>
    sbomOf({ product: { name: 'p', version: '1', publisher: 'P' }, edition: 'web', shipped, epoch })
  const { shipped } = list(dirs)
  const json = made(shipped)
  await checkSbom(json)
  const [a, b] = (JSON.parse(json) as { components: object[] }).components
  expect(a).toMatchObject({
    group: '@s',
    name: 'a',
    purl: 'pkg:npm/%40s/a@1.0.0',
    hashes: [{ alg: 'SHA-512', content: sha512.toString('hex') }],
    licenses: [{ expression: '(MIT OR GPL-2.0-only)' }],
  })
  expect(b).toMatchObject({ licenses: [{ license: { id: 'MIT' } }] })
  expect(JSON.parse(json)).toMatchObject({
    metadata: { timestamp: '2023-11-14T22:13:20.000Z', supplier: { name: 'P' }, authors: [{ name: 'P' }] },
    dependencies: expect.arrayContaining([
      { ref: 'pkg:npm/%40s/a@1.0.0', dependsOn: ['pkg:npm/b@1.0.0'] },
      { ref: 'p@1', dependsOn: ['pkg:npm/%40s/a@1.0.0'] },
    ]),
  })
  expect(made(list(dirs.toReversed()).shipped)).toBe(json)
  expect(made(shipped.toReversed())).toBe(json)
  await expect(checkSbom(json.replace('"library"', '"thing"'))).rejects.toThrow('not valid')
})
