import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sourceFiles, TOP_FOLDERS, type SourceFile } from './source-files.ts'

/** Who may import whom (docs/architecture.md). Lint checks the same table while typing. */
const MAY_IMPORT: Record<string, string[]> = {
  'shared/': ['shared/'],
  'shared/server/': ['shared/', 'shared/server/'],
  'shared/sealing/': ['shared/', 'shared/sealing/'],
  'electron/core/': ['shared/', 'shared/sealing/', 'electron/core/'],
  'electron/': ['shared/', 'electron/'],
  'electron/preload.ts': ['shared/bridge/ipc.ts'],
  // It starts for each browser, and has to do so at once.
  'electron/native-host/': [
    'shared/host-protocol/protocol.ts',
    'electron/native-host/',
    'electron/core/instance/proofs.ts',
    'electron/core/instance/message-frames.ts',
    'electron/core/instance/data-directory.ts',
  ],
  'electron/native-host/manifests/': [
    'shared/',
    'electron/native-host/',
    'electron/core/instance/data-directory.ts',
    'electron/core/runtime/directories.ts',
  ],
  // Without data: a second window or an extension may take it.
  'renderer/design/': ['shared/domain/', 'shared/text/', 'renderer/design/'],
  'renderer/replica/': ['shared/', 'renderer/replica/', 'renderer/design/', 'renderer/bridge.ts'],
  'renderer/app/': [
    'shared/',
    'renderer/app/',
    'renderer/design/',
    'renderer/replica/',
    'renderer/bridge.ts',
  ],
  // The tables of features.
  'renderer/app/frame-features.ts': ['renderer/features/', 'shared/'],
  'renderer/app/routes.ts': ['renderer/features/', 'shared/'],
  'renderer/': ['shared/', 'renderer/'],
  'service/': ['shared/', 'shared/server/', 'service/'],
  'relay/': ['shared/', 'shared/server/', 'shared/sealing/', 'relay/'],
  'extension/': ['shared/', 'renderer/design/', 'extension/'],
}

/** These need Node: of all that may import `shared/`, only the rows that name them may import them. */
const OF_NODE = ['shared/server/', 'shared/sealing/']

/** Packages forbidden in a layer. */
const MUST_NOT_IMPORT: Record<string, RegExp> = {
  'shared/server/': /^(electron$|undici|fastify|ws$|react|better-sqlite3|lucide|zustand)/,
  'shared/sealing/': /^(?!node:crypto$)/,
  'shared/': /^(node:|electron$|undici|fastify|ws$|react|better-sqlite3|lucide|zustand)/,
  'electron/core/': /^(electron$|react|fastify|ws$|lucide|zustand)/,
  // The module itself is for code that only runs inside Electron.
  'electron/': /^electron$/,
  'electron/main.ts': /^(react|fastify|ws$)/,
  'electron/shell/': /^(react|fastify|ws$)/,
  'electron/sidecar/utility-': /^(react|fastify|ws$)/,
  // The sandbox has nothing else to require.
  'electron/preload.ts': /^(?!electron$)/,
  'electron/native-host/': /^(?!node:)/,
  'renderer/': /^(node:|electron$|undici|fastify|ws$|better-sqlite3)/,
  'service/': /^(electron$|react|lucide|zustand)/,
  'relay/': /^(electron$|react|lucide|zustand)/,
  'extension/': /^(node:|electron$|undici|fastify|ws$|better-sqlite3)/,
}

const isOurs = (specifier: string) => TOP_FOLDERS.some((folder) => specifier.startsWith(`${folder}/`))

