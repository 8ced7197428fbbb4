import type { Plugin } from 'vite'
import { terminalTexts } from '#shared/text/hosts.ts'
import manifest from '../package.json' with { type: 'json' }

const { oldestNode } = manifest.config

const inEnglish = (name: string) =>
  `${name}: Node ${oldestNode} or newer is needed, and this is Node %: install Node 24 and start again`

/** Bundles that an administrator may start on the machine's own Node, with the sentence for a Node that is too old. */
const SENTENCES: Readonly<Record<string, string>> = {
  relay: inEnglish('relay'),
  service: inEnglish('service'),
  web: terminalTexts.oldNode(oldestNode, '%'),
}

/** Name of an entry's file. The program behind a check is in a file of its own, in the same directory. */
export const entryFileName = ({ name }: { name: string }): string =>
  name in SENTENCES ? `${name}-program.js` : `${name}.js`

/**
 * Puts a check of Node's version before the bundles of `SENTENCES`. On an older Node the database's compiled part crashes
 * the process, and imports of newer names fail before any code runs: the program is imported only after the check. Exit
 * code 2 tells systemd not to try again (build/relay/ventanilla-relay.service).
 */
export const nodeCheck: Plugin = {
  name: 'node-check',
  generateBundle() {
    for (const [name, sentence] of Object.entries(SENTENCES))
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: checkBefore(name, sentence) })
  },
}

/** The check as JavaScript that any Node since 14.8 understands. */
function checkBefore(name: string, sentence: string): string {
  const [major, minor] = oldestNode.split('.')
  return `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  process.stderr.write(${JSON.stringify(`${sentence}\n`)}.replace('%', process.versions.node))
  process.exit(2)
}
await import('./${name}-program.js')
`
}
