import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const TOP_FOLDERS = [
  'shared',
  'electron',
  'renderer',
  'service',
  'relay',
  'extension',
  'tests',
  'build',
] as const

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  lines: number
  /** Our files as paths from the root; packages and Node's modules as written. */
  imports: string[]
  /** Imports that exist at run time: without type-only ones. */
  values: string[]
  /** Imports that load together with the file: run-time imports without the dynamic ones. */
  loads: string[]
}

/** Handwritten source below a folder, with each file's imports (static, type-only and dynamic alike). */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return {
        path: relative(root, path).replaceAll('\\', '/'),
        lines: text.split('\n').length - 1,
        imports: path.endsWith('.css') ? [] : importsOf(path, text),
        values: path.endsWith('.css') ? [] : importsOf(path, withoutTypes(text)),
        loads: path.endsWith('.css') ? [] : importsOf(path, withoutTypes(text).replace(DYNAMIC, '')),
      }
    })
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

const DYNAMIC = /\bimport\(\s*['"][^'"]+['"]\s*\)/g

const TYPES =
  /(?:^|\n)(?:import|export)\s+(?:type\s[^'";]*?|\{\s*(?:type\s+[\w\s]+?,?\s*)+\})\s*from\s*'[^']+'/g

/** Without the imports that the compiler erases. */
const withoutTypes = (text: string): string => text.replace(TYPES, '\n')

function importsOf(path: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
  return [...code.matchAll(IMPORT)].map(([, fixed, dynamic]) => resolveImport(path, fixed ?? dynamic ?? ''))
}

function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return specifier
  return relative(root, resolve(dirname(from), specifier)).replaceAll('\\', '/')
}
