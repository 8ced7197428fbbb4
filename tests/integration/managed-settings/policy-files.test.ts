import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MANAGED_KEYS, managedRow } from '#shared/bridge/settings.ts'
import { managedSettingTexts } from '#shared/text/setting-texts.ts'
import { kindOf, policyName } from '#electron/core/features/managed-settings/policy.rules.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { ensurePrograms, pathOf } from '#tests/system.ts'
import { adml, admx, LANGUAGES, type LanguageName } from '../../../build/policy/policies.ts'
import { withTable } from '../../../build/policy/write.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const policy = join(root, 'build', 'policy')
const read = (path: string) => readFileSync(join(policy, path), 'utf8')
const languages = Object.keys(LANGUAGES) as LanguageName[]
const FILES = ['ventanilla.admx', ...languages.map((language) => `${language}/ventanilla.adml`)]

const missing = await ensurePrograms('xmllint')
if (missing !== null) process.stdout.write(`Policies are not checked against their grammar: ${missing}\n`)
afterAll(removeTemporaryDirectories)

describe('what npm run policy writes', () => {
  test('is what is there, and there is no other language', () => {
    expect(read('ventanilla.admx')).toBe(admx())
    for (const language of languages) expect(read(`${language}/ventanilla.adml`)).toBe(adml(language))
    const folders = readdirSync(policy, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...languages].toSorted())
  })

  test('has the number of texts of its settings as its revision, so that older texts are refused', () => {
    const ofProgram = [
      'Ventanilla',
      'VentanillaRecommended',
      'VentanillaRecommended_Explain',
      'SUPPORTED_Ventanilla_0_1',
    ]
    for (const language of languages) {
      const ids = [...adml(language).matchAll(/<string id="(\w+)"/g)].map(([, id = '']) => id)
      const revision = `1.${ids.filter((id) => !ofProgram.includes(id)).length}`
      expect(adml(language)).toContain(` revision="${revision}"`)
      expect(admx()).toContain(` minRequiredRevision="${revision}"`)
    }
  })

  test('is not written by importing what writes it: this file would compare it with itself', () => {
    for (const file of FILES)
      expect(statSync(join(policy, file)).mtimeMs).toBeLessThan(performance.timeOrigin)
  })

  test('is the table of the documentation', () => {
    const page = readFileSync(join(root, 'docs', 'es', 'administracion.md'), 'utf8')
    expect(page).toBe(withTable(page))
    for (const key of MANAGED_KEYS) expect(page).toContain(`| \`${key}\` | \`${policyName(key)}\` |`)
  })

  test('has each strict value in the documentation, where they are written by hand', () => {
    const page = readFileSync(join(root, 'docs', 'es', 'administracion.md'), 'utf8')
    const [, table = ''] = page.split('| ajuste ilegible | valor más estricto |')
    const rows = table.split('\n\n', 1)[0]?.split('\n') ?? []
    const strict = MANAGED_KEYS.flatMap((key) => {
      const { strict: value } = managedRow(key)
      return value === undefined ? [] : [[key, String(value)]]
    })
    const written = strict.map(([key]) => {
      const row = rows.find((line) => line.includes(`\`${key}\``)) ?? ''
      return [key, /(\w+)`? \|$/.exec(row)?.[1]]
    })
    expect(written).toEqual(strict)
  })
})

describe.skipIf(missing !== null)('the grammar', () => {
  const check = (path: string) =>
    spawnSync(pathOf('xmllint'), ['--noout', '--relaxng', join(policy, 'policy-definitions.rng'), path], {
      encoding: 'utf8',
    })

  test.each(FILES)('allows %s', (file) => {
    const { status, stderr } = check(join(policy, file))
    expect([status, stderr]).toEqual([0, expect.stringContaining('validates') as string])
  })

  test.each([
    ['another order', '<parentCategory ref="Ventanilla" />\n      <supportedOn', '<supportedOn'],
    ['a number that is none', 'maxValue="240"', 'maxValue="many"'],
    ['a reference that is none', '$(string.LockIdleMinutes)', 'LockIdleMinutes'],
    ['a class that is none', 'class="Both"', 'class="Everybody"'],
    ['a key outside of the policies', 'key="Software\\Policies\\', 'key="Software\\'],
  ])('refuses %s', async (_what, right, wrong) => {
    const text = admx()
    expect(text).toContain(right)
    const path = join(await temporaryDirectory(), 'wrong.admx')
    await writeFile(
      path,
      text.replace(right, () => wrong),
    )
    expect(check(path).status).not.toBe(0)
  })
})

describe.skipIf(missing !== null)('references', () => {
  /** Values that an expression of XPath finds. */
  const all = (file: string, expression: string): string[] => {
    const namespaced = expression.replaceAll(/(?<=\/)(\w+|\*)(?=[/[]|$)/g, (name) =>
      name === '*' ? name : `*[local-name()='${name}']`,
    )
    const out = spawnSync(pathOf('xmllint'), ['--xpath', namespaced, join(policy, file)], {
      encoding: 'utf8',
    })
    return [...out.stdout.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value)
  }
  let strings: string[]
  let presentations: string[]
  beforeAll(() => {
    const text = execFileSync(pathOf('xmllint'), ['--format', join(policy, 'ventanilla.admx')], {
      encoding: 'utf8',
    })
    const named = (kind: string) => [
      ...new Set(
        [...text.matchAll(new RegExp(String.raw`\$\(${kind}\.(\w+)\)`, 'g'))].map(([, id = '']) => id),
      ),
    ]
    strings = named('string')
    presentations = named('presentation')
  })

  test.each(languages)('of the policies all have their text in %s, and there is no other', (language) => {
    const file = `${language}/ventanilla.adml`
    expect(all(file, '//string/@id').toSorted()).toEqual(strings.toSorted())
    expect(all(file, '//presentation/@id').toSorted()).toEqual(presentations.toSorted())
    expect(all(file, '//presentation/*/@refId').toSorted()).toEqual(presentations.toSorted())
  })

  test('every setting has its policy, a recommended one where it may be one, and nothing else has', () => {
    const expected = MANAGED_KEYS.flatMap((key) =>
      managedRow(key).isOnlyMandatory
        ? [policyName(key)]
        : [policyName(key), `${policyName(key)}_Recommended`],
    )
    expect(all('ventanilla.admx', '//policy/@name').toSorted()).toEqual(expected.toSorted())
    const withElement = MANAGED_KEYS.filter((key) => kindOf(key) !== 'boolean').map(policyName)
    expect([...new Set(all('ventanilla.admx', '//elements/*/@id'))].toSorted()).toEqual(
      withElement.toSorted(),
    )
  })
})

describe('texts', () => {
  test('say the limits and the choices of the schema, in both languages', () => {
    for (const key of MANAGED_KEYS) {
      const { minValue, maxValue, options } = managedRow(key).schema as {
        minValue?: number
        maxValue?: number
        options?: readonly string[]
      }
      for (const { expected, title, explain } of [managedSettingTexts[key].es, managedSettingTexts[key].en]) {
        expect([title, explain, expected].every((text) => text.length > 3)).toBe(true)
        for (const part of [minValue, maxValue, ...(options ?? [])])
          if (part !== undefined && part !== null) expect(expected).toContain(String(part))
      }
    }
  })
})
