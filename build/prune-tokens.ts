import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const TOKENS = /\/renderer\/design\/(?:tokens|forced-colours)\.css\?inline$/
/** Styles of the marks in web pages: all that reads the tokens there. */
const READERS = ['renderer/design/sign.css', 'extension/content/marks.css']

/**
 * Leaves in the content script the design tokens that its marks read: a script put in every page has no room for the
 * rest. Without it the script is the same, and larger.
 */
export function pruneTokens(): Plugin {
  return {
    name: 'prune-tokens',
    enforce: 'pre',
    transform: (css, id) => (TOKENS.test(id) ? pruned(css, usedTokens()) : null),
  }
}

const DECLARATION = /(--[\w-]+):\s*([^;]*);/g

export function usedTokens(): ReadonlySet<string> {
  const used = new Set<string>()
  const read = (css: string) => {
    for (const [, name = ''] of css.matchAll(/var\((--[\w-]+)/g)) used.add(name)
  }
  for (const path of READERS) read(readFileSync(join(root, path), 'utf8'))
  const tokens = readFileSync(join(root, 'renderer/design/tokens.css'), 'utf8')
  // A token may be made of others.
  for (let before = -1; before !== used.size;) {
    before = used.size
    for (const [, name = '', value = ''] of tokens.matchAll(DECLARATION)) if (used.has(name)) read(value)
  }
  return used
}

/** The same style sheet with these custom properties alone. */
export function pruned(css: string, used: ReadonlySet<string>): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''))
    .replaceAll(/[^{}]*\{\s*\}/g, '')
    .replaceAll(/@media[^{}]*\{\s*\}/g, '')
}
