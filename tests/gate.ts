import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Which files `npm test` runs: everything that is quick, every file that holds a promise of `docs/promises.md`, and one
 * third of the heavy rest. The number of commits chooses the third, so three commits in succession run every file.
 * `GATE_TURN=N npm test` repeats the choice that a run printed, and `npm run test:full` runs everything.
 */

const FILE_TURNS = 3
/** A state costs as much as a small file, and there are hundreds. */
export const STATE_TURNS = 12

/** Patterns of the heavy files, which take turns. A new file anywhere else runs each time. */
export const IN_TURN: readonly string[] = [
  // Each test opens pages in a browser, most of them over processes of its own.
  'tests/{renderer,extension,e2e}/**/*.spec.ts',
  // A package is packed, installed and started.
  'tests/packages/{archive,deb,deb-contents,electron,electron-packages,electron-start,extension-lint,reproducible}.test.ts',
  // Each test starts a core, a desktop shell, a service or a relay; many end it as well.
  'tests/integration/cases/{case-list,case-search,case-words}.test.ts',
  'tests/integration/core/{accounts,accounts-change,accounts-demo,accounts-keychain,accounts-remove,accounts-switch,accounts-unreadable,bad-answers,complete,complete-failures,complete-pdf,complete-uncertain,complete-waiting,diagnosis,plate-list-complete,plate-list-mishaps,quick-lookup,settings,store,store-thread,transfer-batches,watchdog}.test.ts',
  'tests/integration/extension/{batches,package}.test.ts',
  'tests/integration/instance/sidecar.test.ts',
  'tests/integration/managed-settings/managed-settings.test.ts',
  'tests/integration/native-host/pressure.test.ts',
  'tests/integration/office/{audit,backups,restore-plate-lists,restore-transfer-batches}.test.ts',
  'tests/integration/procedures/{documents,sending}.test.ts',
  'tests/integration/relay/{alarm,doctor,list,monitoring,pairing,process,self-test,stream}.test.ts',
  'tests/integration/relay-client/{bad-luck,demonstration,lanes,office,sealing,stream}.test.ts',
  'tests/integration/relay-deployed/{buffering-proxy,container,doctor,proxies,restarts}.test.ts',
  'tests/integration/relay-nodes/{busy-database,doctor,full-disk,kill-nodes,nodes,plans,rolling,setup,three-nodes}.test.ts',
  'tests/integration/sample-office/{fill,pace}.test.ts',
  'tests/integration/service/{pace,process}.test.ts',
  'tests/integration/service-documents/{attachments,sent-names,service-documents,simulator}.test.ts',
  'tests/integration/shell/{boot,chromium,life,links,quick-lookup,telling,tray,uncaught}.test.ts',
  'tests/integration/signature-requests/{contacts,sending,signed-documents,uncertain}.test.ts',
  'tests/integration/start/start.test.ts',
  'tests/integration/tracking/{bad-luck,legal-alerts,notification-actions}.test.ts',
  'tests/integration/training/{files,player,scenarios}.test.ts',
  'tests/integration/web/process.test.ts',
]

/** Files that hold a promise, from its table. */
export const PROMISED: ReadonlySet<string> = new Set(
  readFileSync(new URL('../docs/promises.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => line.match(/tests\/[\w./-]+\.ts/g) ?? []),
)

/** Turn of this run, or `null` where everything runs. Set by `run.ts`. */
export function givenTurn(): number | null {
  const given = process.env['GATE_TURN']
  if (given === undefined) return null
  if (!/^\d+$/.test(given)) throw new Error(`GATE_TURN must be a whole number, and is «${given}»`)
  return Number(given)
}

/** Number of commits that led here; 0 without a history, as in a copy without `.git`. */
export function commitCount(): number {
  try {
    return Number(
      execFileSync('git', ['rev-list', '--count', '--first-parent', 'HEAD'], { stdio: 'pipe' }).toString(),
    )
  } catch {
    return 0
  }
}

type Project = 'integration' | 'postgres' | 'packages' | 'browsers'

/** Whether a file runs in a turn. Its place among the turns depends on its path only. */
export function runsInTurn(file: string, turn: number, project: Project): boolean {
  return isHeld(file, project) || !HEAVY.test(file) || hasTurn(file, turn, FILE_TURNS)
}

/** All patterns as one expression. Node 20, on which one test file may be run by hand, has no `globSync`. */
const HEAVY = new RegExp(`^(?:${IN_TURN.map(expressionOf).join('|')})$`)

function expressionOf(glob: string): string {
  const parts: Record<string, string> = {
    '**/': '(?:.*/)?',
    '*': '[^/]*',
    '{': '(?:',
    '}': ')',
    ',': '|',
    '.': '\\.',
  }
  return glob.replaceAll(/\*\*\/|[*{},.]/g, (part) => parts[part] ?? part)
}

/** All test files, from the repository's folder. */
const testFiles = (): string[] =>
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:test|spec)\.ts$/.test(path))

/** The relay's promises are held over files each time. Over PostgreSQL their heavy files take turns. */
const isHeld = (file: string, project: Project) =>
  PROMISED.has(file) && (project !== 'postgres' || file.startsWith('tests/integration/relay-nodes/'))

/** Whether a state of the screens is visited in a turn. */
export const isVisited = (state: string, turn: number): boolean =>
  GATE_STATES.includes(state) || hasTurn(state, turn, STATE_TURNS)

/** Test files that a turn leaves out of a project. */
export const leftOut = (turn: number, project: Project, files: readonly string[] = testFiles()): string[] =>
  files.filter((file) => !runsInTurn(file, turn, project))

function hasTurn(name: string, turn: number, turns: number): boolean {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash % turns === turn % turns
}

/** States of the screens that each `npm test` visits: each page, and most dialogs that spend, send or erase. */
export const GATE_STATES: readonly string[] = [
  'first-run',
  'alerts',
  'history',
  'quick-verdict',
  'complete',
  'complete-ask',
  'pdf',
  'set-aside-confirm',
  'store-lost',
  'locked',
  'field-answers',
  'palette',
  'procedure',
  'file-page',
  'cases',
  'deadlines',
  'drafts',
  'templates',
  'outbox',
  'outbox-send',
  'wizard-new',
  'wizard-review',
  'documents',
  'figures',
  'plate-lists',
  'plate-list',
  'plate-list-ask',
  'plate-list-remove',
  'transfer-batch',
  'watches',
  'dealers',
  'dealer',
  'signatures',
  'signing-new',
  'signing-review',
  'signings',
  'signature',
  'contacts',
  'inbox',
  'settings',
  'settings-notices',
  'settings-diagnosis',
  'office-person',
  'relay-live',
  'extension-asks',
  'updates-ready',
  'account-remove',
  'keychain-locked',
  'about',
]
