import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { LIST } from '#tests/second-tries.ts'

afterAll(removeTemporaryDirectories)

test('what passes only at its second try is named, and what was on the page is said; what never does still fails', async () => {
  const list = join(await temporaryDirectory(), 'list.txt')
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/.bin/playwright', 'test', '-c', join(import.meta.dirname, 'second-try')],
      { env: { ...process.env, [LIST]: list } },
      (error, stdout) => resolve({ code: error?.code ?? 0, said: stdout }),
    )
  })
  expect(code).toBe(1)
  expect(await readFile(list, 'utf8')).toBe('told.spec.ts › the second time\n')
  expect(said).toContain('try 1 of «the second time» failed')
  expect(said).toContain('Lo que se esperaba')
  expect(said).toContain('Lo que se veía')
  expect(said).not.toContain('code')
}, 60_000)
