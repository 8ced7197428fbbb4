import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { given, root } from './programs.ts'

interface Instruction {
  name: string
  rest: string
}

const instructions = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      return name === undefined || rest === undefined ? [] : [{ name, rest: rest.trim() }]
    })

/** What a container engine would keep of the image. */
export interface Image {
  /** The image's files, with the Node that runs this test and its libraries in the place of the base image. */
  directory: string
  environment: Record<string, string>
  entrypoint: string[]
  health: string[]
  user: string
  volume: string
  stopSignal: NodeJS.Signals
}

/**
 * Does what the shipped Containerfile says, without an engine: each stage is a folder, and what `npm ci` would download
 * is what this checkout has.
 */
export function buildImage(folder: string): Image {
  const stages = new Map<string, string>()
  const settings = new Map<string, string>()
  let stage = ''
  let workdir = '/'
  const run: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'image'
      stage = join(folder, name)
      stages.set(name, stage)
      mkdirSync(stage)
      workdir = '/'
    },
    WORKDIR(rest) {
      workdir = rest
      mkdirSync(join(stage, rest), { recursive: true })
    },
    COPY(rest) {
      const [, from = null, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? []
      const all = paths.split(' ')
      const target = join(stage, posix.resolve(workdir, all.at(-1) ?? ''))
      const base = from === null ? root : (stages.get(from) ?? '')
      for (const pattern of all.slice(0, -1)) copy(join(base, pattern), target, paths.endsWith('/'))
    },
    RUN(rest) {
      if (rest === 'npm ci') symlinkSync(join(root, 'node_modules'), join(stage, workdir, 'node_modules'))
      else if (rest.startsWith('npm run ')) npmRun(rest.slice(8), join(stage, workdir))
      else execFileSync('sh', ['-c', rest.replaceAll(' /', ` ${stage}/`)])
    },
  }
  for (const { name, rest } of instructions(readFileSync(given('Containerfile'), 'utf8'))) {
    if (name in run) run[name]?.(rest)
    else settings.set(name, rest)
  }
  addNode(stage)
  const setting = (name: string) => settings.get(name) ?? ''
  return {
    directory: stage,
    environment: Object.fromEntries(
      setting('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    ),
    entrypoint: JSON.parse(setting('ENTRYPOINT')) as string[],
    health: JSON.parse(setting('HEALTHCHECK').replace(/^.* CMD /, '')) as string[],
    user: setting('USER'),
    volume: setting('VOLUME'),
    stopSignal: setting('STOPSIGNAL') as NodeJS.Signals,
  }
}

/** Copies as COPY does: the content of a folder, or a file into a folder whose name ends with a slash. */
function copy(source: string, target: string, isInto: boolean): void {
  const found = globSync(source)
  if (found.length === 0) throw new Error(`COPY: there is no ${source}`)
  for (const path of found) {
    const isFolder = statSync(path).isDirectory()
    cpSync(path, isInto && !isFolder ? join(target, posix.basename(path)) : target, { recursive: true })
  }
}

function npmRun(script: string, directory: string): void {
  const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [command = '', ...args] = (scripts[script] ?? '').split(' ')
  execFileSync(join(root, 'node_modules', '.bin', command), args, { cwd: directory })
}

/** Node as the base image has it: the program and the libraries that it is linked with. */
function addNode(directory: string): void {
  const node = realpathSync(process.execPath)
  const add = (from: string, to: string) => {
    mkdirSync(join(directory, dirname(to)), { recursive: true })
    copyFileSync(from, join(directory, to))
  }
  add(node, '/usr/local/bin/node')
  const libraries = execFileSync('ldd', [node], { encoding: 'utf8' }).match(/\/\S+/g) ?? []
  for (const library of libraries) add(library, library)
}
