import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sourceFiles, TOP_FOLDERS, type SourceFile } from './source-files.ts'

/** architecture.md section 2, "Who may import whom". Lint checks the same table as it is typed. */
const MAY_IMPORT: Record<string, string[]> = {
  'shared/': ['shared/'],
  'electron/core/': ['shared/', 'electron/core/'],
  'electron/': ['shared/', 'electron/'],
  'electron/preload.ts': ['shared/bridge/ipc.ts'],
  'renderer/design/': ['shared/', 'renderer/design/'],
  'renderer/': ['shared/', 'renderer/'],
  'service/': ['shared/', 'service/'],
}

/** Packages a layer must not know, whatever they offer. */
const MUST_NOT_IMPORT: Record<string, RegExp> = {
  'shared/': /^(node:|electron$|undici|fastify|ws$|react|better-sqlite3|lucide|zustand)/,
  'electron/core/': /^(electron$|react|fastify|ws$|lucide|zustand)/,
  // The module itself is for what only runs inside Electron.
  'electron/': /^electron$/,
  'electron/main.ts': /^(react|fastify|ws$)/,
  'electron/shell/': /^(react|fastify|ws$)/,
  'electron/sidecar/utility-': /^(react|fastify|ws$)/,
  // In the sandbox there is nothing else to require.
  'electron/preload.ts': /^(?!electron$)/,
  'renderer/': /^(node:|electron$|undici|fastify|ws$|better-sqlite3)/,
  'service/': /^(electron$|react|lucide|zustand)/,
}

const isOurs = (specifier: string) => TOP_FOLDERS.some((folder) => specifier.startsWith(`${folder}/`))

/** The row of a file is the longest prefix of its path. */
function rowOf<T>(table: Record<string, T>, path: string): T | undefined {
  const [longest] = Object.keys(table)
    .filter((prefix) => path.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : table[longest]
}

export function violations(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const allowed = rowOf(MAY_IMPORT, path)
    const banned = rowOf(MUST_NOT_IMPORT, path)
    return imports
      .filter((specifier) =>
        isOurs(specifier)
          ? allowed !== undefined && !allowed.some((prefix) => specifier.startsWith(prefix))
          : banned?.test(specifier) === true,
      )
      .map((specifier) => `${path} imports ${specifier}`)
  })
}

describe('who may import whom', () => {
  const folders = Object.keys(MAY_IMPORT).map((prefix) => prefix.split('/')[0] ?? '')
  for (const folder of new Set(folders)) {
    test(folder, () => {
      const files = sourceFiles(folder)
      expect(files.length).toBeGreaterThan(3)
      expect(violations(files)).toEqual([])
    })
  }

  test('the walk sees every way of importing', () => {
    const [file] = sourceFiles('tests/architecture').filter(({ path }) => path.endsWith('imports.test.ts'))
    expect(file?.imports).toEqual(['node:fs', 'node:path', 'vitest', 'tests/architecture/source-files.ts'])
    expect(
      violations([{ path: 'shared/x.ts', lines: 1, imports: ['electron/core/core.ts', 'node:fs'] }]),
    ).toHaveLength(2)
    expect(
      violations([{ path: 'electron/core/x.ts', lines: 1, imports: ['electron', 'electron/web/server.ts'] }]),
    ).toHaveLength(2)
    expect(violations([{ path: 'electron/web/x.ts', lines: 1, imports: ['electron', 'ws'] }])).toHaveLength(1)
    expect(violations([{ path: 'electron/shell/x.ts', lines: 1, imports: ['electron', 'ws'] }])).toHaveLength(
      1,
    )
    expect(
      violations([
        { path: 'electron/preload.ts', lines: 1, imports: ['electron', 'zod', 'shared/bridge/contract.ts'] },
      ]),
    ).toHaveLength(2)
    expect(
      violations([{ path: 'renderer/design/x.tsx', lines: 1, imports: ['renderer/replica/x.ts'] }]),
    ).toHaveLength(1)
  })
})

describe('small files', () => {
  test('no handwritten file is over 500 lines', () => {
    const long = TOP_FOLDERS.filter((folder) => existsSync(join(root, folder)))
      .flatMap(sourceFiles)
      .filter(({ lines }) => lines > 500)
      .map(({ path, lines }) => `${path}: ${lines}`)
    expect(long).toEqual([])
  })
})

describe('folders explain themselves', () => {
  test.each(['shared', 'electron', 'renderer', 'service', 'tests', 'build'])('%s has a README', (folder) => {
    expect(readFileSync(join(root, folder, 'README.md'), 'utf8').length).toBeGreaterThan(200)
  })
})
