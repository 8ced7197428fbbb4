import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

/** The only module that chooses between singular and plural. */
const GRAMMAR = 'shared/text/grammar.ts'

/** `n === 1`, `1 < n`, `n >= 2`, `n !== -1`: comparisons that tell one from several. */
const TELLS_ONE_APART = /^(?:[!=]==?|[<>]=?)(?:-?1)$|^(?:>=|<)2$/
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

const numberOf = (node: ESTree.Node): string => {
  if (node.type === 'Literal' && typeof node.value === 'number') return String(node.value)
  return node.type === 'UnaryExpression' && node.operator === '-' ? `-${numberOf(node.argument)}` : ''
}

const tellsOneApart = (node: ESTree.Node): boolean => {
  if (node.type !== 'BinaryExpression') return false
  const { operator, left, right } = node
  return (
    TELLS_ONE_APART.test(`${operator}${numberOf(right)}`) ||
    TELLS_ONE_APART.test(`${MIRRORED[operator] ?? operator}${numberOf(left)}`)
  )
}

/** True for a branch of words: a text, or a key or a call of a text table. */
const isWords = (code: string, node: ESTree.Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
    ? /\p{L}{2}/u.test(code.slice(node.start, node.end).replace(/\$\{[^}]*\}/g, ''))
    : /^\w*[tT]exts?\b/.test(code.slice(node.start, node.end))

/**
 * Places where code chooses words by number: any such comparison in the texts, and elsewhere one followed by words.
 */
function choicesIn(path: string, code: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const note = (node: ESTree.Node) => void found.push(`${path}: ${code.slice(node.start, node.end)}`)
  const isText = path.startsWith('shared/text/')
  new Visitor({
    BinaryExpression: (node) => {
      if (isText && tellsOneApart(node)) note(node)
    },
    ConditionalExpression: (node) => {
      if (isText || !tellsOneApart(node.test)) return
      if ([node.consequent, node.alternate].some((branch) => isWords(code, branch))) note(node)
    },
    // A second set of rules is a second grammar.
    NewExpression: ({ callee }) => {
      const made = code.slice(callee.start, callee.end)
      if (/^Intl\.(PluralRules|ListFormat)$/.test(made)) found.push(`${path}: ${made}`)
    },
  }).visit(program)
  return found
}

test('words go with a number by the rules of the grammar alone', () => {
  const files = ['renderer', 'shared', 'electron']
    .flatMap((folder) => sourceFiles(folder))
    .filter(({ path }) => /\.tsx?$/.test(path) && path !== GRAMMAR)
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(({ path }) => choicesIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test.each([
  ["n === 1 ? 'día' : 'días'"],
  ["n !== 1 ? 'días' : 'día'"],
  ["rows.length > 1 ? 'días' : 'día'"],
  ["1 < n ? 'días' : 'día'"],
  ["n >= 2 ? `${n} días` : ''"],
  ["n < 2 ? '' : 'días'"],
  ["days === -1 ? 'ayer' : ''"],
  ['n > 1 ? text.many(n) : text.one'],
  ["new Intl.PluralRules('es')"],
  ["new Intl.ListFormat('es').format(x)"],
])('a choice is found: %s', (code) => {
  expect(choicesIn('renderer/x.tsx', `x = ${code}`)).toHaveLength(1)
})

test('what is no choice of words is left alone', () => {
  const code = `x = key.length === 1 ? key.toUpperCase() : key
    y = n > 10 ? 'días' : 'día'
    z = \`\${name}\${n === 1 ? '' : \` (\${n})\`}\`
    rows.length === 1 && open(rows[0])
    text.days(n)`
  expect(choicesIn('renderer/x.tsx', code)).toEqual([])
  expect(choicesIn('shared/text/x.ts', 'if (n === 1) y = 2')).toHaveLength(1)
})
