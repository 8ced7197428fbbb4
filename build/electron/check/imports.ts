import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { initSync, parse } from 'es-module-lexer'

/** A bundle of the archive's main process. */
export interface Bundle {
  path: string
  text: string
}

/** Modules that Electron or the archive has, beside those of Node. */
const PROVIDED = new Set(['electron', 'better-sqlite3-multiple-ciphers', 'keytar'])

/** Files beside a bundle that it starts as threads or processes, or hands to a window. */
const BESIDE = /\bnew URL\(\s*["'](\.\.?\/[\w./-]+\.c?js)["'],\s*import\.meta\.url/g

/** What a bundle imports, and what it names beside itself; the arguments of `import()` that are no text are left out. */
export function importsOf(text: string): string[] {
  initSync()
  const [imports] = parse(text)
  return [
    ...imports.flatMap(({ n }) => (n === undefined ? [] : [n])),
    ...[...text.matchAll(BESIDE)].map(([, name = '']) => name),
  ]
}

/** What the main process would not find once it is installed: a chunk that was left out, a module that was not bundled. */
export function importProblems(bundles: readonly Bundle[], paths: ReadonlySet<string>): string[] {
  return bundles.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((name) => !isThere(path, name, paths))
      .map((name) => `${path} imports ${name}, which is not in the package`),
  )
}

function isThere(path: string, name: string, paths: ReadonlySet<string>): boolean {
  if (name.startsWith('.')) return paths.has(posix.join(posix.dirname(path), name))
  return isBuiltin(name) || PROVIDED.has(name)
}
