import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { unlabelledBlocks } from '#tests/docs/page-commands.ts'
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

/** Links to files and headings of the repository: `path`, `path#heading` or `#heading`. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^):]+)\)|\b(?:src|srcset)="([^":]+)"/g)].map(
    ([, target, picture]) => target ?? picture ?? '',
  )

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Whether a link of `page` leads to a file, and to one of its headings if it names one. */
const resolves = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(page, '..', path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || anchorsOf(read(target)).includes(anchor)
}

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Scripts of `package.json` that a text tells to run. */
const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run (\w+(?::\w+)*)|(start|test)\b)/g)].map(
    ([, named, short]) => named ?? short ?? '',
  )

test.each(pages)('the paths, links and commands of %s exist', (page) => {
  const text = read(page)
  expect(pathsIn(text).filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(linksIn(text).filter((link) => !resolves(page, link))).toEqual([])
  expect(scriptsIn(text).filter((name) => !(name in scripts))).toEqual([])
})

test.each(pages)('every block of %s names its language', (page) => {
  expect(unlabelledBlocks(read(page))).toEqual([])
})

/** Paragraphs and list items of a page, without links' targets: no tables, headings or code. */
const paragraphsIn = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?```|<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |#|\|)/)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:[-*]|\d+\.)\s+/, '')
        .replace(/\]\([^)]*\)/g, ']'),
    )
    .filter((part) => part !== '' && !/^[|#]/.test(part))
const sentencesIn = (paragraph: string): string[] => paragraph.split(/(?<=[.!?:])\s+/)
const isLonger = (words: number) => (text: string) => text.split(/\s+/).length > words

test.each(pages)('%s is easy to read', (page) => {
  const text = read(page)
  expect(text).not.toMatch(/^(?:<{7}|>{7}) /m)
  const paragraphs = paragraphsIn(text)
  expect(paragraphs.filter(isLonger(80))).toEqual([])
  expect(paragraphs.flatMap(sentencesIn).filter(isLonger(30))).toEqual([])
  if (page.endsWith('/README.md')) expect(text.trim().split('\n').length).toBeLessThanOrEqual(40)
})

test('paragraphs and sentences are found', () => {
  const page = '# A title\n\n| a | table |\n\nOne [link](x.md).\nTwo: three.\n- four\n```\ncode\n```\n'
  expect(paragraphsIn(page)).toEqual(['One [link].\nTwo: three.', 'four'])
  expect(sentencesIn('One [link].\nTwo: three.')).toEqual(['One [link].', 'Two:', 'three.'])
})

test('names and links are found', () => {
  expect(pathsIn('`shared/bridge/contract.ts`, `renderer/replica/` and `npm test`, `a/b`')).toEqual([
    'shared/bridge/contract.ts',
    'renderer/replica/',
  ])
  expect(linksIn('[one](docs/x.md#y), [two](https://example.com), <img src="z.png">')).toEqual([
    'docs/x.md#y',
    'z.png',
  ])
  expect(anchorsOf('# Run it\n## `start`, día a día\n')).toEqual(['run-it', 'start-día-a-día'])
  expect(resolves('docs/commands.md', '../README.md#test-and-develop')).toBe(true)
  expect(resolves('docs/commands.md', '../README.md#nothing')).toBe(false)
  expect(scriptsIn('`npm run test:unit -- PATH`, `npm test`, `npm ci`')).toEqual(['test:unit', 'test'])
  expect(pathsIn(read('docs/architecture.md')).length).toBeGreaterThan(40)
})

const sources = TOP_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(sourceFiles)

/** Files named in the comments of a source, with their folder or without. Those of an import are not comments. */
const filesInComments = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*|^ *-- .*/gm)].flatMap(([comment]) =>
    [...comment.matchAll(/(?<![\w/.@*-])(?:[\w-]+\/)*[\w.-]*\w\.(?:tsx?|css|md)\b/g)].map(([file]) => file),
  )

test('files that comments name exist', () => {
  const paths = [...sources.map(({ path }) => `/${path}`), '/electron.vite.config.ts', '/vitest.config.ts']
  const isThere = (file: string) =>
    // A page is named with its path: several have the same name.
    file.endsWith('.md') ? pages.includes(file) : paths.some((one) => one.endsWith(`/${file}`))
  const missing = sources.flatMap(({ path }) =>
    filesInComments(read(path))
      .filter((file) => !isThere(file))
      .map((file) => `${path}: ${file}`),
  )
  expect(missing).toEqual([])
})

test('scripts that comments and messages name exist', () => {
  const missing = sources.flatMap(({ path }) =>
    scriptsIn(read(path))
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: ${name}`),
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
