import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BREAKPOINTS } from '#renderer/design/breakpoints.ts'
import { root, sourceFiles } from './source-files.ts'

/** Exempt are the raw values, the marks in other pages, and the print sheet, which has its own paper, ink and points. */
const TOKENS = 'renderer/design/tokens.css'
const EXEMPT = [
  TOKENS,
  // In pages of others, over whatever they have.
  'extension/content/marks.css',
  'renderer/app/print-sheet.css',
]

interface Rule {
  what: string
  properties: RegExp
  value: RegExp
}

/**
 * Values that must be tokens. Layout measures (widths, heights, columns, positions) may be in `rem`, `em` and parts of
 * the window, never in pixels.
 */
const RULES: readonly Rule[] = [
  { what: 'a colour', properties: /./, value: /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|light-dark)\(/i },
  {
    what: 'a named colour',
    properties: /color|background|border|outline|shadow|fill|stroke/,
    value: /\b(?:white|black|gr[ae]y|red|green|blue|yellow|orange)\b/,
  },
  { what: 'a pixel', properties: /./, value: /(?<![\w.-])\d*\.?\d+px\b/ },
  {
    what: 'a space',
    properties: /^(?:(?:row-|column-)?gap|margin.*|padding.*)$/,
    value: /(?<![\w.-])\d*\.?\d+rem\b/,
  },
  {
    what: 'a size of type',
    properties: /^(?:font-size|line-height|border.*radius)$/,
    value: /(?<![\w.-])\d*\.?\d+rem\b/,
  },
  { what: 'a weight', properties: /^font-weight$/, value: /\d/ },
  {
    what: 'a duration',
    properties: /^(?:animation|transition)(?:-duration|-delay)?$/,
    value: /(?<![\w.-])(?!0m?s)\d*\.?\d+m?s\b/,
  },
  { what: 'a layer', properties: /^z-index$/, value: /\d/ },
]

const WIDTHS = new Set<string>(Object.values(BREAKPOINTS))
/** From the next pixel on: where another layout is up to one. */
const STARTS = new Set(
  [...WIDTHS].flatMap((width) => (/^\d+px$/.test(width) ? [`${Number.parseInt(width) + 1}px`] : [])),
)

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')
/** The ends of a `clamp` are layout measures; `var(…)` has no raw value. */
const rawOf = (value: string) =>
  value
    .replace(/var\(--[\w-]+\)/g, '')
    .replace(/url\([^)]*\)/g, '')
    .replace(/clamp\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '')

function violations(path: string, css: string): string[] {
  // A font names its own weights.
  const rules = withoutComments(css).replace(/@font-face \{[^}]*\}/g, '')
  return [...rules.matchAll(/([a-z-]+):\s*([^;{}]+);/g)].flatMap(([, property = '', value = '']) => {
    const raw = rawOf(value)
    return RULES.filter((rule) => rule.properties.test(property) && rule.value.test(raw)).map(
      ({ what }) => `${path}: ${property}: ${value.trim()} (${what})`,
    )
  })
}

