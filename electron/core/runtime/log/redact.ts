import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { GROUP_LETTERS } from '#shared/domain/plates/series.ts'

/**
 * Removes from a text what must not be in a log: keys, tokens, the rest of an address, plates, chassis
 * numbers, tax ids, bank accounts, telephone numbers, addresses of e-mail, the name of the PC's user, and
 * every quoted text that is not a word of the program. Every log entry goes through here (`createLog`).
 *
 * A name alone in a sentence is indistinguishable from other words: no message of ours has one in it.
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
 * Each pattern takes a time in proportion to the text: its runs are bounded, or begin only where no run goes on before.
 */
const RULES: readonly Rule[] = [
  // Control, direction and hidden characters: foreign text stays one line of its entry.
  replace(/[\p{Cf}\p{Co}\u2028\u2029]|(?!\n)\p{Cc}/gu, ' '),
  // User and path of an address: pre-signed links are keys.
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
  // After a slash it may be part of a path: each name by itself.
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
 * A name, an option or a path of the program: no typed value starts with a small letter and has no space or
 * accent.
 */
const isOfTheProgram = (quoted: string): boolean => /^[a-z@./_-][\w@.:/\\-]*$/.test(quoted) || quoted === ''

const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** The present series, whatever word precedes it. */
const ORDINARY = new RegExp(String.raw`\d{4}[ .-]{0,2}[${GROUP_LETTERS}]{3}(?![\p{L}\p{N}])`, 'giu')
/** All other series begin with letters. */
const LETTERS_FIRST =
  /(?<![\p{L}\p{N}])[A-Z]{1,4}[ .-]{0,2}\d{2,6}[ .-]{0,2}[A-Z]{0,3}(?:[ .-]{0,2}\d{1,3})?(?![\p{L}\p{N}])/giu

/** Text that the registry would accept as a plate. */
function withoutPlates(text: string): string {
  return text
    .replace(ORDINARY, '‹matrícula›')
    .replace(LETTERS_FIRST, (found) => (classifyPlate(found) ? '‹matrícula›' : found))
}