/** Row of a file: the longest prefix of its path. */
function rowOf<T>(table: Record<string, T>, path: string): T | undefined {
  const [longest] = Object.keys(table)
    .filter((prefix) => path.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : table[longest]
}

function isAllowed(allowed: readonly string[], specifier: string): boolean {
  const folder = OF_NODE.find((each) => specifier.startsWith(each))
  if (folder !== undefined) return allowed.includes(folder)
  return allowed.some((prefix) => specifier.startsWith(prefix))
}

export function violations(files: Pick<SourceFile, 'path' | 'imports'>[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const allowed = rowOf(MAY_IMPORT, path)
    const banned = rowOf(MUST_NOT_IMPORT, path)
    return imports
      .filter((specifier) =>
        isOurs(specifier)
          ? allowed !== undefined && !isAllowed(allowed, specifier)
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
    expect(violations([{ path: 'shared/x.ts', imports: ['electron/core/core.ts', 'node:fs'] }])).toHaveLength(
      2,
    )
    expect(
      violations([{ path: 'electron/core/x.ts', imports: ['electron', 'electron/web/server.ts'] }]),
    ).toHaveLength(2)
    const log = 'shared/server/log.ts'
    for (const path of ['renderer/x.ts', 'shared/domain/x.ts', 'electron/core/x.ts', 'electron/main.ts'])
      expect(violations([{ path, imports: [log] }])).toHaveLength(1)
    const sealing = 'shared/sealing/sealed-box.ts'
    for (const path of ['renderer/x.ts', 'shared/domain/x.ts', 'shared/server/x.ts', 'service/x.ts'])
      expect(violations([{ path, imports: [sealing] }])).toHaveLength(1)
    for (const path of ['electron/core/x.ts', 'relay/x.ts'])
      expect(violations([{ path, imports: [sealing] }])).toEqual([])
    for (const path of ['service/x.ts', 'relay/x.ts', 'shared/server/x.ts'])
      expect(violations([{ path, imports: [log, 'node:fs'] }])).toEqual([])
    expect(violations([{ path: 'relay/x.ts', imports: ['service/x.ts', 'electron/main.ts'] }])).toHaveLength(
      2,
    )
    expect(violations([{ path: 'electron/web/x.ts', imports: ['electron', 'ws'] }])).toHaveLength(1)
    expect(violations([{ path: 'electron/shell/x.ts', imports: ['electron', 'ws'] }])).toHaveLength(1)
    expect(
      violations([
        { path: 'electron/preload.ts', imports: ['electron', 'zod', 'shared/bridge/contract.ts'] },
      ]),
    ).toHaveLength(2)
    const heavy = [
      'zod',
      'shared/host-protocol/messages.ts',
      'shared/text/errors.ts',
      'electron/core/core.ts',
    ]
    expect(violations([{ path: 'electron/native-host/x.ts', imports: heavy }])).toHaveLength(heavy.length)
    const outside = [
      'renderer/replica/x.ts',
      'renderer/bridge.ts',
      'renderer/features/lookup/x.tsx',
      'renderer/app/x.ts',
      'shared/bridge/lookup.ts',
      'shared/api/x.ts',
    ]
    expect(violations([{ path: 'renderer/design/x.tsx', imports: outside }])).toHaveLength(outside.length)
  })
})

const RENDERER_FEATURE = /^renderer\/features\/([\w-]+)\//

/**
 * Imports that bypass a feature's `feature.ts`. The table of the pages loads each page by a dynamic import. A style
 * sheet has no exports, so its importers name it.
 */
const bypasses = (files: Pick<SourceFile, 'path' | 'imports' | 'loads'>[]): string[] =>
  files.flatMap(({ path, imports, loads }) => {
    const from = RENDERER_FEATURE.exec(path)?.[1]
    return imports
      .filter((target) => {
        const to = RENDERER_FEATURE.exec(target)?.[1]
        if (from !== undefined && target === 'renderer/app/frame-features.ts') return true
        if (to === undefined || to === from || target.endsWith('/feature.ts')) return false
        if (path === 'renderer/app/routes.ts') return !target.endsWith('-page.tsx') || loads.includes(target)
        return from === undefined || !target.endsWith('.css')
      })
      .map((target) => `${path} imports ${target}`)
  })

/** Features that some chain of static imports leads back to, and so load together with their importers. */
function featuresInCycle(files: Pick<SourceFile, 'path' | 'loads'>[]): string[] {
  const uses = new Map<string, Set<string>>()
  for (const { path, loads } of files) {
    const from = RENDERER_FEATURE.exec(path)?.[1] ?? ''
    const targets = loads.flatMap((target) => RENDERER_FEATURE.exec(target)?.[1] ?? [])
    const known = uses.get(from) ?? new Set()
    uses.set(from, new Set([...known, ...targets.filter((target) => target !== from)]))
  }
  return [...uses.keys()].filter((start) => {
    const reached = new Set(uses.get(start))
    // Iterates over its own additions too.
    for (const feature of reached) for (const next of uses.get(feature) ?? []) reached.add(next)
    return reached.has(start)
  })
}

