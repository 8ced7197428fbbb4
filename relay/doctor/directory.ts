import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readFreeBytes } from '../cli/place.ts'
import type { Secrets } from '../office/secrets.ts'
import { checkStamp, ForeignLogError, type FoundFile, explainCopy } from '../store/sqlite/copies.ts'
import { migrations } from '../store/sqlite/migrations.ts'
import { type Db, openReadOnly } from '../store/sqlite/open.ts'
import { createListReads } from '../store/sqlite/reads.ts'
import { openSecretFile } from '../store/sqlite/secret-file.ts'
import {
  type Checked,
  type Finding,
  buildFine,
  findLeftOffices,
  formatMegabytes,
  judgeSecrets,
  findOfficeToTry,
  readReason,
  findSecretProblems,
  findUnreadable,
  buildWrong,
} from './findings.ts'

const RESTORE = 'stop the relay, keep what is there aside, and restore a backup: docs/relay/operate.md'

/**
 * Checks a data directory, with or without a running relay. Read-only.
 * @param officeName office for the test from outside; `null` for any
 */
export async function checkDirectory(
  directory: string,
  minFreeMb: number,
  officeName: string | null,
): Promise<Checked> {
  if (!existsSync(directory))
    return {
      findings: [
        buildWrong(
          'data directory',
          `there is no ${directory}`,
          'make an office with init, or name it with --data-dir',
        ),
      ],
      office: null,
    }
  const [file, secretFile] = [join(directory, 'relay.db'), join(directory, 'secrets.json')]
  const { finding, secrets } = readSecrets(secretFile)
  const guardFile = join(directory, 'epoch-guard')
  const database = await checkDatabaseFile(file, { guardFile, secrets, officeName })
  const findings = [
    checkOwner(directory, [file, secretFile, guardFile]),
    checkSpace(directory, minFreeMb),
    finding,
    ...database.findings,
  ]
  return { findings, office: database.office }
}

function checkOwner(directory: string, files: readonly string[]): Finding {
  const check = 'data directory'
  const own = process.getuid?.()
  const there = [directory, ...files.filter((path) => existsSync(path))]
  // The database contains no secret, and the directory's mode protects it.
  const secret = there.filter((path) => !path.endsWith('relay.db'))
  const stranger = there.find((path) => own !== undefined && statSync(path).uid !== own)
  if (stranger !== undefined)
    return buildWrong(
      check,
      `${stranger} belongs to user ${statSync(stranger).uid}, and this command runs as ${own}`,
      'run this command as the user of the relay, or give it the directory with chown -R',
    )
  const open = secret.find((path) => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
  if (open !== undefined)
    return buildWrong(check, `${open} can be read by others`, `chmod go= ${open} makes it its owner's alone`)
  return buildFine(check, `${directory} is its owner's alone`)
}

function checkSpace(directory: string, minFreeMb: number): Finding {
  const free = readFreeBytes(directory)
  if (free < minFreeMb * 1024 * 1024)
    return buildWrong(
      'free space',
      `${formatMegabytes(free)}, less than --min-free-mb=${minFreeMb}: events are refused`,
      'make room on this disk, or move the data to a larger one',
    )
  return buildFine('free space', formatMegabytes(free))
}

function readSecrets(file: string): { finding: Finding; secrets: Secrets | null } {
  const check = 'secrets'
  // Opening a missing file would create it.
  if (!existsSync(file))
    return {
      finding: buildWrong(
        check,
        `there is no ${file}`,
        'put back its backup: without it, each office is made again with init',
      ),
      secrets: null,
    }
  try {
    return { finding: buildFine(check, `${file} can be read`), secrets: openSecretFile(file) }
  } catch (error) {
    return {
      finding: buildWrong(
        check,
        readReason(error),
        'put back its backup: without it, each office is made again with init',
      ),
      secrets: null,
    }
  }
}

interface DatabaseFileDeps {
  guardFile: string
  secrets: Secrets | null
  officeName: string | null
}

async function checkDatabaseFile(
  file: string,
  { guardFile, secrets, officeName }: DatabaseFileDeps,
): Promise<Checked> {
  const toChecked = (finding: Finding): Checked => ({ findings: [finding], office: null })
  if (!existsSync(file)) return toChecked(buildWrong('database', `there is no ${file}`, RESTORE))
  let db: Db | null = null
  try {
    const found = checkStamp(file)
    db = openReadOnly(file)
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version > migrations.length)
      return toChecked(
        buildWrong(
          'database',
          'it was written by a newer version of the relay',
          'run that version, or a later one',
        ),
      )
    const findings = [checkIntegrity(db), checkGuard(db, guardFile, found)]
    // The queries of today need the tables of today.
    if (version < migrations.length) return { findings, office: null }
    const reader = createListReads(db)
    findings.push(await findUnreadable(reader), ...(await findLeftOffices(reader)))
    if (secrets === null) return { findings, office: null }
    const { offices, problems } = await findSecretProblems(reader, secrets)
    findings.push(judgeSecrets(offices, problems))
    return { findings, office: await findOfficeToTry(reader, secrets, officeName) }
  } catch (error) {
    if (error instanceof ForeignLogError)
      return toChecked(buildWrong('database', error.problem, error.advice))
    return toChecked(buildWrong('database', readReason(error), RESTORE))
  } finally {
    db?.close()
  }
}

function checkIntegrity(db: Db): Finding {
  const [first] = db.pragma('quick_check(1)') as { quick_check: string }[]
  if (first?.quick_check !== 'ok')
    return buildWrong('database', first?.quick_check ?? 'it is damaged', RESTORE)
  return buildFine('database', 'whole')
}

function checkGuard(db: Db, guardFile: string, found: FoundFile): Finding {
  const why = explainCopy(db, guardFile, found)
  if (why === null) return buildFine('epoch', 'the database is the one that was written last')
  return buildWrong(
    'epoch',
    `${why}: the next start begins a new epoch, and every PC looks at all of its open files`,
    'nothing, if an older copy was put back on purpose; else put back the newest database',
  )
}
