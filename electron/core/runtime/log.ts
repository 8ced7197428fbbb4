import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { GROUP_LETTERS } from '#shared/domain/plates/series.ts'

/**
 * Removes personal data and secrets from a text for the log: keys, tokens, the user and query of an address, plates,
 * chassis numbers, tax ids, bank accounts, telephone numbers and e-mail addresses. It also removes the name of the
 * PC's user, and every quoted text that is not a word of the program. Every log entry passes through this function
 * (`createLog`).
 *
 * A name in a sentence looks like any other word, so our messages must not contain names.
 */
export function redact(text: string): string {
  return RULES.reduce((line, rule) => rule(line), text)
}

type Rule = (text: string) => string

const replace =
  (pattern: RegExp, by: string): Rule =>
  (text) =>
    text.replace(pattern, by)

/**
 * Rules in their order. Each pattern takes time in proportion to the text: its runs are bounded, or begin only where
 * no other run continues.
 */
const RULES: readonly Rule[] = [
  // Control, direction and hidden characters. Removing them keeps foreign text on one line of its entry.
  replace(/[\p{Cf}\p{Co}\u2028\u2029]|(?!\n)\p{Cc}/gu, ' '),
  // User and query of an address: pre-signed links are keys.
  (text) =>
    text.replace(/\b([a-z][a-z\d+.-]{0,30}:\/\/)([^\s"'`<>()]*)/gi, (_all, scheme: string, rest: string) => {
      const end = rest.search(/[?#]/)
      const kept = end < 0 ? rest : rest.slice(0, end)
      return scheme + kept.replace(/^[^/]*@/, '') + (end < 0 ? '' : '?···')
    }),
  replace(/([?&][\w.-]+=)[^&\s"'`]+/g, '$1···'),
  replace(/\b((?:proxy-)?authorization|cookie|set-cookie)(["']?\s*[:=]\s*).*$/gim, '$1$2···'),
  replace(/\b(bearer|basic|negotiate)\s+\S+/gi, '$1 ···'),
  replace(
    /((?:key|token|password|passphrase|secret|signature|pin|clave))(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    '$1$2···',
  ),
  // Input quoted in a parser's error.
  replace(/(Unexpected (?:token|string|number|end)\b[^\n]*?,?\s*)(?:\.{3})?"[^\n]*"(?:\.{3})?/g, '$1‹texto›'),
  (text) =>
    text.replace(
      /"([^"\n]*)"|`([^`\n]*)`|«([^»\n]*)»|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])/gu,
      (all) => (isOfTheProgram(all.slice(1, -1)) ? all : '‹texto›'),
    ),
  replace(/(?:[A-Z]:)?([\\/])(?:Users|home)\1[^\\/\s:]+/gi, '~'),
  replace(/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '‹correo›'),
  replace(/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){3,7}(?:[ -]?[A-Z\d]{1,4})?\b/gi, '‹cuenta›'),
  // Any run as long as a key that looks like one, including chassis numbers.
  (text) =>
    text.replace(/[A-Za-z\d_+/=-]{16,}/g, (run) =>
      run.includes('/') || !/\d/.test(run) || !/[A-Za-z]/.test(run) ? run : '‹código›',
    ),
  // A run after a slash may be part of a path, so check each name by itself.
  (text) =>
    text.replace(/[A-Za-z\d_+=-]{16,}/g, (run) =>
      /\d/.test(run) && /[A-Za-z]/.test(run) ? '‹código›' : run,
    ),
  replace(/(?<![\p{L}\p{N}])(?:\d[ .-]?){8}[ .-]?[A-Z](?![\p{L}\p{N}])/giu, '‹NIF›'),
  replace(/(?<![\p{L}\p{N}])[A-Z][ .-]?(?:\d[ .-]?){7}[ .-]?[A-Z\d](?![\p{L}\p{N}])/giu, '‹NIF›'),
  (text) =>
    text.replace(/\+?(?<![\p{L}\p{N}]|HRESULT -)\d(?:[ .-]?\d){8,}(?![\p{L}\p{N}])/gu, (number) =>
      IP_ADDRESS.test(number) ? number : '‹número›',
    ),
  withoutPlates,
]

/**
 * True for a name, an option or a path of the program. No typed value starts with a small letter and has no space or
 * accent.
 */
const isOfTheProgram = (quoted: string): boolean => /^[a-z@./_-][\w@.:/\\-]*$/.test(quoted) || quoted === ''

const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Plates of the present series, whatever word precedes them. */
const ORDINARY = new RegExp(String.raw`\d{4}[ .-]{0,2}[${GROUP_LETTERS}]{3}(?![\p{L}\p{N}])`, 'giu')
/** Plates of all other series, which begin with letters. */
const LETTERS_FIRST =
  /(?<![\p{L}\p{N}])[A-Z]{1,4}[ .-]{0,2}\d{2,6}[ .-]{0,2}[A-Z]{0,3}(?:[ .-]{0,2}\d{1,3})?(?![\p{L}\p{N}])/giu

/** Replaces text that the registry would accept as a plate. */
function withoutPlates(text: string): string {
  return text
    .replace(ORDINARY, '‹matrícula›')
    .replace(LETTERS_FIRST, (found) => (classifyPlate(found) ? '‹matrícula›' : found))
}

/** Log for support. Its readers must never see a plate, a name, a key or a link. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string, error?: unknown): void
}

/** Limit of an entry in characters. A failure that repeats quickly must not fill the whole log. */
const MAX_ENTRY = 8_000

/** Log that writes redacted entries through `write`. Stacks are kept, because they locate our own bugs. */
export function createLog(write: (line: string) => void, now: () => number = Date.now): Log {
  const line = (level: string, message: string) =>
    write(`${new Date(now()).toISOString()} ${level} ${redact(message.slice(0, MAX_ENTRY))}`)
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    error: (message, error) =>
      line('error', error === undefined ? message : `${message}: ${detailOf(error)}`),
  }
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.stack ?? error.message}\ncaused by ${detailOf(error.cause)}`
}

/** A rotating log file of bounded size. */
export interface LogFile {
  readonly path: string
  /**
   * Writes synchronously, so that the last lines before a crash are stored. Never throws: on a full disk, lines are
   * lost and the process continues.
   */
  append(line: string): void
  /** Latest whole lines, at most this many bytes. */
  tail(maxBytes: number): Promise<string>
}

export interface LogFileOptions {
  maxBytes?: number
  /** Number of files kept, including the current one. */
  files?: number
}

const NAME = 'ventanilla.log'

/** Opens the log. Every process and thread writes through the core, so the file has one writer. */
export function openLogFile(
  directory: string,
  { maxBytes = 1_000_000, files = 5 }: LogFileOptions = {},
): LogFile {
  const path = join(directory, NAME)
  const older = (n: number) => (n === 0 ? path : `${path}.${n}`)
  let size = sizeOf(path)
  let lost = 0

  function write(text: string): void {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    if (size > 0 && size + Buffer.byteLength(text) > maxBytes) rotate()
    appendFileSync(path, text, { mode: 0o600 })
    size += Buffer.byteLength(text)
  }

  function rotate(): void {
    for (let n = files - 2; n >= 0; n--) {
      try {
        renameSync(older(n), older(n + 1))
      } catch {
        // Fewer files exist, or another program has one open. A file that cannot be renamed grows a little more.
      }
    }
    size = sizeOf(path)
  }

  return {
    path,
    append(line) {
      try {
        // Indent continuation lines of an entry, so that no quoted text looks like an entry.
        const entry = `${line.replaceAll('\n', '\n  ')}\n`
        write(lost > 0 ? `(${lost} lines could not be written)\n${entry}` : entry)
        lost = 0
      } catch {
        lost++
      }
    },
    async tail(max) {
      let text = ''
      for (let n = 0; n < files && Buffer.byteLength(text) < max; n++)
        text = (await readFile(older(n), 'utf8').catch(() => '')) + text
      const bytes = Buffer.from(text)
      if (bytes.byteLength <= max) return text
      const cut = bytes.subarray(bytes.byteLength - max)
      return cut.subarray(cut.indexOf(0x0a) + 1).toString('utf8')
    },
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** Log of a host and of every process it starts: on its terminal and in a file of the data directory. */
export interface ProcessLog extends Log {
  readonly file: LogFile
}

/**
 * Opens the log of a process. Only the process that holds the data directory may call it: the file has one writer.
 */
export function openProcessLog(dataDir: string, printLine: (line: string) => void): ProcessLog {
  const file = openLogFile(join(dataDir, 'logs'))
  const log = createLog((line) => {
    printLine(line)
    file.append(line)
  })
  return { ...log, file }
}