describe('features of the renderer', () => {
  test('static imports between features form no cycle', () => {
    const files = sourceFiles('renderer/features')
    expect(files.length).toBeGreaterThan(200)
    expect(featuresInCycle(files)).toEqual([])
  })

  test('a chain that leads back is seen', () => {
    const file = (from: string, to: string) => ({
      path: `renderer/features/${from}/x.ts`,
      loads: [`renderer/features/${to}/y.ts`],
    })
    expect(featuresInCycle([file('a', 'b'), file('b', 'c'), file('c', 'a'), file('d', 'a')])).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(featuresInCycle([file('a', 'b'), file('b', 'b')])).toEqual([])
  })

  test('a feature is imported through its feature.ts', () => {
    expect(bypasses(sourceFiles('renderer'))).toEqual([])
  })

  test.each([
    ['renderer/features/a/x.ts', 'renderer/features/b/y.ts'],
    ['renderer/features/a/x.ts', 'renderer/features/b/b-page.tsx'],
    ['renderer/features/a/x.ts', 'renderer/app/frame-features.ts'],
    ['renderer/main.tsx', 'renderer/features/b/y.ts'],
    ['renderer/app/frame-features.ts', 'renderer/features/b/b-page.tsx'],
    ['renderer/app/frame-features.ts', 'renderer/features/b/b.css'],
    ['renderer/app/routes.ts', 'renderer/features/b/y.ts'],
  ])('%s may not import %s', (path, target) => {
    expect(bypasses([{ path, imports: [target], loads: [] }])).toHaveLength(1)
  })

  test.each([
    ['renderer/features/a/x.ts', 'renderer/features/b/feature.ts'],
    ['renderer/features/a/x.ts', 'renderer/features/a/y.ts'],
    ['renderer/features/a/x.ts', 'renderer/features/b/b.css'],
    ['renderer/app/routes.ts', 'renderer/features/b/b-page.tsx'],
  ])('%s may import %s', (path, target) => {
    expect(bypasses([{ path, imports: [target], loads: [] }])).toEqual([])
  })

  test('pages are loaded by dynamic imports', () => {
    const page = 'renderer/features/b/b-page.tsx'
    const table = { path: 'renderer/app/routes.ts', imports: [page], loads: [page] }
    expect(bypasses([table])).toHaveLength(1)
  })

  test('only the tables of app/ import features', () => {
    const imports = ['renderer/features/lookup/x.tsx']
    for (const path of ['renderer/app/x.ts', 'renderer/replica/x.ts'])
      expect(violations([{ path, imports }])).toHaveLength(1)
    expect(violations([{ path: 'renderer/app/routes.ts', imports }])).toEqual([])
  })
})

/** Files that assemble the queries, in the store's thread. */
const STORE_THREAD = [
  'electron/core/store/store-methods.ts',
  'electron/core/store/open-database.ts',
  'electron/core/store/worker.ts',
]
const FEATURE = /^electron\/core\/features\/([\w-]+)\/(.+)\.ts$/

/** True if the file names forbid this import at run time inside the core (docs/architecture.md). */
function breaksWall(path: string, target: string): boolean {
  const [, from] = FEATURE.exec(path) ?? []
  const [, to, inside] = FEATURE.exec(target) ?? []
  // Queries run in the store's thread; everything else calls them through it.
  if (target.endsWith('.store.ts')) return !path.endsWith('.store.ts') && !STORE_THREAD.includes(path)
  // Rules are pure, and may be imported by all.
  if (path.endsWith('.rules.ts'))
    return !target.startsWith('shared/') && !target.endsWith('.rules.ts') && target !== 'node:crypto'
  if (to === undefined || from === undefined || from === to) return false
  return inside !== to && !target.endsWith('.rules.ts')
}

const brokenWalls = (files: Pick<SourceFile, 'path' | 'values'>[]): string[] =>
  files.flatMap(({ path, values }) =>
    values.filter((target) => breaksWall(path, target)).map((target) => `${path} imports ${target}`),
  )

