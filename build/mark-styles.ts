import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const MARKS = /\/extension\/content\/marks\.css\?inline$/
/**
 * In a page a `rem` depends on the page's own root. The marks have a fixed size, that of the browser's default text.
 */
const PIXELS_PER_REM = 16

/** Values of the design's tokens, by name. */
type Tokens = ReadonlyMap<string, string>

/**
 * Gives the content script the styles of the marks, with every token replaced by its value. Custom properties cross
 * the border of a shadow root. With custom properties the host page could set them and read the verdicts.
 */
export function markStylesPlugin(): Plugin {
  return {
    name: 'mark-styles',
    enforce: 'pre',
    transform: (css, id) => (MARKS.test(id) ? markStyles(css) : null),
  }
}

/** Styles of the marks and of their signs, without custom properties. */
export function markStyles(marks = read('extension/content/marks.css')): string {
  const tokens = read('renderer/design/tokens.css')
  const css = `${read('renderer/design/sign.css')}${withoutComments(marks)}`
  const usual = tokensOf(/:root\s*\{([^}]*)\}/.exec(tokens)?.[1] ?? '')
  const conditional = [...tokens.matchAll(CONDITIONAL)].map(([, condition = '', body = '']) => {
    const own = tokensOf(body)
    const changed = declarationsWith(css, (value) => readsAny(value, own, usual))
    return changed === '' ? '' : `@media ${condition} {${withValues(changed, new Map([...usual, ...own]))}}`
  })
  return [withValues(css, usual), ...conditional]
    .join('\n')
    .replaceAll(/(\d*\.?\d+)rem\b/g, (_, size: string) => `${Number(size) * PIXELS_PER_REM}px`)
}

const CONDITIONAL = /@media\s*([^{}]*)\{\s*:root\s*\{([^}]*)\}\s*\}/g
const DECLARATION = /([\w-]+):\s*([^;{}]*);/g
const READ = /var\((--[\w-]+)\)/g

const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const read = (path: string): string => withoutComments(readFileSync(join(root, path), 'utf8'))

const tokensOf = (body: string): Tokens =>
  new Map(
    [...body.matchAll(DECLARATION)].flatMap(([, name = '', value = '']) =>
      name.startsWith('--') ? [[name, value.replaceAll(/\s+/g, ' ').trim()] as const] : [],
    ),
  )

/** Replaces each token by its value. A token may refer to others. */
function withValues(css: string, tokens: Tokens): string {
  if (!css.includes('var(')) return css
  const replaced = css.replaceAll(READ, (_, name: string) => {
    const value = tokens.get(name)
    if (value === undefined) throw new Error(`the marks read ${name}, which is no token`)
    return value
  })
  return withValues(replaced, tokens)
}

/** True if a value reads one of these tokens, directly or through another. */
const readsAny = (value: string, wanted: Tokens, all: Tokens): boolean =>
  [...value.matchAll(READ)].some(
    ([, name = '']) => wanted.has(name) || readsAny(all.get(name) ?? '', wanted, all),
  )

/** The same style sheet with only these declarations. */
function declarationsWith(css: string, isWanted: (value: string) => boolean): string {
  let left = css.replaceAll(DECLARATION, (declaration, _, value: string) =>
    isWanted(value) ? declaration : '',
  )
  for (let before = ''; before !== left;) {
    before = left
    left = left.replaceAll(/[^{};]*\{\s*\}/g, '')
  }
  return left.trim()
}
