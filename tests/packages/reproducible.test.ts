import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICES_PATH, type Notices, noticesSchema, sbomPath } from '#shared/notices/notices.ts'
import { REVIEWED, UNBUNDLED } from '../../build/notices/reviewed.ts'
import { checkSbom } from '../../build/notices/sbom.ts'
import { buildTwice, firstDifference, type BuiltTwice } from '../../build/reproducible.ts'

/** Two builds of the same sources, by two people: other directory, zone, language, permissions and name. */
const root = fileURLToPath(new URL('../..', import.meta.url))
let built: BuiltTwice
let notices: Notices
const made = (path: string) => join(built.copies[0], 'out', path)

beforeAll(async () => {
  built = await buildTwice(root)
  notices = noticesSchema.parse(JSON.parse(await readFile(made(`renderer${NOTICES_PATH}`), 'utf8')))
})
afterAll(() => built?.remove())

test('the same sources are the same bytes', async () => {
  for (const folder of ['main', 'preload', 'renderer', 'extension/chrome', 'extension/firefox'])
    expect([folder, (await readdir(made(folder))).length]).not.toEqual([folder, 0])
  expect(await firstDifference(built.copies)).toBeNull()
})

test('nothing in them says where or by whom they were built', async () => {
  for (const copy of built.copies) {
    const files = await readdir(join(copy, 'out'), { recursive: true, withFileTypes: true })
    for (const file of files.filter((one) => one.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'latin1')
      for (const said of [root, 'reproducible-', 'gestor\u00c3\u00ada (2)'])
        expect(text.includes(said), `${file.name} has ${said}`).toBe(false)
    }
  }
})

test('the SBOMs are valid, and name what is in the bundles and beside them', async () => {
  for (const edition of ['web', 'electron'] as const) {
    const json = await readFile(made(`renderer${sbomPath(edition)}`), 'utf8')
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
    for (const name of ['keytar', 'SQLite', 'llhttp', edition === 'web' ? 'Node.js' : 'Electron'])
      expect(names).toContain(name)
    // Tools of development are in none.
    for (const name of ['typescript', 'vitest', 'axe-core', 'preact']) expect(names).not.toContain(name)
  }
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
