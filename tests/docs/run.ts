import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNoCleanRoot } from '../packages/clean-root.ts'
import { PREPARATIONS, type Preparation, LONG_RUNNING, NOT_RUN, PLACEHOLDERS } from './conditions.ts'
import { type Container, startContainer } from './container.ts'
import { commandsIn, type PageCommand } from './page-commands.ts'

/**
 * `npm run docs:commands -- [PAGE…]` runs the commands of the pages literally. Each page gets a clean clone of the last
 * commit, in a container of its own (`container.ts`). `conditions.ts` lists the exceptions. It needs root on Linux.
 */

interface Outcome {
  command: PageCommand
  result: 'ran' | 'failed' | 'not run'
  detail: string
}

const why = whyNoCleanRoot()
if (why !== null) {
  process.stderr.write(`The commands of the pages cannot run here: ${why}.\n`)
  process.exit(2)
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })
const tracked = git('ls-files', '*.md')
  .split('\n')
  // The changelog is about earlier versions.
  .filter((page) => page !== '' && page !== 'CHANGELOG.md')
const asked = process.argv.slice(2)
const pages = asked.length === 0 ? tracked : asked
const all = tracked.map((page) => ({ page, commands: commandsIn(page, git('show', `HEAD:${page}`)) }))
const inBlocks = new Set(
  all.flatMap(({ commands }) => commands.flatMap((one) => (one.isBlock ? [one.text] : []))),
)

const used = new Set<unknown>()
/** First entry of a table whose pattern matches. */
function entryFor<T>(table: readonly (readonly [RegExp, T])[], text: string): T | undefined {
  const entry = table.find(([pattern]) => pattern.test(text))
  if (entry !== undefined) used.add(entry)
  return entry?.[1]
}

/** Output of the present page. */
let pageOutput = ''

/** The command with the placeholders of its page filled in. */
function fillIn(text: string): string {
  return Object.entries(PLACEHOLDERS).reduce((filled, [word, value]) => {
    if (!filled.includes(word) || filled.includes(`$${word}`)) return filled
    used.add(word)
    return filled.replaceAll(word, typeof value === 'string' ? value : (value.exec(pageOutput)?.[1] ?? word))
  }, text)
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Runs a command, unless a table says why not. */
async function runCommand(container: Container, command: PageCommand): Promise<Outcome> {
  const reason = entryFor(NOT_RUN, command.text)
  if (reason !== undefined) return { command, result: 'not run', detail: reason }
  const printed = entryFor(LONG_RUNNING, command.text)
  const text = fillIn(command.text)
  const startedAt = Date.now()
  const { code, output } = await container.run(
    printed === undefined ? text : `serve ${quoted(printed)} ${quoted(text)}`,
  )
  pageOutput += output
  if (code === 0)
    return { command, result: 'ran', detail: `${Math.round((Date.now() - startedAt) / 1000)} s` }
  const how = code === null ? 'beyond the time limit' : `exit code ${code}`
  return { command, result: 'failed', detail: `${how}\n${text}\n${output.slice(-3000)}` }
}

function report(outcome: Outcome): Outcome {
  const { command, result, detail } = outcome
  process.stdout.write(
    `${result.padEnd(8)}${command.page}:${command.line}  ${command.text.slice(0, 90)}  ${detail}\n`,
  )
  return outcome
}

async function runCommands(container: Container, commands: readonly PageCommand[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const done = new Set<Preparation>()
  for (const [index, command] of commands.entries()) {
    if (index > 0 && commands[index - 1]?.section !== command.section) {
      const { code, output } = await container.run('stop')
      const detail = `what ran before this section does not stop: ${output}`
      if (code !== 0) outcomes.push(report({ command, result: 'failed', detail }))
    }
    const isDue = ({ page, before = command.text }: Preparation) =>
      page === command.page && command.text.startsWith(before)
    for (const preparation of PREPARATIONS.filter((one) => !done.has(one) && isDue(one))) {
      done.add(preparation)
      used.add(preparation)
      const [page, section] = preparation.after ?? []
      const earlier = all.find((one) => one.page === page)?.commands ?? []
      outcomes.push(
        ...(await runCommands(
          container,
          earlier.filter((one) => one.isBlock && one.section === section),
        )),
      )
      pageOutput += (await container.run(preparation.run)).output
    }
    outcomes.push(report(await runCommand(container, command)))
  }
  return outcomes
}

const directory = mkdtempSync(join(tmpdir(), 'ventanilla-clone-'))
const clone = join(directory, 'ventanilla')
const outcomes: Outcome[] = []
try {
  git('clone', '--quiet', '.', clone)
  execFileSync('npm', ['ci'], { cwd: clone, stdio: 'inherit' })
  const npmCache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  const seen = new Set<string>()
  for (const { commands } of all.filter((one) => pages.includes(one.page))) {
    const once = commands.filter(({ text, isBlock }) => {
      const isNew = isBlock || !(seen.has(text) || inBlocks.has(text))
      seen.add(text)
      return isNew
    })
    if (once.length === 0) continue
    pageOutput = ''
    const container = await startContainer(clone, npmCache)
    const found = await runCommands(container, once)
    await container.remove()
    outcomes.push(...found)
  }
} finally {
  rmSync(directory, { recursive: true })
}

const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length
process.stdout.write(`${count('ran')} ran, ${count('failed')} failed, ${count('not run')} not run\n`)
const tables = [...NOT_RUN, ...LONG_RUNNING, ...PREPARATIONS, ...Object.keys(PLACEHOLDERS)]
const unused = asked.length > 0 ? [] : tables.filter((entry) => !used.has(entry))
for (const entry of unused)
  process.stderr.write(`tests/docs/conditions.ts: nothing matches ${JSON.stringify(entry)}\n`)
process.exitCode = count('failed') + unused.length === 0 ? 0 : 1
