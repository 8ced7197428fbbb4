import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SelfTest, selfTestWire } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import { UsageError } from '#shared/server/options.ts'
import { readFailureCode, type MailServer, verifyMailServer } from '../alarm/channels.ts'
import type { CommandOutput } from '../cli/commands.ts'
import { type Options, parseMailServer } from '../cli/options.ts'
import { resolveDataDirectory, readRunning } from '../cli/place.ts'
import type { OfficeSecrets } from '../office/secrets.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import { checkDirectory } from './directory.ts'
import {
  type Checked,
  type Finding,
  buildFine,
  buildNote,
  readReason,
  buildSkipped,
  buildWrong,
} from './findings.ts'

/** `doctor`: checks everything that the relay needs, and reports problems with advice. The relay may be running. */
export async function runDoctor(
  options: Options,
  { clock, env }: { clock: Clock; env: NodeJS.ProcessEnv },
): Promise<{ output: CommandOutput; ok: boolean }> {
  const mailServer = parseMailServer(env['RELAY_SMTP'], options.mailFrom)
  const data = await checkData(options, clock)
  const running = await findRunning(options)
  const findings = [
    ...data.findings,
    ...(typeof running === 'string'
      ? [await checkMail(mailServer), buildSkipped('running relay', running)]
      : [
          await checkMail(mailServer),
          ...(await checkRunning(running.ops)),
          ...(await checkWay(options.publicUrl, data.office)),
        ]),
  ]
  const ok = findings.every(({ outcome }) => outcome !== 'wrong')
  return { output: { json: { ok, findings }, lines: formatFindings(findings) }, ok }
}

async function checkData(options: Options, clock: Clock): Promise<Checked> {
  const { database, keyFile, connections, office, minFreeMb } = options
  if (database === null) return checkDirectory(resolveDataDirectory(options.dataDir), minFreeMb, office)
  if (keyFile === null) throw new UsageError('a database needs --key-file: new-key FILE makes one')
  const { checkDatabase } = await import('./database.ts')
  return checkDatabase({ url: database, keyFile, connections, officeName: office, now: () => clock.now() })
}

/** Address of the operators' port of the running relay, or the reason why it is unknown. */
async function findRunning(options: Options): Promise<{ ops: string } | string> {
  const { database, opsPort } = options
  if (opsPort !== 0) return { ops: `http://127.0.0.1:${opsPort}` }
  if (database !== null) return 'give the --ops-port of a node on this machine'
  const directory = resolveDataDirectory(options.dataDir)
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
  if (mailServer === null) return buildNote(check, 'without RELAY_SMTP, the alarm tells webhooks only')
  try {
    await verifyMailServer(mailServer)
    return buildFine(check, 'it lets the relay in')
  } catch (error) {
    return buildWrong(
      check,
      `it cannot be used: ${readFailureCode(error)}`,
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

const formatFindings = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ check, outcome, detail, advice }) => [
    `${MARK[outcome]}  ${check}: ${detail}`,
    ...(advice === undefined ? [] : [`         → ${advice}`]),
  ])

/** Timeout of one request. */
const ANSWER_MS = 10_000
/** Time for a frame to pass a proxy that does not buffer. */
const FRAME_MS = 5_000
/** PCs notice a longer delay of the event loop. */
const LAG_S = 0.25

/** Checks a running relay through its operators' port. */
async function checkRunning(ops: string): Promise<Finding[]> {
  const check = 'running relay'
  try {
    const answer = await fetch(`${ops}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const said = (await answer.text()).trim()
    const ready = answer.ok
      ? buildFine(check, 'it takes events')
      : buildWrong(check, `it takes no events: ${said}`, 'see the log of the relay, and the findings above')
    return [ready, await checkLag(ops)]
  } catch (error) {
    return [
      buildWrong(
        check,
        `it does not answer at ${ops}: ${readReason(error)}`,
        'see its log, and start it again',
      ),
    ]
  }
}

async function checkLag(ops: string): Promise<Finding> {
  const check = 'event loop'
  const figures = await (await fetch(`${ops}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) })).text()
  return judgeLag(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(figures)?.[1] ?? Number.NaN), check)
}