describe('rooms of the core', () => {
  test('a file is imported by those that run where its name says', () => {
    const files = sourceFiles('electron/core')
    expect(files.filter(({ path }) => path.endsWith('.store.ts')).length).toBeGreaterThan(20)
    expect(files.filter(({ path }) => path.endsWith('.rules.ts')).length).toBeGreaterThan(30)
    expect(brokenWalls(files)).toEqual([])
  })

  const inFeature = (path: string, ...values: string[]) => [
    {
      path: `electron/core/features/${path}`,
      values: values.map((value) => value.replace(/^~/, 'electron/core/features')),
    },
  ]

  test.each([
    ['queries from the core', inFeature('cases/cases.ts', '~/desk/desk.store.ts')],
    ['queries from rules', inFeature('desk/x.rules.ts', '~/desk/desk.store.ts')],
    ['a part from rules', inFeature('desk/x.rules.ts', '~/cases/cases.ts')],
    ['a package from rules', inFeature('desk/x.rules.ts', 'node:fs')],
    ["another feature's inside", inFeature('cases/cases.ts', '~/documents/fetcher.ts')],
    ["another feature's commands", inFeature('desk/desk.commands.ts', '~/papers/papers.commands.ts')],
  ])('%s is refused', (_, files) => {
    expect(brokenWalls(files)).toHaveLength(1)
  })

  test.each([
    ['queries from queries', inFeature('desk/desk.store.ts', '~/papers/papers.store.ts')],
    ['rules from anywhere', inFeature('cases/cases.ts', '~/papers/picture-kind.rules.ts')],
    ['another feature', inFeature('cases/cases.ts', '~/documents/documents.ts')],
    ['its own inside', inFeature('documents/documents.ts', '~/documents/fetcher.ts')],
  ])('%s is taken', (_, files) => {
    expect(brokenWalls(files)).toEqual([])
  })

  test('imports of types alone are told apart', () => {
    const [client] = sourceFiles('electron/core/store').filter(({ path }) => path.endsWith('/client.ts'))
    expect(client?.imports).toContain('electron/core/store/store-methods.ts')
    expect(client?.values).not.toContain('electron/core/store/store-methods.ts')
    expect(client?.values).toContain('electron/core/store/store-error.ts')
  })
})

/** Folders that are given out: packages of tests, the bench and the build are not. */
const PRODUCT = ['shared', 'electron', 'renderer', 'service', 'relay', 'extension']

/** Not of packages: the host's own, and the manifest, for the version. */
const NO_PACKAGE = ['electron', 'package.json']

/** Packages imported that are no dependencies. */
const foreignPackages = (files: Pick<SourceFile, 'path' | 'imports'>[], dependencies: ReadonlySet<string>) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter((specifier) => !isOurs(specifier) && !specifier.startsWith('node:'))
      .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !NO_PACKAGE.includes(name) && !dependencies.has(name))
      .map((name) => `${path} imports ${name}`),
  )

test('what is given out imports dependencies only', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const dependencies = new Set(Object.keys(manifest.dependencies))
  expect(foreignPackages(PRODUCT.flatMap(sourceFiles), dependencies)).toEqual([])
  const others = ['dexie', '@axe-core/playwright', '@tanstack/react-virtual', 'react-dom/client']
  expect(foreignPackages([{ path: 'renderer/x.ts', imports: others }], dependencies)).toHaveLength(2)
})

test('every tool that packaging and the bench import is in use', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'build/tools/package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const imported = new Set(['build', 'tests'].flatMap(sourceFiles).flatMap(({ imports }) => imports))
  // Programs, and types of a tool.
  const programs = ['addons-linter', '@types/autocannon', '@y/websocket-server']
  const unused = Object.keys(devDependencies).filter(
    (name) => !imported.has(name) && !programs.includes(name),
  )
  expect(unused).toEqual([])
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
  test.each(['shared', 'electron', 'renderer', 'service', 'relay', 'extension', 'tests', 'build'])(
    '%s has a README',
    (folder) => {
      expect(readFileSync(join(root, folder, 'README.md'), 'utf8').length).toBeGreaterThan(200)
    },
  )
})
