/** A command that a page tells its reader to run. */
export interface PageCommand {
  page: string
  line: number
  /** Heading above the command. */
  section: string
  text: string
  /** Whether the command is in a block of its own, and not inside a sentence or a table. */
  isBlock: boolean
}

const FENCE = /^ *```(\w*)$/
/** Commands inside sentences and tables: programs of npm or of this repository. */
const INLINE = /`((?:[A-Z]+=\S+ )?(?:npm|node|npx|node_modules\/\.bin\/\w+) [^`]+)`/g

/** Commands of a page in their order: each line of a `sh` block, and each command between backticks. */
export function commandsIn(page: string, text: string): PageCommand[] {
  const commands: PageCommand[] = []
  let [section, language, continued] = ['', null as string | null, '']
  for (const [index, whole] of text.split('\n').entries()) {
    const found = (command: string, isBlock: boolean) =>
      commands.push({ page, line: index + 1, section, text: command, isBlock })
    const fence = FENCE.exec(whole)
    if (fence !== null) language = language === null ? (fence[1] ?? '') : null
    else if (language === null) {
      section = /^#+ (.*)/.exec(whole)?.[1] ?? section
      for (const [, command = ''] of whole.matchAll(INLINE)) found(command, false)
    } else if (language === 'sh') {
      const line = continued + whole.trim()
      continued = line.endsWith('\\') ? line.slice(0, -1) : ''
      if (continued === '' && line !== '' && !line.startsWith('#')) found(line, true)
    }
  }
  return commands
}

/** Lines of a page with a block whose language is not named. */
export const unlabelledBlocks = (text: string): number[] => {
  let isInside = false
  return text.split('\n').flatMap((line, index) => {
    const fence = FENCE.exec(line)
    if (fence === null) return []
    isInside = !isInside
    return isInside && fence[1] === '' ? [index + 1] : []
  })
}