/** The widths of media queries that are none of the list. */
function strangeWidths(path: string, css: string): string[] {
  const queries = [...withoutComments(css).matchAll(/@media\s*([^{]+)\{/g)].map(([, query = '']) => query)
  return queries
    .flatMap((query) => query.match(/\([^()]*\bwidth\b[^()]*\)/g) ?? [])
    .filter((condition) => {
      const [, end, width = ''] = /^\((min|max)-width: ([\w.]+)\)$/.exec(condition) ?? []
      return !(WIDTHS.has(width) || (end === 'min' && STARTS.has(width)))
    })
    .map((condition) => `${path}: ${condition}`)
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = [...sourceFiles('renderer'), ...sourceFiles('extension')]
const styles = files.filter(({ path }) => path.endsWith('.css'))
const code = files
  .filter(({ path }) => /\.tsx?$/.test(path))
  .map(({ path }) => read(path))
  .join('\n')
const all = styles.map(({ path }) => withoutComments(read(path))).join('\n')

test('styles are made of tokens', () => {
  expect(styles.length).toBeGreaterThan(30)
  const found = styles
    .filter(({ path }) => !EXEMPT.includes(path))
    .flatMap(({ path }) => violations(path, read(path)))
  expect(found).toEqual([])
})

test.each([
  ['color: #fff', 'a colour'],
  ['box-shadow: 0 0 0 var(--stroke) rgb(0 0 0 / 0.2)', 'a colour'],
  ['background: white', 'a named colour'],
  ['width: 12px', 'a pixel'],
  ['border: 1px solid var(--line)', 'a pixel'],
  ['padding: var(--sp-2) 0.7rem', 'a space'],
  ['margin-left: calc(var(--sp-2) + 1rem)', 'a space'],
  ['font-size: 0.9rem', 'a size of type'],
  ['border-top-left-radius: 0.5rem', 'a size of type'],
  ['font-weight: 700', 'a weight'],
  ['animation: turn 2s linear infinite', 'a duration'],
  ['z-index: 3', 'a layer'],
  ['z-index: calc(var(--z-panel) + 1)', 'a layer'],
])('%s is refused', (declaration, what) => {
  expect(violations('x.css', `.a { ${declaration}; }`)).toEqual([`x.css: ${declaration} (${what})`])
})

test.each([
  'padding: 0 var(--sp-2)',
  'white-space: nowrap',
  'width: 12rem',
  'margin: 0 -0.4em',
  'padding-top: clamp(var(--sp-5), 12vh, 8rem)',
  'line-height: 1',
  'transition: opacity 0s var(--t-1)',
])('%s is taken', (declaration) => {
  expect(violations('x.css', `.a { ${declaration}; } /* 1px */`)).toEqual([])
})

/** Rules that walk through the whole page whenever a style is worked out; a sheet is printed once. */
const walksThePage = (css: string) =>
  withoutComments(css)
    .replace(/@media print \{[\s\S]*?\n\}/g, '')
    .match(/(?:^|[\s,}])(?::root|html|body):has\([^)]*\)/g) ?? []

test('no rule asks what is anywhere in the page: useRootClass says it', () => {
  expect(styles.filter(({ path }) => walksThePage(read(path)).length > 0).map(({ path }) => path)).toEqual([])
  expect(walksThePage('.a { gap: 0; }\n:root:has(.b) .c { gap: 0; }')).toHaveLength(1)
  expect(walksThePage('@media print {\n  html:has(.b) {\n    gap: 0;\n  }\n}\n')).toEqual([])
})

test('layouts change at the widths of the list alone, in styles and in code', () => {
  expect(styles.flatMap(({ path }) => strangeWidths(path, read(path)))).toEqual([])
  expect(code.match(/\((?:min|max)-width: \d[^)]*\)/g) ?? []).toEqual([])
})

test.each(['max-width: 721px', 'min-width: 31rem', 'width <= 720px', 'min-width: 20px'])(
  '(%s) is refused',
  (width) => {
    expect(strangeWidths('x.css', `@media screen and (${width}) { .a { gap: 0; } }`)).toEqual([
      `x.css: (${width})`,
    ])
  },
)

test.each([
  'max-width: 720px',
  'min-width: 721px',
  'max-width: 30rem',
  'min-height: 12rem',
  'forced-colors: active',
])('(%s) is taken', (condition) => {
  expect(strangeWidths('x.css', `@media (${condition}) { .a { gap: 0; } }`)).toEqual([])
})

test('every token is used, and every one that is used is there', () => {
  const defined = new Set([...all.matchAll(/(?:^|[\s;{])(--[a-z][\w-]*)\s*:/g)].map(([, name = '']) => name))
  const used = new Set([...`${all}\n${code}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name))
  // Tokens that code reads or sets by name.
  const named = new Set([...code.matchAll(/['"`](--[a-z][\w-]*)/g)].map(([, name = '']) => name))
  // Tokens of a table's columns, which code sets by the id of each.
  const prefixes = [...code.matchAll(/`(--[a-z][\w-]*-)\$\{/g)].map(([, prefix = '']) => prefix)
  const isSet = (name: string) => named.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  expect(defined.size).toBeGreaterThan(100)
  expect([...defined].filter((name) => !used.has(name) && !named.has(name))).toEqual([])
  expect([...used].filter((name) => !defined.has(name) && !isSet(name))).toEqual([])
})

test('every class of the styles is one that the code can write', () => {
  // `button--${tone}` may produce any word of the code after it.
  const written = new Set(code.match(/[\w-]+/g))
  const open = new Set([...code.matchAll(/([\w-]+(?:--|__|-))\$\{/g)].map(([, prefix = '']) => prefix))
  const words = new Set(code.match(/[A-Za-z\d]+(?:-[A-Za-z\d]+)*/g))
  const selectors = [...all.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector)
  const classes = new Set(selectors.flatMap((selector) => selector.match(/\.[a-zA-Z][\w-]*/g) ?? []))
  expect(classes.size).toBeGreaterThan(500)
  const dead = [...classes]
    .map((name) => name.slice(1))
    .filter((name) => !written.has(name))
    .filter(
      (name) => ![...open].some((prefix) => name.startsWith(prefix) && words.has(name.slice(prefix.length))),
    )
  expect(dead).toEqual([])
})
