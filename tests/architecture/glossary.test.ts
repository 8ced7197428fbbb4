import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

/** Our former words, each with the field's name for it. */
const RETIRED: Readonly<Record<string, string>> = {
  errand: 'complete-report job',
  errands: 'complete-report jobs',
  pursue: 'poll',
  pursuit: 'report polling',
  following: 'tracking',
  sweeper: 'background polling',
  refresher: 'resource fetcher',
  poke: 'wake',
  hurry: 'skip wait',
  fate: 'retention state',
  judge: 'preflight',
  'own doing': 'self-caused',
  'kept form': 'autosave',
  persons: 'data subjects',
  intention: 'submission',
  supply: 'attachment',
  supplies: 'attachments',
  supplying: 'attachment job',
  paper: 'document of the service',
  papers: 'documents of the service',
  desk: 'case, or annotations',
  desks: 'cases, or annotations',
  news: 'inbox',
  signing: 'signature request',
  signings: 'signature requests',
  arrival: 'source event',
  happening: 'change',
  birth: 'placement',
  face: 'view model',
  faces: 'view models',
}

/** Columns, tables and backup keys that keep their original word. */
const STORED = new Map<string, RegExp>(
  Object.entries({
    intention: /^electron\/core\/features\/(backup|procedures)\//,
    desk: /^electron\/core\/features\/(backup|data-subjects)\//,
    signing: /^(electron\/core\/features\/data-subjects\/|shared\/text\/(audit|backup)\.ts)/,
  }),
)

const FOLDERS = ['electron', 'renderer', 'shared', 'service', 'relay', 'extension', 'build']

/** `createOwnDoing`, `OWN_DOING` and a file `own-doing.store`: « create own doing », « own doing », « own doing store ». */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim()} `

const retiredIn = (name: string): string[] =>
  Object.keys(RETIRED).filter((word) => wordsOf(name).includes(` ${word} `))

/** Identifiers of a file's code: without its comments and texts. */
function identifiersOf(path: string, code: string): Set<string> {
  const names = new Set<string>()
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  new Visitor({
    Identifier: ({ name }) => void names.add(name),
    JSXIdentifier: ({ name }) => void names.add(name),
  }).visit(program)
  return names
}

test('no file and no name in the code has a retired word in it', () => {
  const found = FOLDERS.flatMap((folder) => sourceFiles(folder)).flatMap(({ path }) => {
    const names = /\.tsx?$/.test(path) ? identifiersOf(path, readFileSync(join(root, path), 'utf8')) : []
    const ours = [...names].filter((name) => STORED.get(name)?.test(path) !== true)
    return [basename(path).replace(/\..*/, ''), ...ours].flatMap((name) =>
      retiredIn(name).map((word) => `${path}: ${name} (${word}: ${RETIRED[word]})`),
    )
  })
  expect(found).toEqual([])
})

test('retired words are found in every spelling, and in no other word', () => {
  const code =
    'export interface OwnDoingDeps { errand: Map<string, 1> }\nconst x = ({ sweeper }) => sweeper.poke()'
  expect([...identifiersOf('a.ts', code)].flatMap(retiredIn).toSorted()).toEqual([
    'errand',
    'own doing',
    'poke',
    'sweeper',
  ])
  expect(['spoken', 'personsal', 'judgement', 'refresh'].flatMap(retiredIn)).toEqual([])
  expect(identifiersOf('a.tsx', '<Errand text="pursue" /> // judge')).toEqual(new Set(['Errand', 'text']))
})
