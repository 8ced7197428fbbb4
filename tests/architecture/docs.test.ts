import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, TOP_FOLDERS } from './source-files.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/screens.md',
  'electron/README.md',
  'renderer/README.md',
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')

/** Paths in backticks that begin with a folder of ours. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => TOP_FOLDERS.some((folder) => path.startsWith(`${folder}/`)))

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)

test.each(pages)('what %s names exists', (page) => {
  const text = read(page)
  expect(pathsIn(text).filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(linksIn(text).filter((path) => !existsSync(join(root, page, '..', path)))).toEqual([])
})

test('names and links are found', () => {
  expect(pathsIn('`shared/bridge/contract.ts`, `renderer/replica/` and `npm test`, `a/b`')).toEqual([
    'shared/bridge/contract.ts',
    'renderer/replica/',
  ])
  expect(linksIn('[one](docs/x.md) and [two](https://example.com)')).toEqual(['docs/x.md'])
  expect(pathsIn(read('docs/architecture.md')).length).toBeGreaterThan(40)
})

test('every decision is in their list', () => {
  const list = read('docs/decisions/README.md')
  const unlisted = pages.filter(
    (page) => /\/\d{4}-/.test(page) && !list.includes(page.split('/').at(-1) ?? ''),
  )
  expect(unlisted).toEqual([])
})
