import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#shared/server/clock.ts'
import { UsageError } from '#shared/server/options.ts'
import { failureCode, type MailServer, verifyMailServer } from '../alarm/channels.ts'
import { checkDirectory } from '../doctor/directory.ts'
import { type Checked, fine, type Finding, note, skipped, wrong } from '../doctor/findings.ts'
import { checkRunning, checkWay } from '../doctor/running.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import type { Said } from './commands.ts'
import { dataDirectoryOf, readRunning } from './data-directory.ts'
import { type Options, parseMailServer } from './options.ts'

/** `doctor`: looks at what the relay needs, whether it runs or not, and says what is wrong and what to do. */
export async function doctorCommand(
  options: Options,
  { clock, env }: { clock: Clock; env: NodeJS.ProcessEnv },
): Promise<{ said: Said; ok: boolean }> {
  const mailServer = parseMailServer(env['RELAY_SMTP'], options.mailFrom)
  const data = await checkData(options, clock)
  const running = await runningOf(options)
  const findings = [
    ...data.findings,
    ...(typeof running === 'string'
      ? [await checkMail(mailServer), skipped('running relay', running)]
      : [
          await checkMail(mailServer),
          ...(await checkRunning(running.ops)),
          ...(await checkWay(options.publicUrl, data.office)),
        ]),
  ]
  const ok = findings.every(({ outcome }) => outcome !== 'wrong')
  return { said: { json: { ok, findings }, lines: linesOf(findings) }, ok }
}

async function checkData(options: Options, clock: Clock): Promise<Checked> {
  const { database, keyFile, connections, office, minFreeMb } = options
  if (database === null) return checkDirectory(dataDirectoryOf(options.dataDir), minFreeMb, office)
  if (keyFile === null) throw new UsageError('a database needs --key-file: new-key FILE makes one')
  const { checkDatabase } = await import('../doctor/database.ts')
  return checkDatabase({ url: database, keyFile, connections, officeName: office, now: () => clock.now() })
}

/** Where the relay of these options has its port for operators, or why that is not known. */
async function runningOf(options: Options): Promise<{ ops: string } | string> {
  const { database, opsPort } = options
  if (opsPort !== 0) return { ops: `http://127.0.0.1:${opsPort}` }
  if (database !== null) return 'give the --ops-port of a node on this machine'
  const directory = dataDirectoryOf(options.dataDir)
  if (!isHeld(join(directory, 'relay.lock'))) return 'no relay runs on this directory'
  const ops = readRunning(directory)?.ops
  return ops === undefined ? 'it is starting or stopping, or of an older version' : { ops }
}

function isHeld(lock: string): boolean {
  if (!existsSync(lock)) return false
  try {
    lockDirectory(lock, 0)()
    return false
  } catch {
    return true
  }
}

async function checkMail(mailServer: MailServer | null): Promise<Finding> {
  const check = 'mail server'
  if (mailServer === null) return note(check, 'without RELAY_SMTP, the alarm tells webhooks only')
  try {
    await verifyMailServer(mailServer)
    return fine(check, 'it lets the relay in')
  } catch (error) {
    return wrong(
      check,
      `it cannot be used: ${failureCode(error)}`,
      'see RELAY_SMTP: its name, port, user and password; and that this machine may reach it',
    )
  }
}

const MARK: Readonly<Record<Finding['outcome'], string>> = {
  fine: 'fine   ',
  wrong: 'WRONG  ',
  note: 'note   ',
  skipped: 'skipped',
}

const linesOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ check, outcome, detail, advice }) => [
    `${MARK[outcome]}  ${check}: ${detail}`,
    ...(advice === undefined ? [] : [`         → ${advice}`]),
  ])
