import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles, TOP_FOLDERS } from './source-files.ts'

/** The pages at the root, in `docs`, and of every folder. */
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', ...TOP_FOLDERS].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  ),
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')

/** Paths in backticks that begin with one of our folders. */
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

const sources = TOP_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(sourceFiles)

/** Files named in the comments of a source, with their folder or without. Those of an import are not comments. */
const filesInComments = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*|^ *-- .*/gm)].flatMap(([comment]) =>
    [...comment.matchAll(/(?<![\w/.@*-])(?:[\w-]+\/)*[\w.-]*\w\.(?:tsx?|css)\b/g)].map(([file]) => file),
  )

test('files that comments name exist', () => {
  const paths = [...sources.map(({ path }) => `/${path}`), '/electron.vite.config.ts', '/vitest.config.ts']
  const missing = sources.flatMap(({ path }) =>
    filesInComments(read(path))
      .filter((file) => !paths.some((one) => one.endsWith(`/${file}`)))
      .map((file) => `${path}: ${file}`),
  )
  expect(missing).toEqual([])
})

test('files in comments are found, and those of code are not', () => {
  const lines = [
    "import './a.ts'",
    '// As in core/b.%',
    '/** See c.rules.%, d/e.%. */',
    "at('http://x/f.ts')",
  ]
  // Written apart, so that this file names none that is not there.
  expect(filesInComments(lines.join('\n').replaceAll('%', 'ts'))).toEqual(
    ['core/b.%', 'c.rules.%', 'd/e.%'].map((file) => file.replace('%', 'ts')),
  )
})

test('every decision is in their list', () => {
  const list = read('docs/decisions/README.md')
  const unlisted = pages.filter(
    (page) => /\/\d{4}-/.test(page) && !list.includes(page.split('/').at(-1) ?? ''),
  )
  expect(unlisted).toEqual([])
})