/** @param seconds p99 delay of the event loop */
export function judgeLag(seconds: number, check = 'event loop'): Finding {
  if (!(seconds < LAG_S))
    return buildWrong(
      check,
      `it is ${Number.isNaN(seconds) ? 'not known how' : `${seconds.toFixed(2)} s`} late`,
      'the machine is too busy or too slow: give the relay a processor of its own, or add a node',
    )
  return buildFine(check, `${Math.round(seconds * 1_000)} ms late at the most`)
}

/** Tests the way from outside: the public address, a canary through it, and a stream without buffering. */
async function checkWay(publicUrl: string | null, office: OfficeSecrets | null): Promise<Finding[]> {
  const check = 'public address'
  if (publicUrl === null) return [buildNote(check, 'without --public-url, nothing is tried from outside')]
  if (office === null) return [buildSkipped(check, 'no open office can be read from the data')]
  const headers = { authorization: `Bearer ${office.adminToken}` }
  try {
    const answer = await fetch(`${publicUrl}/v1/office`, { headers, signal: AbortSignal.timeout(ANSWER_MS) })
    if (!answer.ok) {
      await answer.body?.cancel()
      return [
        buildWrong(
          check,
          `${publicUrl} answers ${answer.status}`,
          'lead the proxy of that name to this relay: docs/relay/security.md',
        ),
      ]
    }
    const { epoch, head } = (await answer.json()) as { epoch: string; head: number }
    return await checkFrames(publicUrl, headers, `${epoch}.${head}`)
  } catch (error) {
    return [
      buildWrong(
        check,
        `${publicUrl} does not answer: ${readReason(error)}`,
        'see that the name leads to this machine, that its certificate is valid, and that the proxy runs',
      ),
    ]
  }
}

const BUFFERS =
  'the proxy keeps events back: switch off buffering and compression for /v1/, as build/relay/nginx.conf does'

async function checkFrames(
  publicUrl: string,
  headers: Record<string, string>,
  cursor: string,
): Promise<Finding[]> {
  const stream = openFrames(`${publicUrl}/v1/stream?after=${cursor}`, headers)
  try {
    const isOpen = await stream.shows('event: hb')
    const answer = await fetch(`${publicUrl}/v1/selftest`, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(4 * ANSWER_MS),
    })
    if (answer.status === 429)
      return [buildSkipped('canary', 'a test ran a moment ago: try again in ten seconds')]
    const test = selfTestWire.parse(await answer.json())
    const canary = judgeCanary(test)
    if (!isOpen) return [canary, buildWrong('stream', `no frame came within ${FRAME_MS / 1_000} s`, BUFFERS)]
    if (canary.outcome !== 'fine') return [canary, buildSkipped('stream', 'no canary arrived to look for')]
    return [
      canary,
      (await stream.shows(test.id))
        ? buildFine('stream', 'a frame comes through at once')
        : buildWrong('stream', `the canary did not come within ${FRAME_MS / 1_000} s`, BUFFERS),
    ]
  } finally {
    stream.close()
  }
}

const STEP_ADVICE: Readonly<Record<SelfTest['steps'][number]['step'], string>> = {
  name: 'let the name of --public-url lead to this machine (DNS)',
  tls: 'renew the certificate of the proxy',
  address: 'lead /in/ of the proxy to this relay: docs/relay/security.md',
  header: 'let the proxy pass every header on',
  stored: 'see the log of the relay: the canary came in and was not stored',
}

export function judgeCanary({ steps }: SelfTest): Finding {
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  if (failed === undefined) return buildFine('canary', 'an event from outside is stored')
  return buildWrong(
    'canary',
    `it fails at "${failed.step}": ${failed.detail ?? ''}`.trim(),
    STEP_ADVICE[failed.step],
  )
}

/** Opens a stream and searches its text. */
function openFrames(url: string, headers: Record<string, string>) {
  const ending = new AbortController()
  let text = ''
  let wake = () => {}
  const reading = (async () => {
    const answer = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: ending.signal,
    })
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      wake()
    }
  })()
  reading.catch(() => {})
  return {
    /** True when the text arrives, false after a timeout. */
    async shows(expectedMessage: string): Promise<boolean> {
      const deadline = performance.now() + FRAME_MS
      while (!text.includes(expectedMessage)) {
        const left = deadline - performance.now()
        if (left <= 0) return false
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      return true
    },
    close: () => ending.abort(),
  }
}
