import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Notices, noticesSchema } from '#shared/notices/notices.ts'
import { type Edition, NOTICES_PATH, sbomPath } from '#shared/notices/editions.ts'
import { REVIEWED, UNBUNDLED } from '../../build/notices/reviewed.ts'
import { writeNotices } from '../../build/notices/notices.ts'
import { checkSbom } from '../../build/notices/sbom.ts'
import { forbiddenIn } from '../../build/packages/contents.ts'
import {
  APPLICATION,
  CIRCUMSTANCES,
  type Copies,
  EXTENSION,
  firstDifference,
  makeCopies,
} from '../../build/reproducible.ts'

/**
 * Two builds of the same sources, by two people: other directory, zone, language, permissions and name. The first is
 * the one that the tests run; `FULL` makes two that are not, and the extension's too.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const FULL = process.env['FULL'] !== undefined
const steps = FULL ? [APPLICATION, EXTENSION] : [APPLICATION]
let copies: Copies
let builds: [string, string]
let notices: Notices
const made = (path: string) => join(builds[1], path)
const said = async (edition: Edition) => readFile(made(`out/renderer${sbomPath(edition)}`), 'utf8')

beforeAll(async () => {
  copies = await makeCopies(root, FULL ? 1_700_000_000 : await builtEpoch())
  const [elsewhere, here] = CIRCUMSTANCES
  builds = await Promise.all([FULL ? copies.build(here, steps) : root, copies.build(elsewhere, steps)])
  notices = noticesSchema.parse(JSON.parse(await readFile(made(`out/renderer${NOTICES_PATH}`), 'utf8')))
}, 300_000)
afterAll(() => copies?.remove())

/** Date of the commit that the present bundles were built of: later commits may have changed none of them. */
async function builtEpoch(): Promise<number | null> {
  const json = await readFile(join(root, `out/renderer${sbomPath('web')}`), 'utf8')
  const { metadata } = JSON.parse(json) as { metadata: { timestamp?: string } }
  return metadata.timestamp === undefined ? null : Date.parse(metadata.timestamp) / 1000
}

test('the same sources are the same bytes', async () => {
  for (const folder of steps.flatMap((step) => step.made))
    expect([folder, (await readdir(made(folder))).length]).not.toEqual([folder, 0])
  expect(await firstDifference(...builds, steps)).toBeNull()
})

test('nothing is in them that must not be in a package', async () => {
  expect(await forbiddenIn(steps.flatMap((step) => step.made.map(made)))).toEqual([])
})

test('nothing in them says where or by whom they were built', async () => {
  for (const build of builds)
    for (const folder of steps.flatMap((step) => step.made)) {
      const files = await readdir(join(build, folder), { recursive: true, withFileTypes: true })
      for (const file of files.filter((one) => one.isFile())) {
        const text = await readFile(join(file.parentPath, file.name), 'latin1')
        const names = [root, 'reproducible-', 'gestor\u00c3\u00ada (2)'].filter((name) => text.includes(name))
        expect([file.name, names]).toEqual([file.name, []])
      }
    }
})

test('the SBOMs are valid, and name what is in the bundles and beside them', async () => {
  for (const edition of ['web', 'electron'] as const) {
    const json = await said(edition)
    await checkSbom(json)
    const { components } = JSON.parse(json) as {
      components: { name: string; properties?: { value: string }[] }[]
    }
    const bundlesOf = (name: string) =>
      components.find((one) => one.name === name)?.properties?.map(({ value }) => value)
    expect(bundlesOf('fastify')).toEqual(['main'])
    expect(bundlesOf('react')).toEqual(['renderer'])
    expect(bundlesOf('zod')).toEqual(['main', 'renderer'])
    // The font is a file, and no module.
    expect(bundlesOf('ibm-plex-sans')).toEqual(['renderer'])
    // What a published file has inside.
    expect(bundlesOf('minimatch')).toEqual(['main'])
    const names = components.map(({ name }) => name)
    for (const name of ['keytar', 'SQLite', 'llhttp', 'Node.js', ...(edition === 'web' ? [] : ['Electron'])])
      expect(names).toContain(name)
    // Tools of development are in none.
    for (const name of ['typescript', 'vitest', 'axe-core', 'preact']) expect(names).not.toContain(name)
  }
})

test('a package gets the notices of its own edition', async () => {
  for (const [edition, has, hasNot] of [
    ['web', /^Node\.js 24/m, /^Electron \d/m],
    // Its native host has a Node of its own.
    ['electron', /^Electron \d[\s\S]*^Node\.js 24/m, null],
  ] as const) {
    const outDir = join(builds[1], 'licences', edition)
    await writeNotices({ rendererDir: made('out/renderer'), edition, outDir })
    const text = await readFile(join(outDir, 'AVISOS.txt'), 'utf8')
    expect(text).toMatch(has)
    if (hasNot) expect(text).not.toMatch(hasNot)
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
    expect((await readdir(outDir)).toSorted()).toEqual(['AVISOS.txt', 'sbom.cdx.json'])
  }
})

test('a package with another Node says so, in its files and in its window', async () => {
  const rendererDir = join(builds[1], 'licences', 'renderer')
  const outDir = join(builds[1], 'licences', 'mac')
  await cp(made('out/renderer/licences'), join(rendererDir, 'licences'), { recursive: true })
  const options = { rendererDir, edition: 'web', outDir } as const
  await expect(writeNotices({ ...options, node: { version: '26.10.0' } })).rejects.toThrow('26.10.0')
  const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
  await writeNotices({ ...options, node: { version: '26.10.0', licence: 'Of another Node\n', integrity } })
  const sbom = await readFile(join(outDir, 'sbom.cdx.json'), 'utf8')
  const { components } = JSON.parse(sbom) as { components: { name: string }[] }
  expect(components.find(({ name }) => name === 'Node.js')).toMatchObject({
    version: '26.10.0',
    purl: 'pkg:generic/node@26.10.0',
    cpe: 'cpe:2.3:a:nodejs:node.js:26.10.0:*:*:*:*:*:*:*',
    hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
  })
  expect(await readFile(join(rendererDir, sbomPath('web')), 'utf8')).toBe(sbom)
  const text = await readFile(join(outDir, 'AVISOS.txt'), 'utf8')
  expect(text).toMatch(/^Node\.js 26\.10\.0 \(MIT\) .*\n\nOf another Node\n/m)
  expect(await readFile(join(rendererDir, NOTICES_PATH), 'utf8')).toContain('Of another Node')
})

test('every decision about a licence is of something that is shipped', () => {
  const shipped = new Set(notices.notices.flatMap(({ name, version }) => [name, `${name}@${version}`]))
  expect(Object.keys(REVIEWED).filter((id) => !shipped.has(id))).toEqual([])
  expect(UNBUNDLED.filter((name) => !shipped.has(name === 'keytar' ? '@github/keytar' : name))).toEqual([])
})

test('every notice has its text', () => {
  expect(notices.notices.length).toBeGreaterThan(100)
  for (const { name, text } of notices.notices)
    expect([name, notices.texts[text]?.trim()]).not.toEqual([name, ''])
})
